/* Draws the slate from the last commit's snapshot at once, while the app starts in the background.

   Values of the snapshot become text nodes, or select one of our signs by name. The snapshot is read
   strictly; if anything in it is invalid, an empty slate is drawn instead. The graph of its keys is
   another file; if that is invalid, the slate has none. */
(() => {
  "use strict";

  const VERSION = 7;
  const DATABASE = "knoddel";
  const STORE = "files";
  const SNAPSHOT = "/waking.json";
  const GRAPH = "/ahead.json";
  const WAITING = "/waiting.json";
  const OWN_DATA = /^\/(?:evenings\/|(?:library|book)\.(?:json|previous)$|(?:waiting|not-written)\.json$)/;
  const LARGEST = 100_000;
  const LONGEST_TEXT = 4_000;
  const MOST_SIDES = 8;
  const MOST_LINES = 120;
  const FACING = 2;
  const NAMED = ["above", "beside", "in_a_row"];
  const THEMES = ["light", "dark", "black"];
  const WIDE = 640;
  const SHORT = 720;
  const LARGE = 1.3;
  const WIDEST = 560;
  const STRIP = 16; /* between the halves for two sides */
  const BUNDLE = 5;
  const LEAST_FIGURES = 2;
  const LEAST_FIGURE = 1; /* rem, of the score in a half */
  const MEGABYTE = 1_000_000;
  const AT_FIRST = 500; /* milliseconds in which new buttons take no tap */
  const HANGS = 10_000; /* milliseconds after which the database is taken to hang */
  const SLOW = 600; /* milliseconds after which it is told that a tap is not kept yet */
  const LONG_ENOUGH = 2_000; /* milliseconds, for reading what is drawn first, and for a newer version */

  /* Signs in a square of 24 by 24 units: paths, and whether they are filled. */
  const SIGNS = {
    menu: ["M3 6.5h18M3 12h18M3 17.5h18"],
    more: ["M7 9.5l5 5 5-5"],
    close: ["M6.5 6.5l11 11M17.5 6.5l-11 11"],
    undo: ["M8 6.5 4 10.5l4 4M4.5 10.5h9.5q5 0 6.5 6"],
    redo: ["M16 6.5l4 4-4 4M19.5 10.5h-9.5q-5 0-6.5 6"],
    carried: ["M5 4v11h13M13.5 10.5 18 15l-4.5 4.5"],
    home_outlined: ["M3 12l9-8 9 8M6 9.500V20h4v-6h4v6h4V9.5"],
    style_outlined: ["M8.5 5.2 16 2.200l5 12.5-7.5 3zM6 8v11.500M3.5 10.500v7"],
    campaign_outlined: ["M3.5 10v4h4.500l5 3.500v-11L8 10zM6.5 14v5M17 12h4M16.5 8l3-2M16.5 16l3 2"],
    sports_bar: ["M4.5 10.8h10V20h-10zM15.3 11.5h4.5v6.5h-4.5v-1.9h2.6v-2.7h-2.6zM4.5 9.8a2.5 2.5 0 0 1 0-5 4 4 0 0 1 6.5-1.3 3 3 0 0 1 3.5 6.3z", true],
    breakfast_dining: ["M7 3h10c5 0 6.5 6 3 8v10H4V11C.5 9 2 3 7 3z", true],
    emoji_events_outlined: ["M7 4h10v6q0 5-5 5t-5-5zM7 6H3.500q0 5 4 5.500M17 6h3.500q0 5-4 5.500M12 15v5M8 20h8"],
    bakery_dining: ["M2.5 17Q3 8.5 12 7t9.5 10l-4-.5-2.5-6 .5 6h-7l.5-6-2.5 6z", true],
    star: ["M12 3l2.7 6.1 6.6.6-5 4.4 1.5 6.500L12 17.200l-5.8 3.4 1.5-6.5-5-4.4 6.6-.6z", true],
  };
  /* Hand-drawn strokes, in multiples of their height: four upright, the fifth across. */
  const STROKES = [
    [0.2, 0.02, 0.16, 0.98],
    [0.44, 0.06, 0.42, 1],
    [0.7, 0, 0.65, 0.95],
    [0.94, 0.04, 0.93, 1],
    [0.04, 0.8, 1.1, 0.22],
  ];

  class Damaged extends Error {}

  /* Reading: each function returns the valid value, or throws. */

  function must(holds) {
    if (!holds) throw new Damaged();
  }

  function text(value) {
    must(typeof value === "string" && value.length <= LONGEST_TEXT);
    return value;
  }

  function number(value, low, high) {
    must(typeof value === "number" && value >= low && value <= high);
    return value;
  }

  function count(value, most = 100_000) {
    must(Number.isInteger(value));
    return number(value, 0, most);
  }

  function flag(value) {
    must(typeof value === "boolean");
    return value;
  }

  function list(value, most, read, least = 0) {
    must(Array.isArray(value) && value.length >= least && value.length <= most);
    return value.map(read);
  }

  function object(value) {
    must(typeof value === "object" && value !== null && !Array.isArray(value));
    return value;
  }

  function parts(value, ...reads) {
    must(Array.isArray(value) && value.length === reads.length);
    return reads.map((read, place) => read(value[place]));
  }

  const orNull = (read) => (value) => (value === null ? null : read(value));
  const size = (value) => number(value, 0, 1_000);
  const position = (value) => number(value, 0, 100_000);

  function written(value) {
    return typeof value === "number" ? count(value, 1_000) : parts(value, text, text);
  }

  function token(value) {
    const isCorrected = Array.isArray(value) && value.length === 3;
    const [it, was, isStruck] = isCorrected ? parts(value, written, text, flag) : [written(value), "", false];
    return { written: it, was, isStruck };
  }

  function side(value) {
    const it = object(value);
    return {
      name: text(it.name),
      nameSize: size(it.name_size),
      score: text(it.score),
      scoreSize: size(it.score_size),
      crosses: orNull((crosses) => parts(crosses, text, text))(it.crosses),
      won: list(it.won, 4, wonSign),
    };
  }

  const wonSign = (won) => parts(won, text, count, (slots) => count(slots, 20), (most) => count(most, 100), size, size, count);

  function named(value) {
    must(NAMED.includes(value));
    return value;
  }

  const ofBoth = (value, read) => list(value, FACING, read, FACING);
  const scoreInHalf = (value) => parts(value, size, named);
  const toldInHalf = (value) => list(value, 4, (told) => parts(told, text, text));

  /* The halves for two sides that each read the slate upright. */
  function halves(value) {
    const it = object(value);
    const [panel, score] = [position(it.panel), scoreInHalf(it.score)];
    return {
      lies: flag(it.lies),
      panels: [panel, panel],
      scores: [score, score],
      names: ofBoth(it.names, text),
      won: ofBoth(it.won, (won) => list(won, 4, wonSign)),
      told: toldInHalf(it.told),
    };
  }

  /* What changes in the halves with a tap. */
  function halvesAhead(value) {
    const it = object(value);
    return { scores: ofBoth(it.scores, scoreInHalf), told: toldInHalf(it.told) };
  }

  function evening(value) {
    const it = object(value);
    const sides = list(it.sides, MOST_SIDES, side, FACING);
    const columns = sides.length;
    const line = (raw) => {
      must(Array.isArray(raw) && raw.length === columns + 1);
      return { size: size(raw[0]), tokens: raw.slice(1).map(orNull(token)) };
    };
    return {
      sides,
      halves: it.halves === undefined ? null : halves(it.halves),
      title: text(it.title),
      running: text(it.running),
      finished: text(it.finished),
      mark: orNull((mark) => parts(mark, count, text))(it.mark),
      said: list(it.said, 8, text),
      carried: list(it.carried, columns, (points) => count(points)),
      lines: list(it.lines, MOST_LINES, line),
      newest: count(it.newest, MOST_LINES),
      end: list(it.end, 20, text),
      who: parts(it.who, text, text),
      last: text(it.last),
      nothing: it.nothing === undefined ? "" : text(it.nothing),
      why: text(it.why),
      can: parts(it.can, flag, flag),
      sizes: parts(it.sizes, size, size),
      screen: parts(it.screen, position, position, (scale) => number(scale, 0.1, 20)),
      layout: parts(it.layout, position, flag, flag, (zoom) => number(zoom, 1, 20)),
    };
  }

  /* Where an evening is in the graph of what can be tapped. */
  function whereabouts(value) {
    const it = object(value);
    return { graph: text(it.graph), evening: text(it.key), revision: text(it.revision), start: count(it.start) };
  }

  function json(bytes) {
    must(bytes instanceof Uint8Array && bytes.length <= LARGEST);
    return object(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)));
  }

  function snapshot(bytes) {
    const nothing = { language: null, theme: null, leftHanded: false, evening: null, ahead: null };
    try {
      const it = json(bytes);
      must(it.version === VERSION);
      return {
        language: text(it.language),
        theme: orNull(text)(it.theme),
        leftHanded: it.left_handed !== undefined && flag(it.left_handed),
        evening: it.evening === undefined ? null : evening(it.evening),
        ahead: it.ahead === undefined ? null : whereabouts(it.ahead),
      };
    } catch {
      return nothing; // the app draws the slate later in any case
    }
  }

  /* The store */

  function settled(request) {
    return new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  }

  async function opened(use) {
    const opening = indexedDB.open(DATABASE); // of any version; a new one gets the store
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    const database = await settled(opening);
    try {
      return await use(database);
    } finally {
      database.close();
    }
  }

  const stored = (read) => opened((database) => read(database.transaction(STORE).objectStore(STORE)));
  const keptFiles = (...paths) => stored((files) => filesIn(files, paths));
  const filesIn = (files, paths) => Promise.all(paths.map((path) => settled(files.get(path))));

  /* The snapshot, what waits, and the graph, which is read apart: without one the slate is drawn all the same. */
  const drawnFirst = () => opened((database) => {
    const read = async (...paths) => filesIn(database.transaction(STORE).objectStore(STORE), paths);
    return Promise.all([read(SNAPSHOT, WAITING), read(GRAPH).catch(() => [])]);
  });

  /* Store the taps that wait in place of those that did; resolves to what is on the disk then. Rejects
     if another page has changed them, or may: this one may have slept since it was tapped on. */
  const keepWaiting = (before, taps) => opened(async (database) => {
    must(!isLeft);
    const transaction = database.transaction(STORE, "readwrite", { durability: "strict" });
    const stored = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    stored.catch(() => {}); // it is told below, if nothing else is
    const files = transaction.objectStore(STORE);
    must(String(await settled(files.get(WAITING))) === String(before));
    const content = taps.length ? new TextEncoder().encode(JSON.stringify(taps)) : undefined;
    if (content) files.put(content, WAITING);
    else files.delete(WAITING);
    await stored;
    return content;
  });

  /* What the database answers. Rejects if it does not answer for long: it may never do. */
  function answered(asked) {
    return new Promise((resolve, reject) => {
      setTimeout(reject, HANGS, "");
      asked.then(resolve, reject);
    });
  }

  /* All stored files in base64, by path, and the paths of those that cannot be read. */
  async function backup() {
    const paths = await answered(stored((files) => settled(files.getAllKeys())));
    const files = {};
    const unread = [];
    for (const path of paths.filter((one) => OWN_DATA.test(one))) {
      const [content] = await answered(keptFiles(path).catch(() => []));
      if (content) files[path] = base64(content);
      else unread.push(path);
    }
    return { content: JSON.stringify({ format: "knoddel-files", version: 1, files }, null, 1), unread };
  }

  function base64(bytes) {
    let characters = "";
    for (const byte of new Uint8Array(bytes)) characters += String.fromCharCode(byte);
    return btoa(characters);
  }

  function offer(name, content) {
    const address = URL.createObjectURL(new Blob([content], { type: "application/json" }));
    const link = element("a", "", { href: address, download: name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  }

  /* Drawing */

  function element(tag, className = "", attributes = {}, ...content) {
    const drawn = document.createElement(tag);
    if (className) drawn.className = className;
    for (const [name, value] of Object.entries(attributes)) drawn.setAttribute(name, value);
    drawn.append(...content.filter((part) => part !== null));
    return drawn;
  }

  /* Return a table's own property of any name; nothing inherited. */
  function own(table, name) {
    return Object.hasOwnProperty.call(table, name) ? table[name] : undefined;
  }

  const silent = { "aria-hidden": "true" };
  const rem = (pixels) => `${pixels / 16}rem`;
  /* How large text is beside its usual size, as Flutter reckons it. */
  const textScale = () => parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
  const { graph, taps, Keys } = globalThis.wakingKeys({ must, text, number, count, flag, list, object, parts, orNull, own, element, rem, shape, strokes, textScale, said: (key) => said(key) });

  function svg(tag, attributes) {
    const drawn = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) drawn.setAttribute(name, value);
    return drawn;
  }

  function icon(name, pixels, className = "") {
    const [path, filled] = own(SIGNS, name) || [""];
    return shape(path, pixels, `${filled ? "filled" : "lined"} ${className}`);
  }

  function shape(path, pixels, className = "lined") {
    const drawn = svg("svg", { viewBox: "0 0 24 24", width: pixels, height: pixels, ...silent });
    drawn.setAttribute("class", `icon ${className}`);
    drawn.append(svg("path", { d: path }));
    return drawn;
  }

  function strokes(amount, height, className = "") {
    const row = element("span", `strokes ${className}`);
    for (let left = amount; left > 0; left -= BUNDLE) {
      const bundle = Math.min(left, BUNDLE);
      const width = Math.min(bundle, 4) * 0.26 + 0.28;
      const drawn = svg("svg", {
        viewBox: `0 0 ${width} 1`, width: width * height, height, class: "bundle", ...silent,
      });
      for (const [x1, y1, x2, y2] of STROKES.slice(0, bundle)) {
        drawn.append(svg("line", { x1, y1, x2, y2, "stroke-width": Math.max(2 / height, 0.11) }));
      }
      row.append(drawn);
    }
    return row;
  }

  function sign(name, pixels, className = "") {
    if (name !== "knoddel" && name !== "blob") return icon(name, pixels, className);
    const drawn = element("span", `${name} ${className}`, silent);
    drawn.style.width = drawn.style.height = `${pixels}px`;
    return drawn;
  }

  function wonSigns(it, place) {
    const drawn = [];
    for (const [name, amount, slots, most, pixels, figurePixels, landing] of it.won) {
      const isLanding = (one) => (one >= amount - landing && one < amount ? "landing" : "");
      const drawsAll = name === "stroke" && amount <= most;
      const figure = element("span", "figures times", {}, drawsAll ? `${amount}` : `×${amount}`);
      figure.style.fontSize = rem(figurePixels);
      if (landing) figure.classList.add("landing");
      if (drawsAll) {
        drawn.push(figure, strokes(amount, pixels));
      } else if (name === "stroke") {
        drawn.push(strokes(1, pixels), figure);
      } else if (slots) {
        for (let slot = 0; slot < slots; slot += 1) {
          drawn.push(sign(name, pixels, `${slot < amount ? "full" : ""} ${isLanding(slot)}`));
        }
        drawn.push(element("span", "gap"));
      } else if (amount > most) {
        drawn.push(sign(name, pixels), figure);
      } else {
        for (let one = 0; one < amount; one += 1) drawn.push(sign(name, pixels, isLanding(one)));
      }
    }
    return element("div", `column of-${place}`, {}, ...drawn);
  }

  function nameOf(it, place, mark, columns) {
    const marked = mark !== null && mark[0] === place;
    const facing = columns === FACING;
    const name = element("bdi", "name", {}, it.name);
    if (it.nameSize) name.style.fontSize = rem(it.nameSize);
    const drawn = marked ? icon(mark[1], facing ? 20 : 18) : element("span", "no-mark");
    const around = facing ? [drawn, name, element("span", "no-mark")] : [drawn, name];
    return element("div", `column side-${place}`, {}, ...(place === 1 && facing ? around.reverse() : around));
  }

  function scoreOf(it) {
    const figure = element("div", "figures figure", {}, it.score);
    figure.style.fontSize = rem(it.scoreSize);
    if (!it.crosses) return element("div", "column", {}, figure);
    const row = element("div", "figures crosses");
    row.style.fontSize = figure.style.fontSize;
    it.crosses.forEach((crosses, wiped) => {
      for (const cross of crosses) row.append(element(wiped ? "s" : "span", "", {}, cross));
    });
    return element("div", "column counted", {}, row, figure);
  }

  function tokenOf(it, pixels, strokePixels) {
    if (it === null) return [];
    const { written: now, was, isStruck } = it;
    const crossed = isStruck ? "s" : "span";
    const [change, total] = typeof now === "number" ? ["", null] : now;
    const figure = total === null ? strokes(now, strokePixels) : element(crossed, "figures total", {}, total);
    if (total !== null) figure.style.fontSize = rem(pixels);
    if (!change && !was) return [figure];
    const small = element("span", "change");
    if (was) small.append(element("s", "", {}, was));
    if (was && change) small.append(" ");
    if (change) small.append(element(crossed, "", {}, change));
    small.style.fontSize = rem(pixels / 2);
    return [small, " ", figure];
  }

  function facingLines(it) {
    const newest = it.lines[it.newest - 1];
    const columns = it.sides.map(({ name }, place) => {
      const column = element("ol", "column", { "aria-label": name });
      if (it.carried[place]) {
        const figure = element("span", "figures total", {}, `${it.carried[place]}`);
        figure.style.fontSize = rem(it.sizes[0]);
        const carried = element("li", "token carried", {}, icon("carried", 17), figure);
        column.append(carried);
      }
      for (const line of it.lines) {
        if (line.tokens[place] === null) continue;
        const isNewest = line === newest ? " newest" : "";
        const drawn = tokenOf(line.tokens[place], line.size, it.sizes[1]);
        column.append(element("li", `token side-${place}${isNewest}`, {}, ...drawn));
      }
      return column;
    });
    return element("div", "lines columns", {}, ...columns);
  }

  function linesAcross(it) {
    const lines = it.lines.map((line, place) => {
      const columns = line.tokens.map((one) => element("div", "column", {}, ...tokenOf(one, line.size, it.sizes[1])));
      const isNewest = place === it.newest - 1 ? " newest" : "";
      return element("li", `line columns${isNewest}`, {}, ...columns);
    });
    return element("div", "lines", {}, element("ol", "", {}, ...lines));
  }

  /* What was written last. On an empty slate nobody is asked to tap where there are no keys. */
  const lastOf = (it) => (isAwake() ? it.last : it.nothing || it.last);

  function beneathLast(it) {
    if (isAwake()) return isBeside() ? null : notice;
    return it.why ? element("span", "why", silent, it.why) : null;
  }

  function slate(it, shape) {
    const columns = it.sides.length;
    const row = (className, drawn) => element("div", `columns ${className}`, {}, ...drawn);
    const signs = row("signs", it.sides.map(wonSigns));
    const score = row(it.end.length ? "score over" : "score", it.sides.map(scoreOf));
    for (const seen of [signs, score]) seen.setAttribute("aria-hidden", "true");
    const said = element("div", "said", {}, ...it.said.map((one) => element("p", "", {}, one)));
    const rules = element("div", "rules columns", silent, ...it.sides.map(() => element("i", "column")));
    const lines = columns === FACING ? facingLines(it) : linesAcross(it);
    const end = it.end.map((sentence) => element("p", "end", {}, sentence));
    const placed = columns === FACING ? [element("div", "place", {}, lines), ...end] : [element("div", "place", {}, lines, ...end)];
    const sight = end.length && shape.scrolls ? end : placed;
    const isFilled = it.lines.length || end.length || it.carried.some(Boolean);
    const names = row("names", it.sides.map((one, place) => nameOf(one, place, it.mark, columns)));
    return [
      element("div", "board", {}, rules, names, said, signs, score, element("div", isFilled ? "sight filled" : "sight", {}, ...sight)),
      element("p", "who", { "aria-label": it.who[1] }, it.who[0]),
      element("div", "last", {},
        it.waits && !isClosed ? takeBackKey() : icon("undo", 24, it.can[0] ? "can" : "cannot"),
        element("div", "what", {}, element("p", "", {}, lastOf(it)), beneathLast(it)),
        icon("redo", 24, it.can[1] ? "can" : "cannot"),
      ),
    ];
  }

  /* The half of a side: its own score first; the keys' place stays free. */
  function halfOf(it, place, shape) {
    const { names, won, told } = it.halves;
    const [figurePixels, where] = shape.scores[place];
    const scores = [place, 1 - place].map((side) => {
      const figure = element("div", "figures figure", {}, it.sides[side].score);
      figure.style.fontSize = rem(figurePixels);
      const name = element("bdi", `name side-${side}`, {}, names[side]);
      const signs = wonSigns({ won: won[side] }, side);
      return element("div", `side ${where}`, {}, element("div", "named", {}, name, signs), figure);
    });
    const score = element("div", it.end.length ? "score over" : "score", silent, ...scores);
    const menu = icon("menu", 24, "menu");
    const [back, forward] = ["undo", "redo"].map((name, at) => icon(name, 24, `${name} ${it.can[at] ? "can" : "cannot"}`));
    const lines = [...told.map(([shown, said]) => element("p", "told", { "aria-label": said }, shown)), element("p", "last-line", {}, lastOf(it))];
    const what = element("div", "what", {}, ...lines);
    if (isAwake()) what.append(place ? element("p", "brief", {}, brief) : notice);
    const panel = element("div", "panel", {});
    panel.style[shape.lies ? "width" : "height"] = `${shape.panels[place]}px`;
    panel.append(menu, it.waits && !isClosed ? takeBackKey() : back, forward, score, what);
    const half = element("section", place ? "half far" : "half", {}, panel);
    if (place) for (const spoken of [menu, score, what]) spoken.setAttribute("aria-hidden", "true");
    else half.prepend(element("div", "said", {}, ...it.said.map((one) => element("p", "", {}, one))));
    return half;
  }

  /* How the halves were shared out on a screen of this size, else an estimate. */
  function shapeOfHalves(it, shape) {
    const { lies, panels, scores } = it.halves;
    if (shape.same) return { lies, panels, scores };
    const height = (window.innerHeight - STRIP) / 2;
    const isLow = window.innerWidth >= 2 * height;
    const panel = isLow ? Math.min(260, 0.34 * window.innerWidth) : height / 2;
    const score = [32, "above"];
    return { lies: isLow, panels: [panel, panel], scores: [score, score] };
  }

  /* The halves as the keys share them out. */
  function sharedOut(it) {
    const node = it && it.halves && isAwake() && keys.node;
    if (!node) return it;
    return { ...it, halves: { ...it.halves, ...node.slate.halves, panels: node.pads.map(({ panel }) => panel) } };
  }

  const isCrowded = (panel) => panel.scrollHeight > panel.clientHeight;

  /* What was reckoned for the live slate may have too little room for what is said here: then the
     score becomes smaller, if that helps. */
  function fitScores(panels) {
    for (const panel of panels) {
      const figures = [...panel.querySelectorAll(".figure")];
      const reckoned = parseFloat(figures[0].style.fontSize);
      const draw = (size) => figures.forEach((figure) => (figure.style.fontSize = `${size}rem`));
      let size = reckoned;
      while (isCrowded(panel) && size > LEAST_FIGURE) {
        size = Math.max(LEAST_FIGURE, size - 0.25);
        draw(size);
      }
      if (isCrowded(panel)) draw(reckoned);
      panel.classList.toggle("crowded", isCrowded(panel));
    }
  }

  function emptySlate() {
    const rules = element("div", "rules columns", silent, element("i", "column"), element("i", "column"));
    return [element("div", "board", {}, rules)];
  }

  function top(it) {
    if (isBeside()) return element("header", "top", {}, notice);
    const titles = [["h1", "title", it ? it.title : "Knoddel"], ["p", "finished", it ? it.finished : ""]];
    const title = titles.filter((one) => one[2]).map(([tag, name, said]) => element(tag, name, {}, said));
    const round = it ? element("p", "round", {}, it.running, icon("more", 20)) : null;
    return element("header", "top", {}, it ? icon("menu", 24, "menu") : null, element("div", "titles", {}, ...title), round);
  }

  /* The layout that the app used on a screen of this size, else an estimate. */
  function shapeOf(it) {
    const width = window.innerWidth;
    const height = window.innerHeight;
    const scale = textScale();
    const wide = width > height && width >= WIDE;
    const board = (screen) => (wide ? screen / 2 : Math.min(screen, WIDEST));
    const same = it && it.screen[0] === width && it.screen[1] === height && it.screen[2] === scale;
    const large = scale > LARGE;
    if (same) return { same, wide, large, pad: it.layout[0], short: it.layout[1], scrolls: it.layout[2], zoom: it.layout[3], fit: 1 };
    const pad = Math.min(400, height / 2);
    const fit = it ? Math.min(1, board(width) / scale / (board(it.screen[0]) / it.screen[2])) : 1;
    return { wide, large, pad, short: height < SHORT, scrolls: (wide ? 300 : 600) * scale > height, zoom: 1, fit };
  }

  /* The same, with smaller text where columns are narrower than in the snapshot. */
  function fitted(it, fit) {
    const sides = it.sides.map((one) => ({ ...one, nameSize: one.nameSize * fit, scoreSize: one.scoreSize * fit }));
    const shrunk = sides.length === FACING ? 1 : fit;
    const lines = it.lines.map((line) => ({ ...line, size: line.size * shrunk }));
    return { ...it, sides, lines };
  }

  /* The same after the taps that wait, as far as that was reckoned beforehand. */
  function afterTaps(it) {
    if (!keys || !keys.mine.length) return it;
    const { lastTap: { name, score }, node } = keys;
    const slate = node ? node.slate : { score };
    const longest = (texts) => Math.max(LEAST_FIGURES, ...texts.map((points) => points.length));
    const fit = Math.min(1, longest(it.sides.map((one) => one.score)) / longest(score));
    const sides = it.sides.map((one, place) => ({
      ...one,
      score: slate.score[place],
      crosses: slate.crosses ? slate.crosses[place] : null,
      scoreSize: one.scoreSize * fit,
    }));
    const mark = it.mark && slate.mark !== null && slate.mark !== undefined ? [slate.mark, it.mark[1]] : it.mark;
    const said = { last: told("waiting", { what: name }), nothing: "", why: "", waits: true };
    return { ...it, ...(node ? { said: slate.said, end: slate.end, who: slate.who } : {}), ...said, sides, mark };
  }

  function takeBackKey() {
    const button = element("button", "take-back", { type: "button", "aria-label": said("take_back") }, icon("undo", 24, "can"));
    button.addEventListener("click", () => queue(takeBack, "not_taken_back"));
    return button;
  }

  /* The page's state: what was drawn last, and its texts. */
  let main = null;
  let keys = null; /* null, or what can be tapped */
  let kept; /* the bytes of the taps that wait, as this page knows them */
  let isClosed = false;
  let isSlow = false; // a tap takes long to be kept
  let isLeft = false;
  let queued = Promise.resolve();
  let notice = null;
  let megabytes = null; /* formats them */
  let words = {};
  let drawn = null;
  let hasSnapshot; /* undefined if that is not known */
  let leftHanded = false;
  let says = null;
  let brief = ""; /* what is said until the next tap, also in the far half */
  let isOver = false;
  let failures = 0;
  let awaited = "fetching";
  let silence = 0;
  const place = document.getElementById("waking");
  const patience = place ? Number(place.dataset.patience) : 0; /* seconds; 0 waits forever */

  function chooseWords(language) {
    const all = globalThis.knoddelWords || {};
    const wishes = [language, ...(navigator.languages || []).map((wish) => wish.split("-")[0])];
    const chosen = wishes.find((wish) => own(all, wish)) || "de";
    words = all[chosen] || {};
    document.documentElement.lang = chosen;
  }

  const said = (key) => (typeof words[key] === "string" ? words[key] : key);
  const told = (key, values) => said(key).replace(/\{(\w+)\}/g, (_, name) => values[name]);
  /* Whether keys stand in the pad's place, and not a message that asks for something. */
  const isAwake = () => keys !== null && !(says && says.asks);
  /* Whether a message asks for something beside the keys. */
  const isBeside = () => isAwake() && says !== null && says.beside;

  function draw() {
    const shape = shapeOf(drawn);
    const focused = document.activeElement;
    const it = drawn && fitted(sharedOut(afterTaps(drawn)), shape.fit);
    const across = it && it.sides.length !== FACING;
    const halved = it && it.halves && shapeOfHalves(it, shape);
    if (halved) Object.assign(shape, { wide: false, scrolls: false, large: false });
    const classes = { halves: halved, lying: halved && halved.lies, short: shape.short, scrolls: shape.scrolls, wide: shape.wide, large: shape.large, "left-handed": leftHanded, across, awake: isAwake(), asking: isBeside(), empty: !it, narrow: it && it.sides.length >= 5 };
    main.className = Object.keys(classes).filter((name) => classes[name]).join(" ");
    const panels = halved ? halved.panels : [shape.pad];
    main.style.setProperty("--pad", `${panels[0]}px`);
    main.style.zoom = shape.zoom;
    const written = element("div", "written");
    if (halved) written.append(halfOf(it, 1, halved), halfOf(it, 0, halved));
    else written.append(top(it), ...(it ? slate(it, shape) : emptySlate()));
    const inPads = isAwake() ? keys.boards.map((board) => board.drawn) : [notice];
    const before = main.querySelector(".written");
    if (before) before.replaceWith(written);
    else main.replaceChildren(written, element("p", "announced", { "aria-live": "polite", "aria-atomic": "true" }));
    if (keys) keys.draw();
    drawPads(inPads, panels);
    if (notice.contains(focused)) focused.focus();
    if (halved) fitScores(written.querySelectorAll(".panel"));
    written.addEventListener("click", ({ target }) => drawn && !target.closest("button, .asking .notice") && sayBriefly(said("asleep")));
    for (const lines of main.querySelectorAll(".place, .lines.columns > .column")) lines.scrollTop = lines.scrollHeight;
    if (halved && isBeside() && isCrowded(written.querySelector(".half:not(.far) > .panel"))) askInPad();
  }

  /* The near half has no room for what asks for something: it stands where its keys were. */
  function askInPad() {
    says.asks = true;
    draw();
  }

  /* Keys stay where they are: a finger may be on one. */
  function drawPads(inPads, panels) {
    const pads = [...main.querySelectorAll(".pad")];
    for (const pad of pads.splice(inPads.length)) pad.remove();
    inPads.forEach((inPad, place) => {
      const pad = pads[place] || main.insertBefore(element("div", place ? "pad far" : "pad"), main.lastChild);
      if (pad.firstChild !== inPad) pad.replaceChildren(inPad);
      pad.style.setProperty("--pad", `${panels[place]}px`);
    });
  }

  /* Show sentences in the pad's place. */
  function tell(sentences, { alert = false, buttons = [], line = null, beside = false } = {}, place = notice) {
    const region = element("div", "sentences", { role: alert ? "alert" : "status" });
    region.append(...sentences.filter(Boolean).map((one, place) => element("p", place ? "more" : "", {}, one)));
    const keyed = buttons.map(({ key, action, sign }) => {
      const named = sign ? { "aria-label": said(key) } : {};
      const button = element("button", "", { type: "button", ...named }, sign ? icon(sign, 24) : said(key));
      button.addEventListener("click", action);
      return button;
    });
    place.replaceChildren(region, ...(line ? [line] : []), ...(keyed.length ? [rowOf(keyed)] : []));
    const before = [isAwake(), isBeside()];
    says = { line, region, asks: alert || (keyed.length > 0 && !beside), beside };
    if (place === notice && (!place.isConnected || String(before) !== String([isAwake(), isBeside()]))) draw();
  }

  /* Buttons come by themselves: a finger on its way was meant for what stood in their place. */
  function rowOf(buttons) {
    const drawn = element("div", "keys", { inert: "" }, ...buttons);
    setTimeout(() => drawn.removeAttribute("inert"), AT_FIRST);
    return drawn;
  }

  /* Say a sentence beside the keys, until the next tap; without keys where the progress is told. */
  function sayBriefly(sentence) {
    if (!main || !says || !says.line || says.asks) return;
    says.region.firstChild.replaceChildren(sentence);
    brief = sentence;
    for (const far of main.querySelectorAll(".brief")) far.replaceChildren(brief);
    main.classList.toggle("saying", isAwake() && sentence !== said("waking"));
  }

  /* Keys. Each tap waits until the one before is kept; what is shown as waiting is on the disk. While
     one takes long, no other is taken: people tap again where nothing happens. */

  function queue(step, failure) {
    if (isClosed) return sayBriefly(said("asleep"));
    if (isSlow) return sayBriefly(said("storing"));
    queued = queued.then(() => watched(step)).catch(() => sayBriefly(said(failure)));
  }

  /* Take a step, and tell if it takes long. */
  async function watched(step) {
    const slow = setTimeout(() => {
      isSlow = true;
      sayBriefly(said("storing"));
    }, SLOW);
    try {
      await step();
    } finally {
      clearTimeout(slow);
      isSlow = false;
    }
  }

  const tapped = (id) => queue(() => tapOn(id), "not_waiting");

  async function tapOn(id) {
    const lead = keys.lead(id);
    if (!lead) return sayBriefly(said("asleep"));
    if (lead.to === undefined) return sayBriefly(lead.says || said("waking"));
    if (keys.isFull) return sayBriefly(said("asleep"));
    await become([...keys.mine, keys.tap(id, lead)]);
  }

  const takeBack = () => become(keys.mine.slice(0, -1));

  async function become(mine) {
    if (isLeft) return;
    kept = await keepWaiting(kept, [...keys.others, ...mine]);
    keys.mine = mine;
    if (!main) return;
    draw();
    sayBriefly(said("waking"));
    announce();
  }

  /* Tell a screen reader the score, as far as it is known, and what was written last: what is drawn
     anew is not announced. */
  function announce() {
    const it = afterTaps(drawn);
    main.querySelector(".announced").textContent = [...(keys.node ? it.said.slice(0, 1) : []), lastOf(it)].join(". ");
  }

  /* No key takes a tap any more; resolves when those before are kept. */
  function close() {
    isClosed = true;
    return queued;
  }

  /* From now on another page may write: not even taps that are about to be kept are. */
  function leave() {
    isLeft = true;
    close();
  }

  function progressLine() {
    const line = element("div", "progress", { role: "progressbar", "aria-label": said("waking") });
    line.append(element("i"));
    return line;
  }

  /* Draw the slate as soon as the snapshot is read; if that takes long, an empty slate first. */
  async function begin() {
    isClosed = false;
    main = document.getElementById("waking") || document.body.appendChild(element("main", "", { id: "waking" }));
    notice = notice || element("div", "notice");
    chooseWords(null);
    window.addEventListener("resize", draw);
    let what = "";
    hasSnapshot = undefined;
    const showing = drawnFirst()
      .then(([[bytes, waiting], [ahead]]) => {
        show(snapshot(bytes), ahead, waiting);
        what = drawn ? "" : said(bytes ? "empty" : "first");
        hasSnapshot = Boolean(bytes);
      })
      .catch(() => show(snapshot())); // start.js checks whether the browser can store anything
    await Promise.race([showing, new Promise((enough) => setTimeout(enough, LONG_ENOUGH))]);
    if (isOver) return;
    tell([said("waking"), what], { line: progressLine() });
    expectMore();
  }

  function show(found, ahead, waiting) {
    if (!main) return; // the app has drawn the slate already
    chooseWords(found.language);
    if (THEMES.includes(found.theme)) document.documentElement.dataset.theme = found.theme;
    drawn = found.evening;
    leftHanded = found.leftHanded;
    keys = null;
    kept = waiting;
    try {
      if (found.ahead) keys = new Keys(graph(json(ahead), found.ahead, drawn.sides.length, drawn.halves && halvesAhead), taps(waiting), tapped);
    } catch {} // no key takes a tap then; what waits and cannot be read is Python's to tell
    try {
      draw();
    } catch {
      drawn = keys = null; // no stored value may stop the app from starting
      draw();
    }
  }

  /* Wait for the next progress; if there is none for long, say so, and keep waiting. Keys that take taps stay. */
  function expectMore() {
    clearTimeout(silence);
    if (patience) silence = setTimeout(tellSilence, patience * 1_000);
  }

  async function tellSilence() {
    if (!main) await begin(); // start.js has not been loaded either
    if (!main || isOver) return;
    const sentences = [said("waking"), said(awaited), said("slow").replace("{seconds}", patience)];
    tell(sentences, { line: progressLine(), buttons: waysOn(awaited), beside: keys !== null && !isClosed });
  }

  function progress(phase, done, total) {
    awaited = phase;
    if (!main || isOver) return;
    expectMore();
    if (!says || !says.line || says.asks || says.beside) tell([said("waking")], { line: progressLine() });
    const { line, region } = says;
    const known = Number.isFinite(done) && Number.isFinite(total) && total > 0;
    const share = known ? Math.min(1, Math.max(0, done / total)) : 0;
    line.classList.toggle("known", known);
    line.firstChild.style.transform = `scaleX(${share})`;
    if (known) line.setAttribute("aria-valuenow", String(Math.round(share * 100)));
    else line.removeAttribute("aria-valuenow");
    line.setAttribute("aria-valuetext", said(phase));
    let phaseText = region.querySelector(".phase");
    if (!phaseText) region.append((phaseText = element("p", "more phase")));
    if (phaseText.dataset.phase !== phase) { // a screen reader announces each phase once
      phaseText.dataset.phase = phase;
      phaseText.replaceChildren(said(phase));
    }
    let amount = notice.querySelector(".amount");
    if (!amount) line.after((amount = element("p", "amount", silent)));
    megabytes ??= new Intl.NumberFormat([document.documentElement.lang, "de"], { minimumFractionDigits: 1, maximumFractionDigits: 1 });
    const amountOf = (bytes) => megabytes.format(bytes / MEGABYTE);
    amount.textContent = known ? said("bytes").replace("{done}", amountOf(done)).replace("{total}", amountOf(total)) : "";
  }

  async function save() {
    const asked = main;
    try {
      const { content, unread } = await backup();
      offer("Knoddel.json", content);
      if (unread.length) tellUnread(unread);
    } catch (why) {
      if (main === asked) failed("unreadable", String(why)); // else the app has come meanwhile
    }
  }

  function tellUnread(paths) {
    isOver = true;
    clearTimeout(silence);
    tell([told("not_all_saved", { files: paths.join(", ") })], { alert: true, buttons: waysOn("stopped") });
  }

  /* Start anew, with a newer version if one has been stored: this one may never start. */
  async function startAnew() {
    const worker = navigator.serviceWorker;
    const enough = new Promise((done) => setTimeout(done, LONG_ENOUGH));
    const kept = worker && (await Promise.race([worker.getRegistration().catch(() => null), enough]));
    if (kept && kept.active && kept.waiting) {
      const changed = new Promise((done) => worker.addEventListener("controllerchange", done));
      kept.waiting.postMessage("take over");
      await Promise.race([changed, enough]);
    }
    location.reload();
  }

  const waysOn = (key) => [
    { key: key === "fetching" ? "retry" : "again", action: startAnew },
    { key: "save", action: save },
  ];

  async function failed(key, detail = "", buttons = waysOn(key)) {
    isOver = true;
    clearTimeout(silence);
    failures += 1;
    const number = failures;
    if (!main) await begin();
    if (number !== failures) return; // the next has been told meanwhile
    const sentence = words[`${key}_failed`] ? said(`${key}_failed`) : said(words[key] ? key : "stopped");
    tell([sentence, detail ? said("detail").replace("{detail}", () => String(detail).slice(0, 400)) : ""], { alert: true, buttons });
  }

  function sentence(key, buttons = []) {
    clearTimeout(silence); // the user has to act now
    return main ? tell([said(key)], { buttons }) : sayAbove(key, buttons);
  }

  /* Show a sentence above the app's slate, until a button is tapped. Resolves then. */
  function sayAbove(key, buttons) {
    const bar = barAbove("waking-says");
    return new Promise((resolve) => {
      const all = [...buttons, { key: "close", sign: "close", action() {} }];
      const closing = all.map((button) => ({
        ...button,
        action: () => {
          bar.remove();
          resolve();
          button.action();
        },
      }));
      tell([said(key)], { buttons: closing }, bar.firstChild);
    });
  }

  /* Show above the app's slate why it takes no taps; with null it takes them again. */
  function holds(key, buttons = []) {
    if (key) tell([said(key)], { buttons }, barAbove("waking-holds").firstChild);
    else remove("waking-holds");
  }

  function barAbove(id) {
    remove(id);
    const bar = element("aside", "bar", { id }, element("div", "notice"));
    document.body.append(bar);
    return bar;
  }

  function remove(id) {
    const drawn = document.getElementById(id);
    if (drawn) drawn.remove();
  }

  function gone() {
    clearTimeout(silence);
    window.removeEventListener("resize", draw);
    window.removeEventListener("error", missed, true);
    window.removeEventListener("unhandledrejection", missed);
    if (main) main.remove();
    main = drawn = keys = null;
  }

  const isOurScript = (target) => target instanceof HTMLScriptElement && target.src.startsWith(location.origin);

  /* An unhandled error may have ended the start, so it is shown. If it has not, the app draws the
     slate all the same. If one of the page's own scripts is missing, the page cannot continue. */
  function missed({ target, message, reason }) {
    if (isOurScript(target)) {
      failed("fetching", target.src);
    } else if (target === window && !isOver) {
      failed("starting", message || reason);
    }
  }

  window.addEventListener("error", missed, true);
  window.addEventListener("unhandledrejection", missed);
  expectMore();

  globalThis.waking = {
    begin,
    progress,
    failed,
    says: sentence,
    holds,
    close,
    leave,
    gone,
    save,
    isOurScript,
    textScale,
    hasSnapshot: () => hasSnapshot,
  };
})();
