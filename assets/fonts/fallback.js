// Answers Flutter's requests for fonts with characters that the app's own fonts lack.
//
// Flutter knows a font for every script, many of them large, and requests one whenever such a
// character is drawn. We have one, for emoji in one colour. For any other character Flutter gets
// nothing, without a request, and draws an empty box.

(() => {
  const EMOJI = "fonts/NotoEmoji.woff";
  const ASKED = /\bassets\/fonts\/noto(coloremoji|sanssymbols)?\w*\//;
  const plainFetch = globalThis.fetch;
  const nothing = () => new Response();
  let emoji; // the font, once it was requested

  async function emojiFont() {
    emoji ??= plainFetch(EMOJI).then((response) => response.blob());
    try {
      return new Response(await emoji);
    } catch {
      emoji = undefined;
      return nothing();
    }
  }

  globalThis.fetch = async (wanted, ...more) => {
    const asked = ASKED.exec(String(wanted.url ?? wanted));
    if (!asked) {
      return plainFetch(wanted, ...more);
    }
    return asked[1] ? emojiFont() : nothing(); // some emoji are symbols to Flutter
  };

  // What was requested before there was a service worker is requested again, so that it is stored.
  navigator.serviceWorker?.addEventListener("controllerchange", () => emoji && plainFetch(EMOJI));
})();
