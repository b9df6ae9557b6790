// Bundles the extension host's code, the map page and, with --tests, the suite for the extension host.
//   node esbuild.mjs [--production] [--watch] [--tests]
import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import * as esbuild from 'esbuild';
import * as rolldown from 'rolldown';
import { checkHost, checkPage } from './test/build/checkBundles.mjs';
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
 * Lists the texts that the page can show: the host hands it the translations of these alone.
 * @type {esbuild.Plugin}
 */
const pageTexts = {
  name: 'page-texts',
  setup(build) {
    // Some look only at what the bundle is made of.
    if (build.initialOptions.write === false) return;
    build.onEnd(async ({ metafile }) => {
      const files = Object.keys(metafile?.inputs ?? {}).filter(name =>
        /^(src|webview)\/.*\.tsx?$/.test(name),
      );
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
 * The bundles of the host. Each takes the files that it names, and what these import at once, as far as no bundle before
 * it has them: so every module is there once, and as rooms import only from rooms below, so do bundles.
 *
 * @type {[name: string, files: RegExp, atStart?: true][]}
 */
const bundles = [
  // What activation reads. The first is without the editor: the thread shares it.
  ['base', /^(?:src\/model|node_modules)\//, true],
  ['extension', /^src\/(?!editor\/geojsonWorker)/, true],
  // Without the editor as well.
  ['geojson', /^src\/model\/geojson\/(?:geojsonWork|workAnswers)\.ts$/],
  // What the editor shows in JSON documents, with the first of them.
  ['language', /^src\/(?:areas|orders|images)\/ui\/(?:\w+Language|search(?:Lenses|Diagnostics))\.ts$/],
  ['client', /^src\/api\/client\.ts$/],
  // Areas in other formats are rare, and most of them is libraries.
  ['model', /^src\/model\/(?!import\/)/],
  ['editor', /^src\/editor\/(?!geojsonWorker)/],
  ['account', /^src\/account\//],
  ['images', /^src\/images\//],
  ['areas', /^src\/areas\//],
  ['orders', /^src\/orders\//],
  ['deliveries', /^src\/deliveries\//],
  ['tools', /^src\/tools\//],
  ['map', /^src\/map\//],
  ['ledger', /^src\/ledger\//],
  ['import', /^src\/model\/import\//],
  // Connections with a certificate or a proxy of their own.
  ['transport', /^src\/api\//],
  ['sandbox', /^src\/sandbox\//],
];

/**
 * The extension host's code. esbuild can't say which modules go together, and writes two hundred files.
 *
 * @type {rolldown.BuildOptions & { input: object, output: rolldown.OutputOptions }}
 */
export const host = {
  // The thread is started by the path of its file.
  input: { extension: 'src/extension.ts', geojsonWorker: 'src/editor/geojsonWorker.ts' },
  platform: 'node',
  external: ['vscode'],
  // jsonc-parser's CommonJS form hides its parts from the bundler.
  resolve: { mainFields: ['module', 'main'] },
  transform: {
    target: 'node22',
    // undici's own switch: leaves out its second, experimental parser.
    define: { esbuildDetection: '1' },
  },
  plugins: [
    {
      // The base map is one file of the package, for the page and for the sandbox: loaded at run time, never bundled.
      name: 'shared-base-map',
      resolveId: name =>
        name === 'world-atlas/countries-50m.json' ? { id: './land.json', external: true } : undefined,
    },
  ],
  // Which bundle a file is in says the list above.
  checks: { ineffectiveDynamicImport: false },
  preserveEntrySignatures: 'allow-extension',
  output: {
    dir: 'dist',
    // The editor loads CommonJS at once, and modules by way of a thread: a millisecond for each import.
    format: 'cjs',
    minify: flags.production,
    sourcemap: !flags.production,
    comments: false,
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name].cjs',
    codeSplitting: {
      groups: bundles.map(([name, files, atStart], place) => ({
        name,
        test: path => files.test(relative(import.meta.dirname, path).replaceAll('\\', '/')),
        ...(atStart && { tags: ['$initial'] }),
        priority: bundles.length - place,
      })),
    },
  },
};

/** @type {esbuild.BuildOptions} */
export const page = {
  ...shared,
  entryPoints: ['webview/app/page.tsx'],
  outdir: 'dist',
  format: 'iife',
  platform: 'browser',
  target: 'chrome138',
  jsx: 'automatic',
  jsxImportSource: 'preact',
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

async function prepareFolder() {
  await mkdir('dist', { recursive: true });
  await cp('node_modules/world-atlas/countries-50m.json', 'dist/land.json');
}

/**
 * Bundles of an earlier build can have other names.
 *
 * @param {string[]} built
 */
async function removeOthers(built) {
  for (const name of await readdir('dist'))
    if (/\.[cm]?js$/.test(name) && !built.includes(name)) await rm(`dist/${name}`);
}

async function run() {
  await prepareFolder();
  const others = flags.tests ? [page, tests] : [page];
  if (flags.watch) {
    const contexts = await Promise.all(
      others.map(options => esbuild.context({ ...options, logLevel: 'info' })),
    );
    rolldown.watch(host).on('event', event => {
      if (event.code === 'ERROR') console.error(event.error.message);
      if (event.code === 'BUNDLE_END') console.log('[watch] host built');
      if ('result' in event) void event.result.close();
    });
    await Promise.all(contexts.map(context => context.watch()));
    console.log('Watching; Ctrl-C ends.');
    return;
  }
  const [{ output }, ...built] = await Promise.all([
    rolldown.build(host),
    ...others.map(options => esbuild.build(options)),
  ]);
  await removeOthers(['page.js', ...output.map(({ fileName }) => fileName)]);
  if (!flags.production) return;
  checkHost(output);
  checkPage(built[0]?.metafile);
}

if (isRun) await run();
