// Which engine the browser has, where engines differ in what no page can ask for.

/** Whether this page is in WebKit, as in Safari and all browsers of an iPhone. Workers are not told. */
export const isPageInWebKit = Boolean(navigator.vendor?.startsWith("Apple"));
