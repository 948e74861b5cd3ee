// Loads the page anew when the browser has taken WebGL's context from Flutter.
//
// Phones do so to pages in the background, and when the graphics driver fails. Flutter does not
// recover: compiled to WebAssembly it leaves its last picture on the screen, whatever is tapped, and
// with CanvasKit it leaves an empty page. What was shown is stored, so a new start loses nothing.

(() => {
  const YOUNGEST = 5_000; // ms; a page that can never draw does not start more often
  const watched = new WeakSet();

  for (const { prototype } of [HTMLCanvasElement, globalThis.OffscreenCanvas].filter(Boolean)) {
    const { getContext } = prototype;
    prototype.getContext = function (kind, ...more) {
      if (/^webgl/.test(kind) && !watched.has(this)) {
        watched.add(this);
        this.addEventListener("webglcontextlost", () => isDrawnOn(this) && startAnew());
      }
      return getContext.call(this, kind, ...more);
    };
  }

  /** Flutter tries on a canvas of one pixel whether there is WebGL. */
  function isDrawnOn({ width }) {
    return width > 1;
  }

  /** Load the page anew as soon as somebody looks at it. */
  function startAnew() {
    const reload = () => document.hidden || location.reload();
    document.addEventListener("visibilitychange", reload);
    setTimeout(reload, YOUNGEST - performance.now());
  }
})();
