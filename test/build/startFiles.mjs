// The files by which the editor starts the extension.
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import * as esbuild from 'esbuild';
import { loadedWith, reachedFrom } from './loadedWith.mjs';

/**
 * What the editor loads. It hands CommonJS to an extension at once, and modules by way of a thread, which takes a start
 * about a millisecond for each file and for each that is imported by it.
 */
const entry = 'dist/extension.cjs';

/** Leads to the parts as they were built. */
export async function writeEntry() {
  const call = (/** @type {string} */ name) =>
    `exports.${name} = async (...args) => (await import('./extension.mjs')).${name}(...args);\n`;
  await writeFile(entry, call('activate') + call('deactivate'));
}

/**
 * Puts all that activation loads into two files of CommonJS: what the thread shares, which has no editor, and the rest.
 * The other parts go on importing by the former names, which lead there.
 * @param {esbuild.Metafile['outputs']} outputs
 */
export async function joinStart(outputs) {
  const reached = reachedFrom(outputs, 'dist/geojsonWorker.mjs');
  const files = [...loadedWith(outputs, 'dist/extension.mjs')];
  const base = files.filter(file => reached.has(file));
  await joinParts(outputs, { files: base, into: 'dist/base.cjs' });
  const others = files.filter(file => !reached.has(file));
  await joinParts(outputs, {
    files: others,
    into: entry,
    leading: base,
    exports: ['activate', 'deactivate'],
  });
}

/**
 * What is outside, with each of its names on its own: what CommonJS requires as a whole is copied for every file that
 * imports it, which are several hundred names of the editor each time.
 * @type {esbuild.Plugin}
 */
const outsideByName = {
  name: 'outside-by-name',
  setup(build) {
    build.onResolve({ filter: /^(vscode$|node:)/ }, ({ path, kind }) =>
      kind === 'require-call' ? { path, external: true } : { path, namespace: 'outside' },
    );
    build.onLoad({ filter: /.*/, namespace: 'outside' }, async ({ path }) => {
      const names = path === 'vscode' ? await editorNames() : builtinNames(path);
      const lines = names
        .filter(name => name !== 'default')
        .map(name => `export const ${name} = /* @__PURE__ */ (() => outside.${name})();`);
      return { contents: [`const outside = require('${path}');`, ...lines].join('\n') };
    });
  },
};

/** @param {string} path of a module of Node's own */
function builtinNames(path) {
  /** @type {unknown} */
  const builtin = createRequire(import.meta.url)(path);
  // That of modules is a function.
  const hasNames = typeof builtin === 'function' || (typeof builtin === 'object' && builtin !== null);
  return hasNames ? Object.keys(builtin) : [];
}

/** What of the editor's interface is there at run time. */
async function editorNames() {
  const types = await readFile('node_modules/@types/vscode/index.d.ts', 'utf8');
  const found = types.matchAll(/^\texport (?:namespace|class|enum|const|function) (\w+)/gm);
  return [...new Set([...found].flatMap(([, name]) => name ?? []))];
}

/**
 * Puts outputs into one, and leaves in the place of each what leads there.
 * @param {esbuild.Metafile['outputs']} outputs
 * @param {object} what
 * @param {readonly string[]} what.files
 * @param {string} what.into
 * @param {readonly string[]} [what.leading] outputs that lead to another one by now
 * @param {readonly string[]} [what.exports] by the names that the entry has for them
 */
async function joinParts(outputs, { files, into, leading = [], exports = [] }) {
  const followed = [...files, ...leading].map(file => basename(file));
  const names = files.flatMap((file, part) =>
    (outputs[file]?.exports ?? []).map(name => ({ file, name, as: `part${part}_${name}` })),
  );
  const lines = [
    ...names.map(({ file, name, as }) => `export { ${name} as ${as} } from './${basename(file)}';`),
    ...exports.map(name => `export { ${name} } from './extension.mjs';`),
  ];
  await esbuild.build({
    stdin: { contents: lines.join('\n'), resolveDir: 'dist' },
    ...{ bundle: true, outfile: into, minify: true, format: 'cjs', platform: 'node', target: 'node22' },
    logLevel: 'warning',
    logOverride: { 'import-is-undefined': 'error' },
    // To make a `require` of, a path is as good as an address.
    define: { 'import.meta.filename': '__filename', 'import.meta.url': '__filename' },
    plugins: [
      outsideByName,
      {
        name: 'others-stay',
        setup(build) {
          build.onResolve({ filter: /^\.\// }, ({ path, kind }) => {
            const isFollowed = kind === 'import-statement' && followed.includes(basename(path));
            return isFollowed ? undefined : { path, external: true };
          });
        },
      },
    ],
  });
  for (const file of files) {
    const own = names.filter(one => one.file === file).map(({ name, as }) => `${as} as ${name}`);
    await writeFile(file, `export{${own.join(',')}}from'./${basename(into)}';\n`);
  }
}
