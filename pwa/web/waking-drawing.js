/* Draws the parts of the slate before Python is there: columns of names, scores, signs and strokes.

   Values become text nodes, or select one of our signs by name. */
globalThis.wakingDrawing = (() => {
  "use strict";

  const { FACING, own } = globalThis.wakingReading;

  const BUNDLE = 5;

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

  function element(tag, className = "", attributes = {}, ...content) {
    const drawn = document.createElement(tag);
    if (className) drawn.className = className;
    for (const [name, value] of Object.entries(attributes)) drawn.setAttribute(name, value);
    drawn.append(...content.filter((part) => part !== null));
    return drawn;
  }

  const silent = { "aria-hidden": "true" };
  const rem = (pixels) => `${pixels / 16}rem`;
  /* How large text is beside its usual size, as Flutter reckons it. */
  const textScale = () => parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;

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

  return { element, silent, rem, textScale, icon, shape, strokes, wonSigns, nameOf, scoreOf, facingLines, linesAcross };
})();
