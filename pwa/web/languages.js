// The languages of the device, as far as they are language tags.

const ALWAYS_SPOKEN = "de";

/**
 * Let `navigator` name language tags only, and at least one. Flutter makes an `Intl.Locale` of
 * each, which throws for what some systems name: "C", say.
 */
export function nameOnlyLanguageTags() {
  const { get: languages } = Object.getOwnPropertyDescriptor(Navigator.prototype, "languages");
  const valid = () => {
    const tags = languages.call(navigator)?.filter(isLanguageTag) ?? [];
    return Object.freeze(tags.length ? tags : [ALWAYS_SPOKEN]);
  };
  Object.defineProperties(navigator, {
    languages: { configurable: true, get: valid },
    language: { configurable: true, get: () => valid()[0] },
  });
}

function isLanguageTag(name) {
  try {
    return Boolean(new Intl.Locale(name));
  } catch {
    return false;
  }
}
