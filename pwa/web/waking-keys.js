/* The keys of the slate before Python is there: reads the graph that Python has reckoned
   (views/ahead.py), draws its pads, and knows which taps wait. `said` returns a text by its key.

   Sizes are those of views/ui/drawn_pad.py. */
globalThis.wakingKeys = (said) => {
  "use strict";

  const { must, text, number, count, flag, list, object, parts, orNull, own } = globalThis.wakingReading;
  const { element, rem, textScale, shape, strokes } = globalThis.wakingDrawing;

  const MOST_NODES = 400;
  const MOST_TAPS = 1_000;
  const INKS = { chalk: "", faint: "faint", warning: "warning", mine: "mine", yours: "yours" };
  const SIGNS = {
    less: "M5 12h14",
    more: "M5 12h14M12 5v14",
    back: "M20 12H5M12 5l-7 7 7 7",
    delete: "M8 5h13v14H8l-6-7zM12 9.5l5 5M17 9.5l-5 5",
    blocked: "M12 3a9 9 0 1 0 .01 0zM5.6 5.6l12.8 12.8",
  };
  const FIGURE_TO_TEXT = 1.6;
  const FIGURE_TO_CONTRACT = 1.3;
  const STROKES = 1.15;
  const NOTE = 13;
  const WORTH = 14;
  const STACKED = 15;
  const TYPED = 30;
  const EMPTY = "\u200b"; /* as high as a figure, as in the app */
  const SCORING_TOUCH = 56;
  const KEY_PADDING = 8;

  /* Reading */

  const size = (value) => number(value, 0, 1_000);
  const ink = (value) => (must(own(INKS, value) !== undefined), value);

  /* Return a reader of fields that are left out where they have their usual value. */
  function fieldsOf(value) {
    const it = object(value);
    return (name, read, usual) => (it[name] === undefined && usual !== undefined ? usual : read(it[name]));
  }

  function textOrSign(value) {
    if (typeof value === "string") return text(value);
    const { sign } = object(value);
    must(own(SIGNS, sign));
    return { sign };
  }

  function key(value) {
    const field = fieldsOf(value);
    return {
      id: field("id", text),
      name: field("name", text),
      text: field("text", textOrSign),
      size: field("size", size),
      look: field("look", (look) => (must(own(DRAWN, look)), look), "plain"),
      figure: field("figure", text, ""),
      ink: field("ink", ink, "chalk"),
      off: field("off", flag, false),
      on: field("on", flag, null),
      hint: field("hint", text, ""),
      note: field("note", text, ""),
      strokes: field("strokes", (drawn) => count(drawn, 100), 0),
      dots: field("dots", (dots) => count(dots, 20), 0),
      each: field("each", (each) => list(each, 2, text), []),
      figureSize: field("figure_size", size, 0),
      padding: field("padding", size, KEY_PADDING),
      mirrored: field("mirrored", flag, false),
      weight: field("weight", (weight) => count(weight, 100), 1),
      width: field("width", size, null),
      share: field("share", size, 1),
    };
  }

  function label(value) {
    const field = fieldsOf(value);
    return {
      text: field("text", text),
      size: field("size", size, 15),
      ink: field("ink", ink, "faint"),
      said: field("said", text, ""),
      height: field("height", size, null),
      padding: field("padding", size, 0),
      isStrong: field("is_strong", flag, false),
      isOneLine: field("is_one_line", flag, false),
    };
  }

  /* The graph, read strictly, with where in it the evening is ("here"). It must be the one that the
     snapshot means, with a pad for each half if the slate has halves. */
  function graph(it, here, sides, halves) {
    must(it.graph === here.graph);
    const keys = list(it.keys, MOST_NODES, key);
    const at = (pool) => (place) => pool[count(place, pool.length - 1)];
    const cell = (told) => {
      if (typeof told === "number") return { key: at(keys)(told) };
      if (told === null) return {};
      const [labels, weight] = parts(told, (labels) => list(labels, 4, label), (weight) => count(weight, 100));
      return { labels, weight };
    };
    const rows = list(it.rows, 4 * MOST_NODES, (row) => {
      const field = fieldsOf(row);
      return {
        cells: field("cells", (cells) => list(cells, 20, cell)),
        facing: field("facing", (facing) => count(facing, 20), 0),
        gap: field("gap", size, 8),
        even: field("even", flag, false),
        height: field("height", size, null),
        announced: field("announced", text, ""),
      };
    });
    const pads = list(it.pads, MOST_NODES, (pad) => {
      const [blocks, gap, height, panel] = parts(pad, (blocks) => list(blocks, 20, (block) => list(block, 20, at(rows))), size, size, size);
      const cells = blocks.flat().flatMap((row) => row.cells);
      return { blocks, gap, height, panel, keys: cells.filter((one) => one.key).map((one) => one.key) };
    });
    const slates = list(it.slates, MOST_NODES, (slate) => {
      const field = fieldsOf(slate);
      return {
        score: field("score", (score) => list(score, sides, text, sides)),
        said: field("said", (said) => list(said, 8, text)),
        end: field("end", (end) => list(end, 20, text)),
        who: field("who", (who) => parts(who, text, text)),
        mark: field("mark", orNull(count)),
        crosses: field("crosses", (crosses) => list(crosses, sides, orNull((each) => parts(each, text, text)), sides), null),
        halves: halves ? field("halves", halves) : null,
      };
    });
    const entries = list(it.entries, MOST_NODES, object);
    must(Array.isArray(it.nodes) && it.nodes.length <= MOST_NODES);
    const known = it.nodes.length - 1;
    const lead = (told) => {
      if (told === null) return null;
      if (typeof told === "string") return { says: text(told) };
      must(Array.isArray(told) && (told.length === 1 || told.length === 2));
      return { to: count(told[0], known), entry: told.length === 2 ? at(entries)(told[1]) : null };
    };
    const nodes = it.nodes.map((node) => {
      const boards = halves ? 2 : 1;
      const [slate, shown, leads] = parts(node, at(slates), (shown) => list(shown, boards, at(pads), boards), orNull((leads) => list(leads, 200, lead)));
      const keys = shown.flatMap((pad) => pad.keys);
      must(!leads || leads.length === keys.length);
      return { slate, pads: shown, keys, leads: new Map(keys.map((one, place) => [one.id, leads && leads[place]])) };
    });
    return { evening: here.evening, revision: here.revision, start: count(here.start, known), nodes };
  }

  /* The taps that wait, of any evening. */
  function taps(bytes) {
    if (bytes === undefined) return [];
    const told = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return list(told, MOST_TAPS, (tap) => {
      const it = object(tap);
      for (const name of ["evening", "revision", "key", "name"]) text(it[name]);
      orNull(object)(it.entry);
      list(it.score, 8, text);
      return it;
    });
  }

  /* The time of this place to the second, and how far it is from UTC: "2026-11-20T21:30:05+01:00". */
  function now() {
    const time = new Date();
    const ahead = -time.getTimezoneOffset();
    const local = new Date(time.getTime() + ahead * 60_000).toISOString().slice(0, 19);
    const [hours, minutes] = [Math.abs(ahead) / 60, Math.abs(ahead) % 60].map((part) => String(Math.trunc(part)).padStart(2, "0"));
    return `${local}${ahead < 0 ? "-" : "+"}${hours}:${minutes}`;
  }

  /* Drawing */

  const inked = (className, color) => `${className} ${INKS[color]}`;
  const words = (said, pixels, className = "") => sized(element("span", className, {}, said), pixels);
  const figures = (said, pixels, color = "chalk") => sized(element("span", inked("figures", color), {}, said), pixels);
  const blocked = () => shape(SIGNS.blocked, 18);
  const column = (className, ...stacked) => element("span", `stack ${className}`, {}, ...stacked);

  function sized(drawn, pixels) {
    drawn.style.fontSize = rem(pixels);
    return drawn;
  }

  function strut(drawn, pixels) {
    drawn.style.minHeight = `${pixels}px`;
    return drawn;
  }

  function spread(first, second, isMirrored = false) {
    return element("span", "spread", {}, ...(isMirrored ? [second, first] : [first, second]));
  }

  const DRAWN = {
    plain(it) {
      return [it.text.sign ? shape(SIGNS[it.text.sign], 24) : words(it.text, it.size), [it.padding, 2]];
    },
    writes(it) {
      const isWord = /^\p{L}+$/u.test(it.figure);
      const figure = isWord
        ? words(it.figure, it.size, inked("strong", it.ink))
        : figures(it.figure, it.size * FIGURE_TO_TEXT, it.ink);
      const worth = strut(element("span", "tall", {}, it.off ? blocked() : figure), SCORING_TOUCH - 2 * KEY_PADDING);
      return [spread(words(it.text, it.size), worth, it.mirrored), [KEY_PADDING, KEY_PADDING]];
    },
    stacked(it) {
      const worth = it.off ? blocked() : figures(it.figure, STACKED * FIGURE_TO_CONTRACT * it.share);
      return [column("", words(it.text, Math.min(it.size, STACKED * it.share)), worth), [3, 0]];
    },
    number(it) {
      return [numbered(it), [4, 6]];
    },
    low_number(it) {
      return [numbered(it, "low"), [0, 6]];
    },
    contract(it) {
      return [column("one-line", words(it.text, it.size), figures(it.figure, it.size * FIGURE_TO_CONTRACT)), [it.padding, 0]];
    },
    outcome(it) {
      const figure = it.size * FIGURE_TO_TEXT;
      const worth = element("span", "worth");
      sized(worth, figure);
      if (it.off) worth.append(blocked());
      if (it.strokes) worth.append(strokes(it.strokes, it.size * STROKES * textScale()));
      if (it.figure) worth.append(figures(it.figure, figure));
      const shown = column("wide", spread(words(it.text, it.size), worth), words(it.note, NOTE * it.share, "faint"));
      return [strut(shown, SCORING_TOUCH - 2 * it.padding), [it.padding, KEY_PADDING]];
    },
    player(it) {
      const worth = it.ink === "faint" ? words(it.figure, it.figureSize) : figures(it.figure, it.figureSize);
      const dots = element("span", "dots", {}, ...Array.from({ length: it.dots }, () => element("i")));
      return [column("player", words(it.text, it.size, "strong"), worth, dots), [it.padding, 3]];
    },
    done(it) {
      const note = it.note ? words(it.note, NOTE * it.share) : null;
      return [column("", words(it.text, it.size, "strong"), note), [it.padding, it.padding]];
    },
    field(it) {
      return [element("span", "field", {}, words(it.text, it.size, INKS[it.ink]), figures(it.figure || EMPTY, TYPED * it.share)), [it.padding, 10]];
    },
  };

  /* A number in chalk, with what it would write beneath. */
  function numbered(it, className = "") {
    const pixels = WORTH * it.share;
    const each = it.each.map((figure, side) => words(figure, pixels, ["mine", "yours"][side]));
    const worth = each.length ? element("span", "each", {}, ...each) : words(it.figure || "–", pixels, INKS[it.ink]);
    return column(className, figures(it.text, it.size * FIGURE_TO_TEXT), worth);
  }

  /* Draw what a key shows; what leads nowhere without Python is asleep. */
  function drawKey(button, it, isAsleep) {
    const [content, [vertical, horizontal]] = DRAWN[it.look](it);
    const isFilled = it.look === "done" ? !it.off : it.on === true && it.look !== "field";
    const states = { off: it.off, on: isFilled, asleep: isAsleep, typing: it.look === "field" && it.on };
    button.className = ["key", it.look, ...Object.keys(states).filter((name) => states[name])].join(" ");
    button.setAttribute("aria-label", it.name);
    if (it.on === null) button.removeAttribute("aria-pressed");
    else button.setAttribute("aria-pressed", it.on);
    button.setAttribute("aria-description", isAsleep ? said("asleep") : it.hint);
    const border = states.typing ? 1 : 0; /* it is wider then, within the same room */
    button.style.padding = `${vertical + border}px ${horizontal + border}px`;
    content.setAttribute("aria-hidden", "true");
    button.replaceChildren(content);
  }

  function drawLabel(it) {
    const classes = ["label", INKS[it.ink]];
    if (it.isStrong) classes.push("strong");
    if (it.isOneLine) classes.push("one-line");
    if (it.height !== null || it.padding) classes.push("centred");
    const drawn = words(it.text, it.size, classes.join(" "));
    if (it.height !== null) drawn.style.height = `${it.height}px`;
    if (it.padding) drawn.style.padding = `${it.padding}px 0`;
    if (it.said) drawn.setAttribute("aria-label", it.said);
    return drawn;
  }

  function drawCell(cell, buttons, labelled) {
    if (cell.key) {
      const button = element("button", "", { type: "button", "data-key": cell.key.id });
      buttons.set(cell.key.id, button);
      return button;
    }
    if (!cell.labels) return element("span", "space");
    const labels = cell.labels.map(drawLabel);
    labelled.push(...labels);
    if (!cell.weight) return labels[0];
    return element("span", "labels", {}, ...labels);
  }

  /* How wide a cell is: so many dp, or its share of what is left. */
  function track(cell) {
    if (cell.key && cell.key.width !== null) return `${cell.key.width}px`;
    return `minmax(0, ${cell.key ? cell.key.weight : cell.weight || 1}fr)`;
  }

  function drawRow(row, buttons, labelled) {
    const { cells, facing } = row;
    const cellsOf = (className, some) => {
      const drawn = element("div", className, {}, ...some.map((cell) => drawCell(cell, buttons, labelled)));
      drawn.style.gridTemplateColumns = some.map(track).join(" ");
      return drawn;
    };
    const drawn = facing
      ? element("div", "facing", {}, cellsOf("row", cells.slice(0, facing)), element("i", "strip"), cellsOf("row", cells.slice(facing)))
      : cellsOf(row.even ? "row even" : "row", cells);
    if (!facing) drawn.style.gap = `${row.gap}px`;
    if (row.height !== null) drawn.style.height = `${row.height}px`;
    if (row.announced) drawn.style.marginTop = "1px"; /* as high as what announces it */
    return drawn;
  }

  /* A pad. Its keys stay where they are while only what they show changes: a finger may be on one. */
  class Keyboard {
    constructor(tapped) {
      this.drawn = element("div", "keyboard");
      this.buttons = new Map();
      this.labelled = [];
      this.outline = "";
      this.drawn.addEventListener("click", ({ target }) => {
        const button = target.closest("[data-key]");
        if (button) tapped(button.dataset.key);
      });
    }

    draw(pad, leads) {
      const { blocks, gap, height, keys } = pad;
      const placed = (name, value) => (name === "key" ? value.id : name === "labels" ? value.length : value);
      const outline = JSON.stringify([blocks, gap, height], placed);
      if (outline !== this.outline) this.drawRows(pad);
      this.outline = outline;
      for (const one of keys) drawKey(this.buttons.get(one.id), one, leads.get(one.id) === null);
      const labels = blocks.flat().flatMap((row) => row.cells.flatMap((cell) => cell.labels || []));
      labels.forEach((one, place) => {
        const drawn = drawLabel(one);
        this.labelled[place].replaceWith(drawn);
        this.labelled[place] = drawn;
      });
    }

    drawRows({ blocks, gap, height }) {
      const { activeElement } = document;
      const focused = this.drawn.contains(activeElement) && activeElement.dataset.key;
      this.buttons.clear();
      this.labelled = [];
      const drawn = blocks.map((rows) =>
        element("div", "block", {}, ...rows.map((row) => drawRow(row, this.buttons, this.labelled))),
      );
      this.drawn.replaceChildren(...drawn);
      this.drawn.style.gap = `${gap}px`;
      this.drawn.style.minHeight = height ? `${height + 16}px` : "";
      if (focused && this.buttons.has(focused)) this.buttons.get(focused).focus();
    }

    sleep() {
      for (const button of this.buttons.values()) button.classList.add("asleep");
    }
  }

  /* Where people are in the graph: from its start on, as far as the taps lead that wait for it. */
  class Keys {
    constructor(told, waiting, tapped) {
      this.graph = told;
      this.others = waiting.filter((tap) => !this.isMine(tap));
      this.mine = waiting.filter((tap) => this.isMine(tap));
      this.boards = told.nodes[told.start].pads.map(() => new Keyboard(tapped));
    }

    isMine({ evening, revision }) {
      return evening === this.graph.evening && revision === this.graph.revision;
    }

    get waiting() {
      return [...this.others, ...this.mine];
    }

    /* The node that the taps lead to, and null if they lead further than the graph. */
    get node() {
      const { nodes, start } = this.graph;
      let node = nodes[start];
      for (const tap of this.mine) {
        const lead = node.leads.get(tap.key);
        if (!lead || lead.to === undefined) return null;
        node = nodes[lead.to];
      }
      return node;
    }

    get lastTap() {
      return this.mine[this.mine.length - 1];
    }

    lead(id) {
      const { node } = this;
      return node && node.leads.get(id);
    }

    /* Whether no more taps can wait: so many are read, and no more. */
    get isFull() {
      return this.waiting.length >= MOST_TAPS;
    }

    /* The tap on a key, with what was reckoned for it; its line tells when it was tapped. */
    tap(id, lead) {
      const { evening, revision, nodes } = this.graph;
      const { name } = this.node.keys.find((one) => one.id === id);
      const entry = lead.entry && { ...lead.entry, at: now() };
      return { evening, revision, key: id, name, entry, score: nodes[lead.to].slate.score };
    }

    draw() {
      const { node } = this;
      this.boards.forEach((board, place) => (node ? board.draw(node.pads[place], node.leads) : board.sleep()));
    }
  }

  return { graph, taps, Keys };
};
