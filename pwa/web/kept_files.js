// Gives Python the files that IndexedDB has, and tells the page what Python changes.
//
// Python reads and writes its files in memory, synchronously. Everything that one uninterrupted
// run of Python has changed is told at once, and is committed in one transaction (commits.js). So
// the database always has the state between two runs.
//
// Most evenings are never opened. So a file in a folder is read when Python opens it: the service
// worker answers a synchronous request with it.

import { readFiles } from "./database.js";

/** The header by which the service worker's answer differs from a server's. */
const KEPT = "kept-file";

/** The mode of a file that everybody may read and write. */
const FILE = 0o100666;

/** Emscripten's number for an input/output error. */
const INPUT_OUTPUT = 29;

/** The files of one folder. Empty folders are not stored. */
export class KeptFiles {
  #fs;
  #folder;
  #tell;
  #watched = new Map();
  #changed = new Set();
  #unread = new WeakSet();
  #told = Promise.resolve();

  /**
   * Create the folder with the files in the database. Rejects if they cannot be listed. After each
   * run that has changed some, `tell` gets them: `[path, bytes]`, or `[path]` if there is no such
   * file any more. If `canReadLater`, a service worker is there to be asked.
   */
  static async mount(fs, folder, database, tell, canReadLater) {
    const files = new KeptFiles(fs, folder, tell);
    const isReadNow = (path) => !canReadLater || path.lastIndexOf("/") === 0;
    files.#fill(await readFiles(database, isReadNow));
    files.#watch(fs.lookupPath(folder).node);
    return files;
  }

  constructor(fs, folder, tell) {
    this.#fs = fs;
    this.#folder = folder;
    this.#tell = tell;
    fs.mkdirTree(folder);
    fs.mount(fs.filesystems.MEMFS, {}, folder);
  }

  /** Resolves when every change until now has been told. If one could not be, nothing more is. */
  get told() {
    return this.#told;
  }

  /** Give Python a file as the page has written it since the start, or no such file. It is no change. */
  bring(path, content) {
    const place = this.#folder + path;
    if (content) {
      this.#fs.writeFile(place, content);
    } else if (this.#fs.analyzePath(place).exists) {
      this.#fs.unlink(place);
    }
    this.#changed.delete(place);
  }

  /**
   * Let Python read a file anew when it opens it, for the page may have written it since the start. If
   * it has not, and there was none, that is an input/output error.
   */
  distrust(path) {
    const { exists, object, parentObject, name } = this.#fs.analyzePath(this.#folder + path);
    if (exists) {
      this.#unread.add(object);
    } else {
      this.#watch(this.#addUnread(parentObject, name));
    }
  }

  #fill(files) {
    const folders = new Map();
    for (const [path, content] of files) {
      const end = path.lastIndexOf("/");
      const place = path.slice(0, end);
      if (!folders.has(place)) {
        this.#fs.mkdirTree(this.#folder + place);
        folders.set(place, this.#fs.lookupPath(this.#folder + place).node);
      }
      if (content) {
        this.#fs.writeFile(this.#folder + path, content, { canOwn: true }); // not a copy
      } else {
        this.#addUnread(folders.get(place), path.slice(end + 1));
      }
    }
  }

  /** Return a new file that is read when it is opened. It is no change. */
  #addUnread(folder, name) {
    const file = this.#fs.filesystems.MEMFS.createNode(folder, name, FILE, 0);
    this.#unread.add(file);
    return file;
  }

  /** Read a file that was not read at the start. Throws Python's input/output error. */
  #read(file) {
    if (this.#unread.has(file)) {
      const content = readLater(this.#fs.getPath(file).slice(this.#folder.length));
      if (!content) {
        throw new this.#fs.ErrnoError(INPUT_OUTPUT);
      }
      file.contents = content;
      file.usedBytes = content.length;
      this.#unread.delete(file);
    }
  }

  #watch(node) {
    const isFolder = this.#fs.isDir(node.mode);
    node.node_ops = this.#once(node.node_ops, isFolder ? this.#inFolder : this.#onFile);
    if (isFolder) {
      Object.values(node.contents).forEach((held) => this.#watch(held));
    } else {
      node.stream_ops = this.#once(node.stream_ops, this.#inStream);
    }
  }

  /** Return watched operations, which all files or folders have in common. */
  #once(own, watch) {
    if (!this.#watched.has(own)) {
      this.#watched.set(own, { ...own, ...watch(own) });
    }
    return this.#watched.get(own);
  }

  #inFolder = (own) => ({
    mknod: (folder, name, ...rest) => {
      const made = own.mknod(folder, name, ...rest);
      this.#watch(made);
      this.#change(made);
      return made;
    },
    unlink: this.#first(own.unlink, (folder, name) => [{ parent: folder, name }]),
    rename: this.#first(own.rename, (file, folder, name) => {
      this.#read(file); // its path is stored no more
      return [file, { parent: folder, name }];
    }),
  });

  #onFile = (own) => ({
    setattr: this.#first(own.setattr, (file, { size }) => {
      if (size === 0) {
        this.#unread.delete(file);
      } else {
        this.#read(file);
      }
      return [file];
    }),
  });

  #inStream = (own) => ({
    open: (stream) => {
      try {
        this.#read(stream.node);
      } catch (error) {
        this.#fs.closeStream(stream.fd);
        throw error;
      }
    },
    write: this.#first(own.write, ({ node: file }) => [file]),
  });

  /** Return the operation with a step before it that records which files it will change. */
  #first(operation, changes) {
    return (...args) => {
      changes(...args).forEach((file) => this.#change(file));
      return operation(...args);
    };
  }

  #change({ parent, name }) {
    if (!this.#changed.size) {
      this.#told = this.#told.then(() => this.#tell(this.#changes())); // after this run
    }
    this.#changed.add(`${this.#fs.getPath(parent)}/${name}`);
  }

  #changes() {
    const changed = [...this.#changed];
    this.#changed.clear();
    return changed.flatMap((path) => {
      const { exists, object } = this.#fs.analyzePath(path);
      const kept = path.slice(this.#folder.length);
      if (!exists) {
        return [[kept]];
      }
      return this.#fs.isFile(object.mode) ? [[kept, this.#fs.readFile(path)]] : [];
    });
  }
}

/** Read a file by the service worker, while everything waits; undefined if it does not answer. */
function readLater(path) {
  const request = new XMLHttpRequest();
  request.open("GET", new URL(`kept-file?${encodeURIComponent(path)}`, import.meta.url), false);
  request.responseType = "arraybuffer";
  try {
    request.send();
  } catch {
    return undefined;
  }
  const isKept = request.status === 200 && request.getResponseHeader(KEPT) !== null;
  return isKept ? new Uint8Array(request.response) : undefined;
}
