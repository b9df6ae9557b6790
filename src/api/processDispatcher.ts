/**
 * Where undici keeps the dispatcher of the whole process. Finding none when it loads, it puts one of its own there, and
 * another where Node's own fetch looks: every extension in the process would send through it.
 */
const place = Symbol.for('undici.globalDispatcher.2');
const globals = globalThis as { [place]?: object };
const wasEmpty = globals[place] === undefined;

// undici checks only whether anything is there. A file that imports undici imports this file before it.
if (wasEmpty) globals[place] = {};

/** Leaves the process as it was. To be called as soon as undici is loaded, before other code can run. */
export function releaseDispatcher(): void {
  if (wasEmpty) Reflect.deleteProperty(globals, place);
}
