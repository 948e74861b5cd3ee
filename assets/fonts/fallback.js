// Answers Flutter's requests for fonts with characters that the app's own fonts lack.
//
// Flutter knows a font for every script, many of them large, and requests one whenever such a
// character is drawn. We have one, for emoji in one colour. For any other character Flutter gets
// nothing, without a request, and draws an empty box.

(() => {
  const EMOJI = "fonts/NotoEmoji.woff";
  const ASKED = /\bassets\/fonts\/noto(coloremoji|sanssymbols)?\w*\//;
  const LAST = "fonts/CaveatBrush-Figures.ttf"; // the last of the app's own fonts
  const plainFetch = globalThis.fetch;
  const nothing = () => new Response();
  let hasOwn = false;
  let emoji; // the font, once it was requested

  /** To Flutter some emoji are symbols; so is every letter, until the app's own fonts are there. */
  const isEmoji = (kind) => kind === "coloremoji" || (kind === "sanssymbols" && hasOwn);

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
    const address = String(wanted.url ?? wanted);
    const asked = ASKED.exec(address);
    if (asked) {
      return isEmoji(asked[1]) ? emojiFont() : nothing();
    }
    const response = await plainFetch(wanted, ...more);
    hasOwn ||= address.endsWith(LAST);
    return response;
  };

  // What was requested before there was a service worker is requested again, so that it is stored.
  navigator.serviceWorker?.addEventListener("controllerchange", () => emoji && plainFetch(EMOJI));
})();
