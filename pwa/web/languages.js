// Removes the device's languages that are not valid language tags.

const ALWAYS_SPOKEN = "de";

/**
 * Let `navigator` return only language tags, and at least one. Flutter creates an `Intl.Locale` for
 * each, which throws for the values of some systems, such as "C".
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
