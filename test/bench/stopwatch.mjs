/**
 * Preloaded by the bench into the editor's server and inherited by the processes it forks: an extension host measures
 * how long it takes to load and activate Swath, and the editor's own Git extension for comparison.
 */
import { appendFileSync, existsSync } from 'node:fs';
import Module, { registerHooks } from 'node:module';
import { activationVariable, loadedVariable } from './activatedExtension.ts';

const { [activationVariable]: file, [loadedVariable]: marker = '' } = process.env;

/** @type {['swath' | 'git', RegExp][]} */
const entries = [
  ['swath', /[\\/]dist[\\/]extension\.cjs$/],
  ['git', /[\\/]git[\\/]dist[\\/]main(\.js)?$/],
];

/**
 * How Node loads CommonJS, which its types omit.
 * @typedef {{ activate: (context: unknown) => unknown }} Extension
 * @typedef {{ _load: (request: string, ...others: unknown[]) => Extension }} Loader
 */
const loader = /** @type {Loader} */ (/** @type {unknown} */ (Module));

if (file !== undefined && process.argv.includes('--type=extensionHost')) {
  /** @type {Partial<Record<'swath' | 'git', number>>} */
  const times = {};
  /** @type {string[]} */
  const loaded = [];
  let isSwathLoading = false;

  if (existsSync(marker))
    registerHooks({
      load(url, context, next) {
        if (isSwathLoading) loaded.push(url);
        return next(url, context);
      },
    });

  const load = loader._load;
  loader._load = function (request, ...others) {
    const name = entries.find(([, path]) => path.test(request))?.[0];
    if (name === undefined) return load.call(this, request, ...others);
    isSwathLoading = name === 'swath';
    const began = performance.now();
    const extension = load.call(this, request, ...others);
    const loadMs = performance.now() - began;
    isSwathLoading = false;
    return {
      ...extension,
      activate(context) {
        isSwathLoading = name === 'swath';
        const start = performance.now();
        const api = extension.activate(context);
        times[name] = loadMs + performance.now() - start;
        isSwathLoading = false;
        if (times.swath !== undefined && times.git !== undefined)
          appendFileSync(file, JSON.stringify({ ...times, loaded }) + '\n');
        return api;
      },
    };
  };
}
