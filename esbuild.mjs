// Bundles the extension host's code, the pages and, with --tests, the suite for the extension host.
//   node esbuild.mjs [--production] [--watch] [--tests]
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import * as esbuild from 'esbuild';
import * as rolldown from 'rolldown';
import { checkHost, checkPage } from './test/build/checkBundles.mjs';
import { coastFile } from './test/build/coastFile.mjs';
import { hostThroughDoors, pageThroughDoors } from './test/build/throughDoors.mjs';
import { textsIn } from './test/l10n/textsIn.mjs';

/** Whether this file is run, not imported for what it builds. */
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
 * Collects the texts that a page can show: the host gives the page only these translations.
 *
 * @param {string} file
 * @returns {esbuild.Plugin}
 */
const pageTexts = file => ({
  name: 'page-texts',
  setup(build) {
    // Some callers only inspect what the bundle is made of.
    if (build.initialOptions.write === false) return;
    build.onEnd(async ({ metafile }) => {
      await writeFile(`dist/${file}`, JSON.stringify(await textsOf(metafile)));
    });
  },
});

/**
 * The texts in the modules of a bundle, sorted.
 *
 * @param {esbuild.Metafile | undefined} metafile
 */
async function textsOf(metafile) {
  const files = Object.keys(metafile?.inputs ?? {}).filter(name => /^(src|webview)\/.*\.tsx?$/.test(name));
  const calls = await Promise.all(files.map(async name => textsIn(name, await readFile(name, 'utf8'))));
  return [...new Set(calls.flat().flatMap(({ text }) => text ?? []))].sort();
}

/**
 * What the TIFF library unpacks with: `tiffBlocks.ts` has decoders of its own, which stop at the size of a block.
 * @type {esbuild.Plugin}
 */
const noOtherDecoders = {
  name: 'no-other-decoders',
  setup(build) {
    build.onResolve({ filter: /^(?:zstddec|pako|lerc)(?:$|\/)/ }, ({ path }) => ({
      path,
      namespace: 'none',
    }));
    build.onLoad({ filter: /./, namespace: 'none' }, () => ({
      contents: 'export class ZSTDDecoder {}\nexport const inflate = undefined;\nexport default {};',
    }));
  },
};

/** What `crsDefinition` in `features/areas/rules/import/crs.ts` names; the library itself adds longlat and merc. */
const pageProjections = ['utm', 'lcc', 'laea'];

/**
 * The page places delivered images by such definitions only: it needs none of the library's other projections, and reads
 * neither WKT nor MGRS. The host has all of it, for areas that are imported.
 * @type {esbuild.Plugin}
 */
const fewProjections = {
  name: 'few-projections',
  setup(build) {
    build.onLoad({ filter: /[\\/]proj4[\\/]projs\.js$/ }, ({ path }) => ({
      contents: `${pageProjections.map(name => `import ${name} from './lib/projections/${name}';\n`).join('')}
export default ({ Proj }) => [${pageProjections.join(', ')}].forEach(each => Proj.projections.add(each));`,
      resolveDir: dirname(path),
    }));
    build.onResolve({ filter: /^(?:mgrs|wkt-parser)$/ }, ({ path }) => ({ path, namespace: 'unread' }));
    build.onLoad({ filter: /./, namespace: 'unread' }, () => ({
      contents: `const refuse = () => { throw new Error('Not in the page.'); };
export { refuse as default, refuse as forward, refuse as toPoint };`,
    }));
  },
};

/**
 * What connections of one's own never run of undici: they speak HTTP/1.1, and a proxy is one of HTTP. Of its parser it has
 * two builds; the one without SIMD runs on every processor.
 * @type {rolldown.Plugin}
 */
const halfOfUndici = {
  name: 'half-of-undici',
  resolveId(name, importer) {
    if (!importer?.replaceAll('\\', '/').includes('/undici/lib/')) return undefined;
    if (/\/(?:client-h2|socks5-proxy-agent)(?:\.js)?$/.test(name)) return '\0not-in-transport';
    if (name.endsWith('/llhttp_simd-wasm.js')) return this.resolve('../llhttp/llhttp-wasm.js', importer);
    return undefined;
  },
  load: id =>
    id === '\0not-in-transport'
      ? `module.exports = function refuse() { throw new Error('Not in the transport.'); };`
      : undefined,
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
 * The bundles of the host. Each takes the files that match its pattern, plus their static imports, unless an earlier
 * bundle already has them. So every module is bundled once, and because rooms import only from rooms below, so do the
 * bundles.
 *
 * @type {[name: string, files: RegExp, atStart?: true][]}
 */
const bundles = [
  // What threads and pages are asked by: none of them runs at activation.
  ['link', /^src\/base\/messageLink\.ts$/],
  // Loaded at activation. The first one doesn't use the editor's API, because the worker thread shares it.
  ['base', /^(?:src\/(?:base|geo|(?:service|features\/\w+)\/rules)|node_modules)\//, true],
  // What runs in the threads of long texts before their functions.
  ['thread', /^src\/platform\/documents\/(?:inWorkThread|runFunction)\.ts$/],
  [
    'extension',
    /^src\/(?!features\/(?:areas\/areaWorker|deliveries\/reportWorker)|sandbox\/sandboxWorker)/,
    true,
  ],
  // Deliveries, areas that are imported. Most of it is yauzl.
  ['zip', /^src\/base\/zip\.ts$/],
  // What the client, its threads and the documents know of the members of orders.
  ['members', /^src\/service\/rules\/orderMembers\.ts$/],
  // Doesn't use the editor's API either.
  [
    'geojson',
    /^src\/features\/(?:areas\/rules\/(?:areaFunctions|packedAreas)|reports\/rules\/reportFunctions)\.ts$/,
  ],
  ['editor', /^src\/platform\/(?!documents\/(?:checkedDocuments|shownInDocument))/],
  // What the editor shows in JSON documents, loaded with the first such document.
  [
    'language',
    /^src\/(?:features\/(?:areas|orders|images)\/ui\/(?:document\/)?(?:\w+Language|orderDecorations|search(?:Lenses|Diagnostics))|platform\/documents\/checkedDocuments)\.ts$/,
  ],
  ['client', /^src\/service\/wire\/client\.ts$/],
  // Areas in other formats are rare, and most of this bundle is libraries.
  [
    'rules',
    /^src\/(?!features\/(?:areas\/rules\/import\/|orders\/rules\/priceEstimate)|geo\/export\/(?!formats))(?:base|geo|(?:service|features\/\w+)\/rules)\//,
  ],
  // With the map and the steps of a draft.
  ['estimates', /^src\/features\/orders\/rules\/priceEstimate\.ts$/],
  ['account', /^src\/(?:session|features\/account)\//],
  ['images', /^src\/features\/images\//],
  ['areas', /^src\/features\/areas\/(?!areaWorker|rules\/import\/)/],
  ['orders', /^src\/features\/orders\/(?!ui\/(?:page\/order|draft\/(?:batch|draftBatch)))/],
  // With the first orders for several areas.
  ['batch', /^src\/features\/orders\/ui\/draft\/(?:batch|draftBatch)/],
  // With the first page of an order.
  ['order', /^src\/features\/orders\/ui\/page\/order/],
  ['deliveries', /^src\/features\/deliveries\/(?!reportWorker)/],
  ['links', /^src\/features\/links\//],
  ['agents', /^src\/features\/agents\/(?!mcp)/],
  // Nearly all of it is the protocol's SDK, for clients other than the editor's chat.
  ['mcp', /^src\/features\/agents\//],
  ['map', /^src\/features\/map\//],
  ['ledger', /^src\/features\/ledger\//],
  ['import', /^src\/features\/areas\/rules\/import\//],
  // Most of it is libraries for the formats of other programs.
  ['export', /^src\/geo\/export\//],
  // Connections with their own certificate or proxy.
  ['transport', /^src\/service\/wire\//],
  // The encoder of JPEG 2000, with the first delivery of that format.
  ['jpeg2000', /^src\/sandbox\/pictures\/jpeg2000\.ts$/],
  // In its thread only, without the editor's API.
  ['sandbox', /^src\/sandbox\/(?!sandboxWorker)/],
];

/** Characters that show nothing, or reorder what is beside them. */
export const invisible =
  /[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]/g;

/** @param {string} character */
const escaped = character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * The extension host's code. esbuild can't be told which modules go together: it would write two hundred files.
 *
 * @type {rolldown.BuildOptions & { input: object, output: rolldown.OutputOptions }}
 */
export const host = {
  // Worker threads are started by their file paths.
  input: {
    extension: 'src/extension.ts',
    areaWorker: 'src/features/areas/areaWorker.ts',
    reportWorker: 'src/features/deliveries/reportWorker.ts',
    sandboxWorker: 'src/sandbox/sandboxWorker.ts',
  },
  platform: 'node',
  external: ['vscode'],
  // jsonc-parser's CommonJS form hides its parts from the bundler.
  resolve: { mainFields: ['module', 'main'] },
  transform: {
    target: 'node22',
    // undici's own switch: leaves out its second, experimental HTTP parser.
    define: { esbuildDetection: '1' },
  },
  plugins: [
    hostThroughDoors,
    halfOfUndici,
    {
      // The base map is one file of the package, for the page and the sandbox: loaded at run time, never bundled.
      name: 'shared-base-map',
      resolveId: name =>
        name === 'world-atlas/countries-50m.json' ? { id: './land.json', external: true } : undefined,
    },
    {
      // The protocol's SDK brings a validator for what servers ask of the user. This one asks nothing, and `toolInputs.ts`
      // validates what it is sent.
      name: 'no-schema-validator',
      resolveId: name =>
        name === '@modelcontextprotocol/server/_shims' ? { id: '\0no-schema-validator' } : undefined,
      load: id => (id === '\0no-schema-validator' ? 'export class DefaultJsonSchemaValidator {}' : undefined),
    },
    {
      // The minifier writes escaped characters out, and nobody can review what can't be seen.
      name: 'visible-characters',
      generateBundle(_options, bundle) {
        for (const output of Object.values(bundle)) {
          if (output.type === 'chunk') output.code = output.code.replaceAll(invisible, escaped);
        }
      },
    },
  ],
  // The list above says which bundle a file goes into.
  checks: { ineffectiveDynamicImport: false },
  preserveEntrySignatures: 'allow-extension',
  output: {
    dir: 'dist',
    // The editor loads CommonJS directly, but modules through a thread, which costs a millisecond per import.
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
  entryPoints: {
    page: 'webview/app/page.tsx',
    clearWorker: 'webview/features/images/clear/clearWorker.ts',
    imageWorker: 'webview/features/products/imageWorker.ts',
    orderPage: 'webview/order/orderPage.ts',
  },
  outdir: 'dist',
  format: 'iife',
  platform: 'browser',
  target: 'chrome138',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  // Images of Leaflet's own markers and controls: the page uses none of them.
  loader: { '.png': 'empty' },
  // Only where the decoder of JPEG 2000 runs in Node.js.
  external: ['fs', 'path'],
  plugins: [pageThroughDoors, noOtherDecoders, fewProjections, pageTexts('pageTexts.json')],
};

/**
 * Style sheets as texts: the notebook's page is not ours, and a renderer has only its script.
 * @type {esbuild.Plugin}
 */
const styleTexts = {
  name: 'style-texts',
  setup(build) {
    const { minify = false } = build.initialOptions;
    build.onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const { outputFiles } = await esbuild.build({
        entryPoints: [path],
        bundle: true,
        write: false,
        minify,
        loader: { '.png': 'empty' },
      });
      return { contents: outputFiles[0]?.text ?? '', loader: 'text' };
    });
  },
};

/**
 * A renderer isn't told the display language, but the manifest is translated: in German it names this module.
 * @type {esbuild.Plugin}
 */
const germanRenderer = {
  name: 'german-renderer',
  setup(build) {
    if (build.initialOptions.write === false) return;
    build.onEnd(async ({ metafile }) => {
      const texts = await textsOf(metafile);
      /** @type {unknown} */
      const parsed = JSON.parse(await readFile('media/l10n/bundle.l10n.de.json', 'utf8'));
      const german = /** @type {Record<string, string>} */ (parsed);
      const bundle = Object.fromEntries(texts.map(text => [text, german[text] ?? text]));
      const locale = JSON.stringify({ language: 'de', bundle });
      await writeFile(
        'dist/notebookRenderer-de.js',
        `import { activate as begin } from './notebookRenderer.js';
export const activate = context => begin(context, ${locale});
`,
      );
    });
  },
};

/**
 * Shows GeoJSON in notebooks.
 *
 * @type {esbuild.BuildOptions}
 */
export const notebook = {
  ...page,
  entryPoints: { notebookRenderer: 'webview/notebook/notebookRenderer.tsx' },
  format: 'esm',
  alias: { leaflet: 'leaflet/dist/leaflet-src.esm.js' },
  plugins: [pageThroughDoors, styleTexts, germanRenderer],
};

/**
 * The map in a conversation: one file, because the page's frame can load none.
 *
 * @type {esbuild.BuildOptions}
 */
export const conversation = {
  ...page,
  entryPoints: { conversationMap: 'webview/conversation/conversationMap.tsx' },
  plugins: [pageThroughDoors, styleTexts, pageTexts('conversationTexts.json')],
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

/** Files of packages that the package has a copy of, or what is made of them: not in a bundle. */
export const packageData = {
  land: 'node_modules/world-atlas/countries-50m.json',
  coast: 'node_modules/world-atlas/land-10m.json',
  openJpeg: 'node_modules/@cornerstonejs/codec-openjpeg/dist/openjpegwasm.wasm',
};

/** What the pages and the sandbox load as data. */
async function writeData() {
  await cp(packageData.land, 'dist/land.json');
  await cp('media/places.txt', 'dist/places.txt');
  /** @type {unknown} */
  const land = JSON.parse(await readFile(packageData.coast, 'utf8'));
  await writeFile(
    'dist/coast.bin',
    coastFile(/** @type {import('topojson-specification').Topology} */ (land)),
  );
  await cp(packageData.openJpeg, 'dist/openjpeg.wasm');
}

/**
 * Removes bundles of an earlier build, which can have other names.
 *
 * @param {string[]} built
 */
async function removeOthers(built) {
  for (const name of await readdir('dist'))
    if (/\.[cm]?js$/.test(name) && !built.includes(name)) await rm(`dist/${name}`);
}

async function run() {
  await mkdir('dist', { recursive: true });
  const others = [page, notebook, conversation, ...(flags.tests ? [tests] : [])];
  if (flags.watch) {
    const contexts = await Promise.all(
      others.map(options => esbuild.context({ ...options, logLevel: 'info' })),
    );
    rolldown.watch(host).on('event', event => {
      if (event.code === 'ERROR') console.error(event.error.message);
      if (event.code === 'BUNDLE_END') console.log('[watch] host built');
      if ('result' in event) void event.result.close();
    });
    await Promise.all([writeData(), ...contexts.map(context => context.watch())]);
    console.log('Watching; Ctrl-C ends.');
    return;
  }
  const [{ output }, , ...built] = await Promise.all([
    rolldown.build(host),
    writeData(),
    ...others.map(options => esbuild.build(options)),
  ]);
  await removeOthers([
    'page.js',
    'clearWorker.js',
    'imageWorker.js',
    'orderPage.js',
    'notebookRenderer.js',
    'notebookRenderer-de.js',
    'conversationMap.js',
    ...output.map(({ fileName }) => fileName),
  ]);
  if (!flags.production) return;
  checkHost(output);
  for (const { metafile } of built.slice(0, 3)) checkPage(metafile);
}

if (isRun) await run();
