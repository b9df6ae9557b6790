/**
 * Stands in for `@vscode/spdlog` in the editor that the tests and `npm start` use: the original has to be compiled. It
 * writes the same lines to the same files. Without it, the editor keeps its logs in memory forever, and "Show Log" is
 * empty.
 */
'use strict';
const { appendFileSync, mkdirSync } = process.getBuiltinModule('node:fs');
const path = process.getBuiltinModule('node:path');

const names = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];
const off = names.length;

class Logger {
  /**
   * @param {string} _type
   * @param {string} _name
   * @param {string} file
   */
  constructor(_type, _name, file) {
    this.file = file;
    this.level = 0;
    this.isPlain = false;
    mkdirSync(path.dirname(file), { recursive: true });
    appendFileSync(file, '');
  }

  /**
   * @param {number} level
   * @param {string} message
   */
  write(level, message) {
    if (level < this.level || this.level === off) return;
    appendFileSync(this.file, this.isPlain ? message : `${timeNow()} [${names[level]}] ${message}\n`);
  }

  trace(/** @type {string} */ message) {
    this.write(0, message);
  }
  debug(/** @type {string} */ message) {
    this.write(1, message);
  }
  info(/** @type {string} */ message) {
    this.write(2, message);
  }
  warn(/** @type {string} */ message) {
    this.write(3, message);
  }
  error(/** @type {string} */ message) {
    this.write(4, message);
  }
  critical(/** @type {string} */ message) {
    this.write(5, message);
  }
  getLevel() {
    return this.level;
  }
  setLevel(/** @type {number} */ level) {
    this.level = level;
  }
  clearFormatters() {
    this.isPlain = true;
  }
  // The only pattern that the editor sets is that of `write`, and each line is on the disk when it is written.
  setPattern() {}
  flush() {}
  drop() {}
}

/** Local time, as in `2026-11-28 16:40:00.123`. */
function timeNow() {
  const now = new Date();
  const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000);
  return local.toISOString().replace('T', ' ').slice(0, 23);
}

const createRotatingLogger = (/** @type {string} */ name, /** @type {string} */ file) =>
  Promise.resolve(new Logger('rotating', name, file));

// One by one: the editor imports them by name, and Node finds no names in an object with functions.
exports.version = 0;
exports.setLevel = () => undefined;
exports.setFlushOn = () => undefined;
exports.Logger = Logger;
exports.createRotatingLogger = createRotatingLogger;
exports.createAsyncRotatingLogger = createRotatingLogger;
