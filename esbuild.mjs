// Bundles the extension host's code, the map page and, with --tests, the suite for the extension host.
//   node esbuild.mjs [--production] [--watch] [--tests]
import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import * as esbuild from 'esbuild';
import { textsIn } from './test/l10n/textsIn.mjs';

/** Whether this is run, and not imported for what it builds. */
const isRun = process.argv[1] === fileURLToPath(import.meta.url);

const { values: flags } = parseArgs({
  args: isRun ? process.argv.slice(2) : [],
  options: {
    production: { type: 'boolean', default: false },
    watch: { type: 'boolean', default: false },
    tests: { type: 'boolean', default: false },
  },
});

/**
 * Most bytes in production. Of the host: what `extension.ts` loads at activation, and what each part that is loaded
 * later brings beyond that.
 * @type {Record<string, number>}
 */
const budgets = {
  // Our own code but for a tenth.
  'src/extension.ts': 220_000,
  'src/api/client.ts': 200_000,
  'src/sandbox/sandbox.ts': 250_000,
  // Rules, mends, completion and hover of orders; half of it is the parser of JSON with places, and turf.
  'src/model/order/orderWork.ts': 120_000,
  // Nearly all of it is proj4 and an XML parser.
  'src/model/import/readAreas.ts': 310_000,
  // A third of it is Clipper2, turf and the parser of JSON with places.
  'src/model/geojson/geojsonWork.ts': 190_000,
  'src/model/images/figures.ts': 120_000,
  'src/geojsonWorker.ts': 10_000,
  // Nearly all of it is undici, and 145 kB of that its HTTP parser, in two builds.
  'src/api/ownTransport.ts': 420_000,
  'src/platform/unzip.ts': 40_000,
  'webview/page.ts': 500_000,
  'webview/page.css': 60_000,
};

/**
 * The base map is one file of the package, for the page and for the sandbox: loaded at run time, never bundled.
 * @type {esbuild.Plugin}
 */
const sharedBaseMap = {
  name: 'shared-base-map',
  setup(build) {
    build.onResolve({ filter: /^world-atlas\/countries-50m\.json$/ }, () => ({
      path: './land.json',
      external: true,
    }));
  },
};

/**
 * Lists the texts that the page can show: the host hands it the translations of these alone.
 * @type {esbuild.Plugin}
 */
const pageTexts = {
  name: 'page-texts',
  setup(build) {
    // Some look only at what the bundle is made of.
    if (build.initialOptions.write === false) return;
    build.onEnd(async ({ metafile }) => {
      const files = Object.keys(metafile?.inputs ?? {}).filter(name => /^(src|webview)\/.*\.ts$/.test(name));
      const calls = await Promise.all(files.map(async name => textsIn(name, await readFile(name, 'utf8'))));
      const texts = new Set(calls.flat().flatMap(({ text }) => text ?? []));
      await writeFile('dist/pageTexts.json', JSON.stringify([...texts].sort()));
    });
  },
};

/** @type {esbuild.BuildOptions} */
const shared = {
  bundle: true,
  metafile: true,
  minify: flags.production,
  sourcemap: flags.production ? false : 'linked',
  logLevel: 'warning',
  legalComments: 'none',
};

/**
 * What the package holds: the extension host's code and the map page.
 * @type {esbuild.BuildOptions}
 */
export const host = {
  ...shared,
  // The thread is started by the path of its file.
  entryPoints: ['src/extension.ts', 'src/geojsonWorker.ts'],
  entryNames: '[name]',
  chunkNames: '[name]-[hash]',
  // What is imported dynamically becomes a part of its own, and what parts share is there once.
  splitting: true,
  outdir: 'dist',
  outExtension: { '.js': '.mjs' },
  format: 'esm',
  // Libraries in CommonJS ask for Node's own modules so.
  banner: {
    // Pure, so that it goes where nobody asks.
    js: `import{createRequire as requireOf}from'node:module';const require=/*@__PURE__*/(()=>requireOf(import.meta.url))();`,
  },
  platform: 'node',
  target: 'node22',
  // jsonc-parser's CommonJS form hides its parts from the bundler.
  mainFields: ['module', 'main'],
  external: ['vscode'],
  define: {
    // undici's own switch: leaves out its second, experimental parser.
    esbuildDetection: '1',
  },
  plugins: [sharedBaseMap],
};

/** @type {esbuild.BuildOptions} */
export const page = {
  ...shared,
  entryPoints: ['webview/page.ts'],
  outdir: 'dist',
  format: 'iife',
  platform: 'browser',
  target: 'chrome138',
  // Pictures of Leaflet's own markers and controls: the page uses none of them.
  loader: { '.png': 'empty' },
  plugins: [pageTexts],
};

/** @type {esbuild.BuildOptions} */
const tests = {
  ...shared,
  minify: false,
  sourcemap: 'inline',
  entryPoints: ['test/host/index.ts'],
  outdir: 'dist/test',
  outExtension: { '.js': '.cjs' },
  format: 'cjs',
  platform: 'node',
  target: 'node22',
  mainFields: ['module', 'main'],
  external: ['vscode', 'mocha'],
};

/**
 * Parts of an earlier build have other names.
 * @param {string[]} built
 */
async function removeOthers(built) {
  for (const name of await readdir('dist'))
    if (/\.[cm]js$/.test(name) && !built.includes(`dist/${name}`)) await rm(`dist/${name}`);
}

async function copyAssets() {
  await mkdir('dist', { recursive: true });
  await cp('node_modules/world-atlas/countries-50m.json', 'dist/land.json');
}

/**
 * The files that an output loads with it, itself among them.
 * @param {esbuild.Metafile['outputs']} outputs
 * @param {string} file
 * @param {Set<string>} [found]
 */
export function loadedWith(outputs, file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  for (const { path, kind } of outputs[file]?.imports ?? [])
    if (kind === 'import-statement' && outputs[path]) loadedWith(outputs, path, found);
  return found;
}

/**
 * What the editor loads. It hands CommonJS to an extension at once, and modules by way of a thread, which takes a start
 * about a millisecond for each file and for each that is imported by it.
 */
const entry = 'dist/extension.cjs';

/** Leads to the parts as they were built. */
async function writeEntry() {
  const call = (/** @type {string} */ name) =>
    `exports.${name} = async (...args) => (await import('./extension.mjs')).${name}(...args);\n`;
  await writeFile(entry, call('activate') + call('deactivate'));
}

/**
 * Puts all that activation loads into two files of CommonJS: what the thread shares, which has no editor, and the rest.
 * The other parts go on importing by the former names, which lead there.
 * @param {esbuild.Metafile['outputs']} outputs
 */
async function joinStart(outputs) {
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

/**
 * All that an output may load, now or later.
 * @param {esbuild.Metafile['outputs']} outputs
 * @param {string} file
 * @param {Set<string>} [found]
 */
function reachedFrom(outputs, file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  for (const { path } of outputs[file]?.imports ?? []) if (outputs[path]) reachedFrom(outputs, path, found);
  return found;
}

/** What activation must not load. `clipper2-ts` clips, `jsonc-parser` finds places in a text. */
const notAtStart = [
  'zod',
  'undici',
  '@turf',
  'proj4',
  'hono',
  'clipper2-ts',
  'jsonc-parser',
  'flatbush',
  'p-queue',
  'p-retry',
].map(name => `node_modules/${name}/`);

/**
 * Bytes of what activation loads, by package; our own code by its folder.
 * @param {esbuild.Metafile['outputs']} outputs
 * @param {ReadonlySet<string>} atStart
 */
function describeStart(outputs, atStart) {
  /** @type {Map<string, number>} */
  const sizes = new Map();
  for (const file of atStart) {
    for (const [input, { bytesInOutput }] of Object.entries(outputs[file]?.inputs ?? {})) {
      const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input) ?? [];
      const place = name ?? input.split('/').slice(0, -1).slice(0, 3).join('/');
      sizes.set(place, (sizes.get(place) ?? 0) + bytesInOutput);
    }
  }
  const sorted = [...sizes].sort(([, one], [, other]) => other - one);
  console.log(`At activation: ${sorted.map(([name, bytes]) => `${name} ${bytes}`).join(', ')}`);
}

/**
 * @param {esbuild.Metafile['outputs']} outputs
 * @param {ReadonlySet<string>} atStart
 */
function checkStart(outputs, atStart) {
  const loaded = [...atStart].flatMap(file => Object.keys(outputs[file]?.inputs ?? {}));
  for (const input of loaded) {
    if (!['src/sandbox/', 'src/commands/', ...notAtStart].some(path => input.startsWith(path))) continue;
    console.error(`${input} is loaded at activation: import what needs it dynamically.`);
    process.exitCode = 1;
  }
}

/**
 * Texts are told their language in one place: a second copy of their library would go on in English.
 * @param {esbuild.Metafile['outputs']} outputs
 */
function checkTexts(outputs) {
  const copies = Object.entries(outputs).filter(([, { inputs }]) =>
    Object.keys(inputs).some(name => name.startsWith('node_modules/@vscode/l10n/')),
  );
  if (copies.length === 1) return;
  console.error(`@vscode/l10n is in ${copies.length} files: ${copies.map(([file]) => file).join(', ')}`);
  process.exitCode = 1;
}

/** @param {esbuild.Metafile} metafile */
function checkBudgets({ outputs }) {
  const atStart = loadedWith(outputs, 'dist/extension.mjs');
  checkStart(outputs, atStart);
  if (atStart.size > 1) describeStart(outputs, atStart);
  for (const [file, { entryPoint, cssBundle }] of Object.entries(outputs)) {
    const entries = [
      { entry: entryPoint, files: [...loadedWith(outputs, file)] },
      { entry: cssBundle && entryPoint?.replace(/\.ts$/, '.css'), files: cssBundle ? [cssBundle] : [] },
    ];
    for (const { entry, files } of entries) {
      const budget = budgets[entry ?? ''];
      if (budget === undefined) continue;
      // The thread shares no memory with the rest.
      const isBeside = entry !== 'src/extension.ts' && entry !== 'src/geojsonWorker.ts';
      const own = files.filter(one => !isBeside || !atStart.has(one));
      const bytes = own.reduce((sum, one) => sum + (outputs[one]?.bytes ?? 0), 0);
      console.log(`${entry} ${bytes} bytes of ${budget}`);
      if (bytes <= budget) continue;
      console.error(
        `${entry} is over its budget. See what grew: npx esbuild --analyze, or raise it in esbuild.mjs and say why.`,
      );
      process.exitCode = 1;
    }
  }
}

async function run() {
  await copyAssets();
  const builds = flags.tests ? [host, page, tests] : [host, page];
  if (flags.watch) {
    const contexts = await Promise.all(
      builds.map(options => esbuild.context({ ...options, logLevel: 'info' })),
    );
    await Promise.all(contexts.map(context => context.watch()));
    await writeEntry();
    console.log('Watching; Ctrl-C ends.');
  } else {
    const results = await Promise.all(builds.map(options => esbuild.build(options)));
    await removeOthers(results.flatMap(({ metafile }) => Object.keys(metafile?.outputs ?? {})));
    if (flags.production) {
      for (const { metafile } of results.slice(0, 2)) if (metafile) checkTexts(metafile.outputs);
      for (const { metafile } of results) if (metafile) checkBudgets(metafile);
      if (results[0]?.metafile) await joinStart(results[0].metafile.outputs);
    } else await writeEntry();
  }
}

if (isRun) await run();
