/**
 * Where undici keeps the dispatcher of the whole process. If there is none when it loads, it sets its own, and another
 * one for Node's own fetch: every extension in the process would send through it.
 */
const place = Symbol.for('undici.globalDispatcher.2');
const globals = globalThis as { [place]?: object };
const wasEmpty = globals[place] === undefined;

// undici checks only whether anything is there. A file that imports undici imports this file before it.
if (wasEmpty) globals[place] = {};

/** Restores the process. Call it as soon as undici is loaded, before other code can run. */
export function releaseDispatcher(): void {
  if (wasEmpty) Reflect.deleteProperty(globals, place);
}
