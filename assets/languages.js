// Removes the device's languages that are not valid language tags.
//
// Flutter creates an `Intl.Locale` for each of them, which throws for the values of some systems,
// such as "C", and then never starts. So `navigator` returns only tags, and at least one.

(() => {
  const ALWAYS_SPOKEN = "de";
  const { get: languages } = Object.getOwnPropertyDescriptor(Navigator.prototype, "languages");

  function valid() {
    const tags = languages.call(navigator)?.filter(isLanguageTag) ?? [];
    return Object.freeze(tags.length ? tags : [ALWAYS_SPOKEN]);
  }

  function isLanguageTag(name) {
    try {
      return Boolean(new Intl.Locale(name));
    } catch {
      return false;
    }
  }

  Object.defineProperties(navigator, {
    languages: { configurable: true, get: valid },
    language: { configurable: true, get: () => valid()[0] },
  });
})();
