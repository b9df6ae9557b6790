// Bundles the extension host's code, the map page and, with --tests, the suite for the extension host.
//   node esbuild.mjs [--production] [--watch] [--tests]
import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import * as esbuild from 'esbuild';
import { checkBudgets, checkTexts } from './test/build/checkBundles.mjs';
import { joinStart, writeEntry } from './test/build/startFiles.mjs';
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
  entryPoints: ['src/extension.ts', 'src/editor/geojsonWorker.ts'],
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
  entryPoints: ['webview/app/page.ts'],
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
