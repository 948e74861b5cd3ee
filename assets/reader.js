// Reads QR codes, with the camera or from a picture. No picture leaves the page: only the text of a
// code does. This is loaded when it is first wanted, and brings the decoder along.

import { decodeQR } from "./qr/decode.js";

const GUARD = 500; // how long the layer stays when all is read, in ms: a late tap on it hits nothing
const PAUSE = 40; // between two looks at what the camera shows, in ms
const LARGEST_FRAME = 1_280; // the longer side of what is decoded, in pixels
const LARGEST_PICTURE = 2_048; // a picture may show a code from afar
const MOST_BYTES = 50_000_000; // of a picture
const TIME_FOR_PICTURE = 2_000; // for everything that may be tried on a picture, in ms
const CAMERA = {
  video: { facingMode: "environment", width: { ideal: 1_280 }, height: { ideal: 720 } },
};
/** Why there is no camera, by the error's name; any other is "missing". */
const REFUSALS = {
  NotAllowedError: "refused",
  SecurityError: "refused",
  NotReadableError: "busy",
  AbortError: "busy",
};

const canvas = document.createElement("canvas");
const drawing = canvas.getContext("2d", { willReadFrequently: true });
let layer; // the newest; it stays when it is closed, and then tells why

/**
 * Say a line, and return what is read next: the `text` of a code, which is not the same twice
 * running; why a picture is `unread`; or why the layer has `ended`. With a `way`, "camera" or
 * "picture", the layer is opened anew. Null closes it, for there is no more to read.
 */
export async function read(wanted) {
  if (wanted === null) {
    layer?.finish();
    return { ended: "closed" };
  }
  if (wanted.way) {
    close();
    await style();
    layer = wanted.way === "camera" ? new CameraLayer(wanted) : new PictureLayer(wanted);
  }
  layer.say(wanted.line);
  return layer.next();
}

/** Close the layer, if it is open. */
export function close() {
  layer?.end("closed");
}

/** Close what uses the camera; to choose a picture, a phone may hide the page. */
function closeCamera() {
  if (layer instanceof CameraLayer) {
    close();
  }
}

/** What lies over the app while codes are read: what is to do, and the key that ends it. */
class Layer {
  ended; // why, once it has
  #dialog = document.createElement("dialog");
  #line = element("p", { role: "status" });

  constructor({ way, name, cancel }, shown, keys) {
    const leave = element("button", {}, cancel);
    leave.addEventListener("click", () => this.end("cancelled"));
    const panel = element("div", { class: "panel" });
    panel.append(this.#line, ...keys, leave);
    this.#dialog.id = "reader";
    this.#dialog.className = way;
    this.#dialog.setAttribute("aria-label", name);
    this.#dialog.append(...shown, panel);
    this.#dialog.addEventListener("cancel", () => this.end("cancelled")); // Escape, or a way back
    this.#dialog.tabIndex = -1;
    document.body.append(this.#dialog);
    this.#dialog.showModal();
    this.#dialog.focus(); // and no key, which Enter once too often would press
  }

  say(line) {
    this.#line.textContent = line;
  }

  /** Take no more taps, and close a little later: the next page may have a key in the same place. */
  finish() {
    if (!this.ended) {
      this.ended = "closed";
      this.#dialog.inert = true;
      setTimeout(() => this.end("closed"), GUARD);
    }
  }

  end(why) {
    this.ended ??= why;
    this.#dialog.close();
    this.#dialog.remove();
  }
}

class CameraLayer extends Layer {
  #video;
  #stream;
  #last; // the text that was read last
  #goOn = () => {};

  constructor(wanted) {
    const video = element("video", { "aria-hidden": true });
    Object.assign(video, { muted: true, playsInline: true });
    const view = element("div", { class: "view" });
    view.append(video, element("div", { class: "frame" }));
    super(wanted, [view], []);
    this.#video = video;
    this.#start();
  }

  async #start() {
    if (!navigator.mediaDevices) {
      this.end(isSecureContext ? "missing" : "insecure");
      return;
    }
    try {
      this.#stream = await navigator.mediaDevices.getUserMedia(CAMERA);
      this.#stream.getTracks().forEach((track) => (track.onended = () => this.end("busy")));
      this.#video.srcObject = this.#stream;
      await this.#video.play();
    } catch (error) {
      this.end(REFUSALS[error.name] ?? "missing");
    }
    if (this.ended) {
      this.#stop(); // it was closed before the camera was there
    }
  }

  /** Look until there is another code than before. */
  async next() {
    while (!this.ended) {
      const text = this.#look();
      if (text !== undefined && text !== this.#last) {
        this.#last = text;
        return { text };
      }
      await new Promise((go) => {
        this.#goOn = go;
        setTimeout(go, PAUSE);
      });
    }
    return { ended: this.ended };
  }

  #look() {
    const { videoWidth: width, videoHeight: height } = this.#video;
    return width ? decoded(this.#video, width, height, LARGEST_FRAME) : undefined;
  }

  finish() {
    super.finish();
    this.#stop();
  }

  end(why) {
    super.end(why);
    this.#stop();
    this.#goOn(); // the app is told before the next tap, which may be for the camera again
  }

  #stop() {
    this.#stream?.getTracks().forEach((track) => track.stop());
    this.#video.srcObject = null;
  }
}

class PictureLayer extends Layer {
  #tell = () => {};

  constructor(wanted) {
    const file = element("input", { type: "file", accept: "image/*", hidden: true });
    const choose = element("button", { class: "main" }, wanted.choose);
    super(wanted, [file], [choose]);
    choose.addEventListener("click", () => file.click());
    file.addEventListener("change", () => this.#take(file));
    if (navigator.userActivation?.isActive) {
      file.click(); // the tap that opened the layer was for this
    }
  }

  next() {
    return new Promise((tell) => {
      this.#tell = tell;
      if (this.ended) {
        tell({ ended: this.ended });
      }
    });
  }

  async #take(input) {
    const [file] = input.files;
    input.value = ""; // the same may be chosen again
    this.#tell(await readPicture(file));
  }

  end(why) {
    super.end(why);
    this.#tell({ ended: this.ended });
  }
}

async function readPicture(file) {
  if (file.size > MOST_BYTES) {
    return { unread: "large" };
  }
  let picture;
  try {
    picture = await createImageBitmap(file);
  } catch {
    return { unread: "unreadable" };
  }
  const { width, height } = picture;
  const text = decoded(picture, width, height, LARGEST_PICTURE, { timeLimit: TIME_FOR_PICTURE });
  picture.close();
  return text === undefined ? { unread: "nothing" } : { text };
}

/** Return the text of the code in a picture, which is made smaller if it is large. */
function decoded(picture, width, height, longest, options) {
  const scale = Math.min(1, longest / Math.max(width, height));
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  drawing.drawImage(picture, 0, 0, canvas.width, canvas.height);
  try {
    return decodeQR(drawing.getImageData(0, 0, canvas.width, canvas.height), options);
  } catch {
    return undefined; // there is none, or it cannot be read
  }
}

/** Load the look of the layer, once. */
function style() {
  if (document.getElementById("reader-look")) {
    return;
  }
  const href = new URL("reader.css", import.meta.url).href;
  const link = element("link", { id: "reader-look", rel: "stylesheet", href });
  return new Promise((loaded, failed) => {
    link.addEventListener("load", loaded);
    link.addEventListener("error", () => {
      link.remove();
      failed(new Error(href));
    });
    document.head.append(link);
  });
}

function element(kind, attributes, text = "") {
  const made = document.createElement(kind);
  Object.entries(attributes).forEach(([name, value]) => made.setAttribute(name, value));
  made.textContent = text;
  return made;
}

document.addEventListener("visibilitychange", () => document.hidden && closeCamera());
addEventListener("popstate", () => layer?.end("cancelled"));
addEventListener("pagehide", close);
