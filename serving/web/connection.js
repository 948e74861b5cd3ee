// Keeps the last picture when the connection is lost, says so, takes no taps meanwhile, and connects
// anew as soon as the server answers.
//
// Flet's client covers its page with "Working..." at once when its websocket closes, tries anew ever
// more rarely, and notices a connection that is merely silent much later or never. So it gets a
// websocket that asks for signs of life, and hears of the end only when the server answers again:
// half a second later it connects anew. The frames that it would draw meanwhile are held back.
// Where the server was started anew, the page is loaded anew: numbers of controls begin again then,
// and the client would take new controls for the old ones that had their numbers.

(() => {
  const PATIENCE = 5_000; // how long an answer may take, in ms: a busy computer is no lost one
  const IMPATIENCE = 500; // the same when the browser says that there is no network
  const GRACE = 500; // how long a silent connection has once the server answers elsewhere
  const MOMENT = 100;
  const PULSE = 5_000; // how often a sign of life is asked for
  const RETRY = 200; // how long to wait before the server is asked again
  const LONGEST = 15_000; // how long connecting anew may take before the page is loaded anew
  const OURS = 2; // the first byte of what the server and this script say; Flet's begins with 0 or 1
  const [REGISTERED, CRASHED] = [1, 6]; // what Flet's messages tell
  const SESSION = "_flet_session_id"; // where Flet's client keeps it
  const BEGINNINGS = ["pointerdown", "mousedown", "touchstart", "click", "keydown"];

  const WORDS = JSON.parse(document.getElementById("connection-words").textContent);
  const root = document.documentElement;
  const cover = document.getElementById("cover");
  const lost = document.getElementById("lost");
  const page = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
  let words;
  let socket; // the newest
  let isLost = false;
  let isSearching = false;
  let isLeaving = false; // somebody goes to an address: to load this page anew would keep them here
  let deadline; // for the answer that is waited for
  let reloading; // if the client cannot connect anew

  class WatchedSocket extends WebSocket {
    isOver = false; // Flet's client has been told that it ended, or will be
    isShown = false; // what is kept has come through it
    heard = 0; // how often

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

    /** Ask for a sign of life, unless one is waited for already. */
    ask(patience) {
      if (!deadline && this.readyState === WebSocket.OPEN) {
        super.send(Uint8Array.of(OURS));
        expectAnswer(patience);
      }
    }

    /**
     * Let Flet's client connect anew, and begin a session: if it goes on with the one it had, and
     * the server says all of it once more, it never stops taking that in.
     */
    end() {
      this.isOver = true;
      sessionStorage.removeItem(SESSION);
      this.close();
      this.dispatchEvent(new CloseEvent("close", { code: 1006 }));
    }

    /** Look at what has happened before Flet's client does; how a connection ended it never hears. */
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
        const { shown, ...preferences } = JSON.parse(new TextDecoder().decode(message.subarray(1)));
        this.isShown ||= Boolean(shown);
        if (!shown) {
          prefer(preferences);
        }
      } else {
        this.isShown ||= what === CRASHED || (what === REGISTERED && isKnown(message));
      }
      if (this.isShown) {
        found();
      }
    }
  }

  /** Tell whether the server knows this page from before it was loaded: then it says all at once. */
  function isKnown(message) {
    const session = sessionStorage.getItem(SESSION);
    return Boolean(session) && new TextDecoder().decode(message).includes(session);
  }

  function expectAnswer(patience) {
    clearTimeout(deadline);
    // Where the page itself was busy, the answer may be there and have had no chance to be heard.
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
      document.activeElement?.blur(); // so that no keyboard covers the slate
      say();
    }
    search();
  }

  /** Look for the server until it answers; then connect anew, unless the connection is heard again. */
  async function search() {
    if (isSearching) {
      return;
    }
    isSearching = true;
    const sought = socket;
    let server;
    while (isLost && !(server = await answeringServer())) {
      await pause(RETRY);
    }
    const heard = sought?.heard;
    if (sought?.isOver === false) {
      sought.ask(PATIENCE);
      await pause(GRACE);
    }
    isSearching = false;
    if (!isLost || (sought?.isOver === false && sought.heard !== heard)) {
      return;
    }
    if (!cover.hidden || server !== root.dataset.server) {
      reload(); // nothing is shown yet, or Flet's client would confuse old things and new
    } else {
      frames.hold();
      clearTimeout(reloading);
      reloading = setTimeout(reload, LONGEST);
      sought.end();
    }
  }

  /** Look whether the server is there; before there is a connection, that is asked for the page. */
  async function pulse() {
    if (socket) {
      socket.ask(PATIENCE);
    } else if (!isLost && !(await answeringServer())) {
      lose();
    }
  }

  /**
   * Return which server answers, if one does; started anew it is another one.
   *
   * It is not asked by a websocket: browsers let a page try those ever more rarely.
   */
  async function answeringServer() {
    const signal = AbortSignal.timeout(PATIENCE);
    return fetch("/", { method: "HEAD", cache: "no-store", signal }).then(
      ({ headers }) => headers.get("knoddel-server"),
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
      isLeaving = false; // they have stayed after all
      if (isLost) {
        search();
      }
    }, LONGEST);
  }

  function pause(time) {
    return new Promise((resolve) => setTimeout(resolve, time));
  }

  /** What is kept has arrived: show it, and only then take taps. */
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

  /** Nothing may be tapped that is not heard, by whatever means: keys and screen readers tap too. */
  function refuse(event) {
    if (!lost.hidden) {
      event.stopImmediatePropagation();
      if (event.type === "click" || event.type === "keydown") {
        say(); // once more, for who did not notice
      }
    }
  }

  prefer(root.dataset);
  cover.textContent = words.opening;
  document.fonts.load('1rem "Atkinson Hyperlegible Next"'); // for when it cannot be fetched any more
  BEGINNINGS.forEach((kind) => window.addEventListener(kind, refuse, { capture: true }));

  window.requestAnimationFrame = (draw) => frames.request(draw);
  window.WebSocket = WatchedSocket;
  setInterval(() => document.hidden || pulse(), PULSE);
  document.addEventListener("visibilitychange", () => document.hidden || pulse());
  window.addEventListener("online", pulse);
  window.addEventListener("beforeunload", leave);
  window.addEventListener("offline", () => socket?.ask(IMPATIENCE));
})();
