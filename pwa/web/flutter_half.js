// Flutter's half of the app: it draws the screen and receives taps.

const base = new URL(document.baseURI).pathname;

/** The drawing engine for this browser: Chromium has half of it built in. */
export const canvasKit =
  Intl.v8BreakIterator && Intl.Segmenter && globalThis.ImageDecoder ? "chromium" : "full";

/**
 * Start Flutter. When it is ready, it calls `connect(onMessage)`, which resolves when Python is
 * ready too. It calls `send(message)` for each message to Python.
 */
export async function startFlutter({ connect, send, disconnect }) {
  const config = {
    entrypointBaseUrl: base,
    assetBase: base,
    renderer: "canvaskit",
    canvasKitVariant: canvasKit,
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
    jsConnect: (_app, _args, onMessage) => connect(onMessage),
    jsSend: async (_app, message) => send(message),
    jsDisconnect: async () => disconnect(),
  });
  const { _flutter: flutter } = globalThis;
  flutter.buildConfig = {
    builds: [{ compileTarget: "dart2js", renderer: config.renderer, mainJsPath: "main.dart.js" }],
  };
  await flutter.loader.load({
    config,
    onEntrypointLoaded: async (engine) => (await engine.initializeEngine(config)).runApp(),
  });
}
