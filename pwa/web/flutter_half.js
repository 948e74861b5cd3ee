// Flutter's half of the app: what draws, and hears taps.

const base = new URL(document.baseURI).pathname;

/** Which of the two drawing engines this browser takes: Chromium has half of it built in. */
export const canvasKit =
  Intl.v8BreakIterator && Intl.Segmenter && globalThis.ImageDecoder ? "chromium" : "full";

/**
 * Start it. `connect(onMessage)` is asked for Python when Flutter is ready and resolves once that
 * is; `send(message)` takes what Flutter tells Python.
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
