// Bundles the extension host's code, the map page and, with --tests, the suite for the extension host.
//   node esbuild.mjs [--production] [--watch] [--tests]
import { cp, mkdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import * as esbuild from 'esbuild';

const { values: flags } = parseArgs({
  options: {
    production: { type: 'boolean', default: false },
    watch: { type: 'boolean', default: false },
    tests: { type: 'boolean', default: false },
  },
});

/**
 * Most bytes that each file may have in production. The parts beside `extension.cjs` are loaded when they are first
 * needed, so its own budget is what activation pays.
 * @type {Record<string, number>}
 */
const budgets = {
  // Our own code but for a tenth; one bundle, because parts that are split off share nothing with it.
  'dist/extension.cjs': 320_000,
  'dist/client.cjs': 200_000,
  'dist/sandbox.cjs': 250_000,
  // A third of it is the parser of JSON with places, turf and a stable order of members.
  'dist/orderWork.cjs': 120_000,
  // Nearly all of it is proj4 and an XML parser.
  'dist/readAreas.cjs': 310_000,
  // A third of it is Clipper2 and the parser of JSON with places; the comparison of reports is in it too.
  'dist/geojsonWork.cjs': 180_000,
  'dist/figures.cjs': 120_000,
  'dist/requestWork.cjs': 40_000,
  // Most of it is yauzl.
  'dist/unzip.cjs': 40_000,
  'dist/geojsonWorker.cjs': 10_000,
  // Nearly all of it is undici, and 145 kB of that its HTTP parser, in two builds.
  'dist/ownTransport.cjs': 420_000,
  'dist/page.js': 500_000,
  'dist/page.css': 60_000,
};

/** What is split off the extension host's bundle, each loaded by a dynamic import. */
const lazyParts = [
  'src/api/client.ts',
  'src/api/ownTransport.ts',
  'src/sandbox/sandbox.ts',
  'src/model/order/orderWork.ts',
  'src/model/import/readAreas.ts',
  'src/model/geojson/geojsonWork.ts',
  'src/model/images/figures.ts',
  'src/model/request/requestWork.ts',
  'src/platform/unzip.ts',
];

/** Entries of threads, started by the path of their file. */
const threads = ['src/geojsonWorker.ts'];

/**
 * Turns `import('…/client.ts')` into a load of `./client.cjs` at run time. esbuild splits only ES modules by itself,
 * and the extension host takes CommonJS everywhere.
 * @type {esbuild.Plugin}
 */
const splitDynamicImports = {
  name: 'split-dynamic-imports',
  setup(build) {
    build.onResolve({ filter: /^\.\.?\// }, ({ path, kind, importer }) => {
      if (kind !== 'dynamic-import') return undefined;
      const name = basename(path, '.ts');
      if (!lazyParts.some(part => basename(part, '.ts') === name)) {
        return {
          errors: [{ text: `${path} is imported dynamically by ${importer}, but is no part of its own.` }],
        };
      }
      return { path: `./${name}.cjs`, external: true };
    });
  },
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

/** @type {esbuild.BuildOptions} */
const shared = {
  bundle: true,
  metafile: true,
  minify: flags.production,
  sourcemap: flags.production ? false : 'linked',
  logLevel: 'warning',
  legalComments: 'none',
};

/** @type {esbuild.BuildOptions} */
const host = {
  ...shared,
  entryPoints: ['src/extension.ts', ...lazyParts, ...threads],
  entryNames: '[name]',
  outdir: 'dist',
  outExtension: { '.js': '.cjs' },
  format: 'cjs',
  platform: 'node',
  target: 'node22',
  // jsonc-parser's CommonJS form hides its parts from the bundler.
  mainFields: ['module', 'main'],
  external: ['vscode'],
  define: {
    // undici's own switch: leaves out its second, experimental parser.
    esbuildDetection: '1',
    // Otherwise empty in CommonJS.
    'import.meta.filename': '__filename',
  },
  plugins: [splitDynamicImports, sharedBaseMap],
};

/** @type {esbuild.BuildOptions} */
const page = {
  ...shared,
  entryPoints: ['webview/page.ts'],
  outdir: 'dist',
  format: 'iife',
  platform: 'browser',
  target: 'chrome138',
  // Pictures of Leaflet's own markers and controls: the page uses none of them.
  loader: { '.png': 'empty' },
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

async function copyAssets() {
  await mkdir('dist', { recursive: true });
  await cp('node_modules/world-atlas/countries-50m.json', 'dist/land.json');
}

/** @param {esbuild.Metafile[]} metafiles */
function checkBudgets(metafiles) {
  let over = false;
  for (const metafile of metafiles) {
    for (const [file, { bytes }] of Object.entries(metafile.outputs)) {
      const budget = budgets[file];
      if (budget === undefined) continue;
      console.log(`${file} ${bytes} bytes of ${budget}`);
      if (bytes > budget) {
        console.error(
          `${file} is over its budget. See what grew: npx esbuild --analyze, or raise it in esbuild.mjs and say why.`,
        );
        over = true;
      }
    }
  }
  if (over) process.exitCode = 1;
}

await copyAssets();
const builds = flags.tests ? [host, page, tests] : [host, page];
if (flags.watch) {
  const contexts = await Promise.all(
    builds.map(options => esbuild.context({ ...options, logLevel: 'info' })),
  );
  await Promise.all(contexts.map(context => context.watch()));
  console.log('Watching; Ctrl-C ends.');
} else {
  const results = await Promise.all(builds.map(options => esbuild.build(options)));
  if (flags.production) checkBudgets(results.flatMap(({ metafile }) => metafile ?? []));
}
