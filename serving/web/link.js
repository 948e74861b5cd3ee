// Takes a link in: the key behind # leaves the address bar, and is exchanged for a cookie.

(() => {
  const RETRY = 1_000; // how long to wait until the server is asked again, in ms
  const SESSION = "_flet_session_id"; // the key in Flet's session storage
  const WORDS = JSON.parse(document.getElementById("link-words").textContent);
  const main = document.querySelector("main");

  async function open() {
    const key = location.hash.slice(1);
    if (!key) {
      return;
    }
    history.replaceState(null, "", location.pathname);
    say(WORDS.asking);
    let answer;
    while (!(answer = await exchange(key))) {
      say(WORDS.searching);
      await new Promise((resolve) => setTimeout(resolve, RETRY));
    }
    if (answer.ok) {
      sessionStorage.removeItem(SESSION); // it may be a session with another right
      location.replace("/");
    } else {
      say(answer.status === 429 ? WORDS.many : WORDS.ended, WORDS.help);
    }
  }

  /** Return the answer to a key, or undefined if the server cannot be reached. */
  function exchange(key) {
    const headers = { authorization: `Bearer ${encodeURIComponent(key)}` };
    return fetch("/link", { method: "POST", cache: "no-store", headers }).catch(() => undefined);
  }

  function say(...texts) {
    main.replaceChildren(
      ...texts.map((text) => Object.assign(document.createElement("p"), { textContent: text })),
    );
  }

  window.addEventListener("hashchange", open);
  open();
})();
