// Flutter's half of the app: it draws the screen and receives taps.

import { kit } from "./kit.js";
import { checkLater, fetchLater, loadLater } from "./later.js";
import { LaterPart } from "./later_wasm.js";

const base = new URL(document.baseURI).pathname;

/** Flet's client and what it draws with, as Flutter calls them, by the kit. */
const BUILDS = {
  wasm: {
    compileTarget: "dart2wasm",
    renderer: "skwasm",
    mainWasmPath: "main.dart.wasm",
    jsSupportRuntimePath: "main.dart.wasm.js",
  },
  script: { compileTarget: "dart2js", renderer: "canvaskit", mainJsPath: "main.dart.js" },
};

/** Whether what a start does not run comes later. */
const isInParts = kit === "script";
/** What Flutter draws with in the script kit. */
const drawing = new LaterPart("canvaskit/canvaskit.later.wasm");

/**
 * Start Flutter. When it is ready, it calls `connect(onMessage)`, and then `send(message)` for each
 * message to Python, which hears them when it is ready, too.
 */
export async function startFlutter({ connect, send, disconnect }) {
  const build = BUILDS[kit];
  const config = {
    entrypointBaseUrl: base,
    assetBase: base,
    renderer: build.renderer,
    canvasKitVariant: "full",
    canvasKitBaseUrl: `${base}canvaskit/`,
    fontFallbackBaseUrl: "assets/fonts/",
  };
  // Flet's client looks for these names.
  Object.assign(globalThis, {
    flet: {
      ...config,
      pyodide: true,
      noCdn: true,
      multiView: false,
      routeUrlStrategy: "hash",
      webRenderer: config.renderer,
    },
    jsConnect: async (_app, _args, onMessage) => {
      const goOn = holdFrames();
      connect((message) => {
        goOn();
        onMessage(message);
      });
    },
    jsSend: async (_app, message) => send(message),
    jsDisconnect: async () => disconnect(),
  });
  drawing.join();
  const { _flutter: flutter } = globalThis;
  flutter.buildConfig = { builds: [build] };
  const loading = new Promise((resolve, reject) => {
    flutter.loader.load({ config, onEntrypointLoaded: resolve }).catch(reject);
  });
  const fetching = isInParts && Promise.all([drawing.fetch(), fetchLater()]);
  const [engine] = await Promise.all([loading, fetching]);
  if (isInParts) {
    checkLater();
    drawing.check();
  }
  (await engine.initializeEngine(config)).runApp();
}

/** Load what a start does not run, beside all else. */
export function loadLaterParts() {
  if (isInParts) {
    drawing.load();
    loadLater();
  }
}

/**
 * Let Flutter draw nothing until the returned function is called. While it waits for Python, a
 * wheel turns beneath the picture of the slate, and to draw it can take as long as Python's start.
 */
function holdFrames() {
  const { requestAnimationFrame } = globalThis;
  let held = [];
  globalThis.requestAnimationFrame = (draw) => (held ? held.push(draw) : requestAnimationFrame(draw));
  return () => {
    if (held) {
      globalThis.requestAnimationFrame = requestAnimationFrame;
      held.forEach((draw) => requestAnimationFrame(draw));
      held = null; // somebody may have kept the function
    }
  };
}
