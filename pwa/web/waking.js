/* Draws the slate from the last commit's snapshot at once, while the app starts in the background.

   It says how the start goes on, and keeps the taps that wait. If anything in the snapshot is invalid,
   an empty slate is drawn instead. The graph of its keys is another file; if that is invalid, the
   slate has none. */
(() => {
  "use strict";

  const { FACING, own, json, snapshot, halvesAhead } = globalThis.wakingReading;
  const { element, silent, rem, textScale, icon, wonSigns, nameOf, scoreOf, facingLines, linesAcross } = globalThis.wakingDrawing;
  const { drawnFirst, keepWaiting, backup } = globalThis.wakingFiles;
  const { graph, taps, Keys } = globalThis.wakingKeys((key) => said(key));

  const THEMES = ["light", "dark", "black"];
  const WIDE = 640;
  const SHORT = 720;
  const LARGE = 1.3;
  const WIDEST = 560;
  const STRIP = 16; /* between the halves for two sides */
  const LEAST_FIGURES = 2;
  const LEAST_FIGURE = 1; /* rem, of the score in a half */
  const MEGABYTE = 1_000_000;
  const AT_FIRST = 500; /* milliseconds in which new buttons take no tap */
  const SLOW = 600; /* milliseconds after which it is told that a tap is not kept yet */
  const LONG_ENOUGH = 2_000; /* milliseconds, for reading what is drawn first, and for a newer version */

  /* Let the browser save a file. */
  function offer(name, content) {
    const address = URL.createObjectURL(new Blob([content], { type: "application/json" }));
    const link = element("a", "", { href: address, download: name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  }

  /* Drawing */

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
    kept = await keepWaiting(kept, [...keys.others, ...mine], () => !isLeft);
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