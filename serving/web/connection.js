// When the connection is lost, this script keeps the last picture, says so, blocks taps, and
// reconnects as soon as the server answers.
//
// Flet's client covers its page with "Working..." as soon as its websocket closes, reconnects ever
// more slowly, and detects a silent connection much later or never. So this script gives it a
// websocket that sends heartbeats. The client gets the close event only when the server answers
// again; half a second later it reconnects. Frames that it would draw before that are held back.
// If the server was restarted, the page is reloaded: a new server numbers controls from the start,
// and the client would confuse new controls with old ones of the same number.

(() => {
  const root = document.documentElement;
  const PATIENCE = 1_000 * Number(root.dataset.patience); // for an answer, in ms
  const IMPATIENCE = 500; // the same when the browser says that there is no network
  const GRACE = 500; // how long a silent connection may take once the server answers a fetch
  const MOMENT = 100;
  const PULSE = 5_000; // the interval of heartbeats
  const RETRY = 200; // the interval of requests while the server does not answer
  const LONGEST = 15_000; // how long reconnecting may take before the page is reloaded
  const OURS = 2; // the first byte of our own messages; Flet's begin with 0 or 1
  const [REGISTERED, CRASHED] = [1, 6]; // kinds of Flet's messages
  const REFUSED = [401, 429]; // what the server answers to a page whose link has ended
  const SESSION = "_flet_session_id"; // the key in Flet's session storage
  const BEGINNINGS = ["pointerdown", "mousedown", "touchstart", "click", "keydown"];

  const WORDS = JSON.parse(document.getElementById("connection-words").textContent);
  const cover = document.getElementById("cover");
  const lost = document.getElementById("lost");
  const page = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
  let words;
  let socket; // the newest
  let isLost = false;
  let isSearching = false;
  let isRefused = false; // the link by which this page came has ended
  let isLeaving = false; // the user leaves the page: reloading it would keep them here
  let deadline; // the timer for the expected answer
  let reader; // what reads QR codes, once it is wanted
  let reloading; // the timer for reloading, if the client cannot reconnect

  class WatchedSocket extends WebSocket {
    isOver = false; // Flet's client was told that it is closed, or will be
    isShown = false; // it has delivered the present content
    heard = 0; // number of events

    constructor(url, ...more) {
      super(`${url}?page=${page}`, ...more);
      socket = this;
      for (const kind of ["open", "message", "error", "close"]) {
        this.addEventListener(kind, (event) => this.#hear(event));
      }
      expectAnswer(PATIENCE);
    }

    send(data) {
      if (!this.isOver) {
        super.send(data);
        this.ask(PATIENCE);
      }
    }

    /** Request a heartbeat, unless one is expected already. */
    ask(patience) {
      if (!deadline && this.readyState === WebSocket.OPEN) {
        super.send(Uint8Array.of(OURS));
        expectAnswer(patience);
      }
    }

    /** Tell Python something that it has asked for. */
    tell(what) {
      if (this.readyState === WebSocket.OPEN) {
        const text = new TextEncoder().encode(JSON.stringify(what));
        super.send(Uint8Array.of(OURS, ...text));
      }
    }

    /**
     * Let Flet's client reconnect with a new session. If it resumed the old session, and the server
     * sent the whole page again, it would never finish reading that.
     */
    end() {
      this.isOver = true;
      sessionStorage.removeItem(SESSION);
      this.close();
      this.dispatchEvent(new CloseEvent("close", { code: 1006 }));
    }

    /** Handle an event before Flet's client does; hide errors and close events from it. */
    #hear(event) {
      if (!event.isTrusted) {
        return;
      }
      if (event.type === "error" || event.type === "close" || this.isOver) {
        event.stopImmediatePropagation();
        if (!this.isOver) {
          this.isOver = true;
          lose();
        }
        return;
      }
      this.heard += 1;
      expectNothing();
      if (event.type === "message") {
        this.#take(event, new Uint8Array(event.data));
      }
    }

    #take(event, message) {
      const [kind, , what] = message;
      if (kind === OURS) {
        event.stopImmediatePropagation();
        this.#follow(JSON.parse(new TextDecoder().decode(message.subarray(1))));
      } else {
        this.isShown ||= what === CRASHED || (what === REGISTERED && isKnown(message));
      }
      if (this.isShown) {
        found();
      }
    }

    #follow({ shown, sounds, read, key, ...preferences }) {
      if (sounds) {
        make(sounds);
      } else if (read !== undefined) {
        readCodes(read).then((told) => this.tell(told));
      } else if (key) {
        goOnWith(key);
      } else if (shown) {
        this.isShown = true;
      } else {
        prefer(preferences);
      }
    }
  }

  /** Make the sounds of a written line; what makes them is loaded when they are first wanted. */
  async function make(sounds) {
    const { sound } = await import("/sounds.js");
    sound(sounds);
  }

  /** Return what the reader of QR codes has read, or why it has not. */
  async function readCodes(wanted) {
    try {
      reader ??= await import("/reader.js");
      return await reader.read(wanted);
    } catch {
      return { ended: "unloaded" };
    }
  }

  /** Exchange the key of a new link for a cookie: the old link has just ended. */
  function goOnWith(key) {
    const headers = { authorization: `Bearer ${key}` };
    fetch("/link", { method: "POST", cache: "no-store", headers }).catch(() => {});
  }

  /** Return whether the server knows this page's session: then it sends all content at once. */
  function isKnown(message) {
    const session = sessionStorage.getItem(SESSION);
    return Boolean(session) && new TextDecoder().decode(message).includes(session);
  }

  function expectAnswer(patience) {
    clearTimeout(deadline);
    // If the page itself was busy, the answer may have arrived and not been handled yet.
    deadline = setTimeout(() => (deadline = setTimeout(lose, MOMENT)), patience);
  }

  function expectNothing() {
    clearTimeout(deadline);
    deadline = undefined;
  }

  function lose() {
    expectNothing();
    if (!isLost) {
      isLost = true;
      reader?.close();
      document.activeElement?.blur(); // hides the keyboard, which would cover the slate
      say();
    }
    search();
  }

  /** Poll until the server answers; then reconnect, unless the old connection works again. */
  async function search() {
    if (isSearching) {
      return;
    }
    isSearching = true;
    isRefused = false;
    const sought = socket;
    let server;
    while (isLost && !(server = await answeringServer()) && !isRefused) {
      await pause(RETRY);
    }
    const heard = sought?.heard;
    if (sought?.isOver === false) {
      sought.ask(PATIENCE);
      await pause(GRACE);
    }
    isSearching = false;
    if (isRefused || !isLost || (sought?.isOver === false && sought.heard !== heard)) {
      return;
    }
    if (!cover.hidden || server !== root.dataset.server) {
      reload(); // nothing is shown yet, or Flet's client would confuse old controls with new
    } else {
      frames.hold();
      clearTimeout(reloading);
      reloading = setTimeout(reload, LONGEST);
      sought.end();
    }
  }

  /** Check the connection; if there is none yet, check the server with a fetch. */
  async function pulse() {
    if (socket) {
      socket.ask(PATIENCE);
    } else if (!isLost && !(await answeringServer())) {
      lose();
    }
  }

  /**
   * Return the id of the server if it answers; a restarted server has another id.
   *
   * If the link has ended, the page that says so takes the place of this one. This uses fetch: browsers open websockets ever more slowly while they fail.
   */
  async function answeringServer() {
    const signal = AbortSignal.timeout(PATIENCE);
    return fetch("/", { method: "HEAD", cache: "no-store", signal }).then(
      ({ status, headers }) => {
        if (REFUSED.includes(status)) {
          isRefused = true;
          reload();
        }
        return headers.get("knoddel-server");
      },
      () => undefined,
    );
  }

  function reload() {
    if (!isLeaving) {
      location.reload();
    }
  }

  function leave() {
    isLeaving = true;
    setTimeout(() => {
      isLeaving = false; // the user has stayed
      if (isLost) {
        search();
      }
    }, LONGEST);
  }

  function pause(time) {
    return new Promise((resolve) => setTimeout(resolve, time));
  }

  /** The present content has arrived: show it, and only then accept taps. */
  function found() {
    if (!isLost && cover.hidden) {
      return;
    }
    isLost = false;
    clearTimeout(reloading);
    setTimeout(() => {
      frames.release();
      frames.afterNext(() => {
        cover.hidden = true;
        lost.hidden = !isLost;
      });
    });
  }

  const frames = {
    native: window.requestAnimationFrame.bind(window),
    held: undefined,
    hold() {
      this.held ??= [];
    },
    release() {
      const held = this.held ?? [];
      this.held = undefined;
      held.forEach((draw) => this.request(draw));
    },
    request(draw) {
      return this.native((time) => (this.held ? this.held.push(draw) : draw(time)));
    },
    afterNext(then) {
      this.native(() => this.native(then));
    },
  };

  function prefer({ language, theme }) {
    const wished = [language, ...navigator.languages].map((tag) => tag?.split("-")[0]);
    root.lang = wished.find((tag) => tag in WORDS) ?? Object.keys(WORDS)[0];
    words = WORDS[root.lang];
    root.dataset.theme = theme ?? "";
  }

  function say() {
    lost.hidden = false;
    lost.firstElementChild.replaceChildren(...[words.searching, words.meanwhile].map(paragraph));
  }

  function paragraph(text) {
    const made = document.createElement("p");
    made.textContent = text;
    return made;
  }

  /** Block input that would be lost, from touch, keyboard and screen readers. */
  function refuse(event) {
    if (!lost.hidden) {
      event.stopImmediatePropagation();
      if (event.type === "click" || event.type === "keydown") {
        say(); // again, in case it was not noticed
      }
    }
  }

  prefer(root.dataset);
  cover.textContent = words.opening;
  document.fonts.load('1rem "Atkinson Hyperlegible Next"'); // while the server can still send it
  BEGINNINGS.forEach((kind) => window.addEventListener(kind, refuse, { capture: true }));

  window.requestAnimationFrame = (draw) => frames.request(draw);
  window.WebSocket = WatchedSocket;
  setInterval(() => document.hidden || pulse(), PULSE);
  document.addEventListener("visibilitychange", () => document.hidden || pulse());
  window.addEventListener("online", pulse);
  window.addEventListener("beforeunload", leave);
  window.addEventListener("offline", () => socket?.ask(IMPATIENCE));
})();
