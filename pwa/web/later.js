// Loads the part of Flet's client that a start does not run (see later.py). The client cannot wait for
// what it calls: so it runs when the part is there as text, and the part is run when it is called.

const FILE = "main.later.js";
/** The version of the part that the page's policy allows. */
const { client: VERSION } = document.documentElement.dataset;

let text = "";
let brought;

/** Called by the part when it is run. Once a newer version has taken over, it may be of that one. */
globalThis.clientBrings = (version, functions) => {
  if (version === VERSION) {
    brought = functions;
    text = "";
  }
};

/** Called by the client when it needs the part. The page's policy allows this script, by its hash. */
globalThis.clientNeeds = () => {
  if (!brought) {
    const script = document.createElement("script");
    script.textContent = text;
    document.head.append(script);
    script.remove();
  }
  return brought;
};

/** Fetch the part as text. */
export async function fetchLater() {
  const response = await fetch(FILE);
  text = await response.text();
}

/**
 * Throw if the client or its part is not of the page's version: a server may have moved to another
 * one since it sent the page. A client that names no version calls no part.
 */
export function checkLater() {
  const { clientVersion = VERSION } = globalThis;
  if (clientVersion !== VERSION || !text.startsWith(`clientBrings("${VERSION}"`)) {
    throw new TypeError(`${FILE}: of another version`);
  }
}

/** Load the part beside all else; until then its text is run if the part is called. */
export function loadLater() {
  if (!brought) {
    const script = document.createElement("script");
    script.src = FILE;
    script.onload = script.onerror = () => script.remove();
    document.head.append(script);
  }
}
