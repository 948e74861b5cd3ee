// Loads the part of Flet's client that a start does not run (see later.py).

const FILE = "main.later.js";
const { fetch } = globalThis; // as it is before others count what arrives
const brought = new Map(); // the functions of each version, by its name

let text = "";
let tell = () => {};

/** Called by the part when it has been loaded. */
globalThis.clientBrings = (version, functions) => {
  brought.set(version, functions);
  text = "";
};

/** Called by the client when it needs the part: if it is not there yet, it is loaded at once. */
globalThis.clientNeeds = (version) => {
  if (!brought.has(version)) {
    loadAtOnce();
  }
  const functions = brought.get(version);
  if (!functions) {
    throw told(new TypeError(`${FILE}: of another version`));
  }
  return functions;
};

/**
 * Have the part's text at hand, from where the app is stored: WebKit asks no service worker for what
 * a page waits for.
 */
export async function holdLater() {
  const response = await fetch(FILE).catch(() => null);
  const all = response?.ok ? await response.text() : "";
  if (!brought.size) {
    text = all;
  }
}

/** Load the part while nothing waits for it. If that fails, it is loaded when it is needed. */
export function loadLater() {
  const script = document.createElement("script");
  script.src = FILE;
  document.head.append(script);
}

/** Call `failed(error)` if the part is needed, but cannot be loaded. */
export function watchLater(failed) {
  tell = failed;
}

/** The client cannot wait. The page's policy allows this one script, by its hash. */
function loadAtOnce() {
  const script = document.createElement("script");
  script.textContent = text || waitForText();
  document.head.append(script);
  script.remove();
}

function waitForText() {
  const request = new XMLHttpRequest();
  request.open("GET", FILE, false);
  try {
    request.send();
  } catch (error) {
    throw told(new TypeError(`${FILE}: ${error.message}`));
  }
  if (request.status !== 200) {
    throw told(new TypeError(`${FILE}: ${request.status}`));
  }
  return request.responseText;
}

function told(error) {
  tell(error);
  return error;
}
