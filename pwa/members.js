// Makes the functions that have moved to the second part of Flet's client (see later.py), by their
// names. Before each name stands, in base 36, how many arguments the function takes: the program asks
// for that.

let made_ = 0;
const makers_ = [
  (i) => function () { return later_(i).call(this); },
  (i) => function (a) { return later_(i).call(this, a); },
  (i) => function (a, b) { return later_(i).call(this, a, b); },
  (i) => function (a, b, c) { return later_(i).call(this, a, b, c); },
  (i) => function (a, b, c, d) { return later_(i).call(this, a, b, c, d); },
  (i) => function (a, b, c, d, e) { return later_(i).call(this, a, b, c, d, e); },
  (i) => function (a, b, c, d, e, f) { return later_(i).call(this, a, b, c, d, e, f); },
  (i) => function (a, b, c, d, e, f, g) { return later_(i).call(this, a, b, c, d, e, f, g); },
  (i) => function (a, b, c, d, e, f, g, h) { return later_(i).call(this, a, b, c, d, e, f, g, h); },
]; // of functions with so many arguments

function withMore_(i, length) {
  const made = function () { return later_(i).apply(this, arguments); };
  return Object.defineProperty(made, "length", { value: length });
}

function functions_(holder, names) {
  for (const name of names.split(" ")) {
    const count = parseInt(name[0], 36);
    const made = count < makers_.length ? makers_[count](made_) : withMore_(made_, count);
    holder[name.slice(1)] = made;
    made_ += 1;
  }
}

/** The program asks for the names of constructors, too. */
function constructors_(holder, names) {
  functions_(holder, names);
  for (const name of names.split(" ")) {
    Object.defineProperty(holder[name.slice(1)], "name", { value: name.slice(1) });
  }
}

/** Give these classes no methods yet. */
function classes_(holder, names) {
  for (const name of names.split(" ")) {
    holder[name].prototype = {};
  }
}

/** Each line is the name of a class, and those of its methods. */
function methods_(holder, lines) {
  for (const line of lines.split(";")) {
    const end = line.indexOf(" ");
    functions_(holder[line.slice(0, end)].prototype, line.slice(end + 1));
  }
}
