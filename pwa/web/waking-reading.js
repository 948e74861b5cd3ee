/* Reads what the slate is drawn from before Python is there. A function returns the valid value, or
   throws; only `snapshot` returns one of nothing then. */
globalThis.wakingReading = (() => {
  "use strict";

  const VERSION = 7;
  const LARGEST = 100_000;
  const LONGEST_TEXT = 4_000;
  const MOST_SIDES = 8;
  const MOST_LINES = 120;
  const FACING = 2;
  const NAMED = ["above", "beside", "in_a_row"];

  class Damaged extends Error {}

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

  /* Return a table's own property of any name; nothing inherited. */
  function own(table, name) {
    return Object.hasOwnProperty.call(table, name) ? table[name] : undefined;
  }

  return { FACING, must, text, number, count, flag, list, object, parts, orNull, own, json, snapshot, halvesAhead };
})();
