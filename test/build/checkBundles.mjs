// Limits for production builds: total size, and what must not be loaded at activation.
/** @import { Metafile } from 'esbuild' */
/** @import { OutputChunk, RolldownOutput } from 'rolldown' */

/**
 * Size limit in production for each bundle of the host, bytes: a file that isn't listed is an error.
 *
 * @type {Record<string, number>}
 */
const budgets = {
  // Half a kB keeps the images of the search before one that failed, and says of which they are. Half a kB finds orders without an answer.
  // 0.1 kB load what packs images with the first search.
  'extension.cjs': 97_300,
  'base.cjs': 28_000,
  'link.cjs': 3_000,
  // The bundler's helpers.
  'rolldown-runtime.cjs': 1_500,
  'areaWorker.cjs': 1_000,
  'reportWorker.cjs': 1_000,
  'thread.cjs': 1_500,
  'sandboxWorker.cjs': 1_000,
  // A third of it is Clipper2, turf and the JSON parser that reports positions. 6 kB read systems, swapped axes and wide areas
  // as programs write them.
  // 3 kB say which degrees of the Earth have land. 6 kB read degrees as people type them, with the corners that Swath writes itself, and
  // name what is wrong with an area. 1 kB undoes a bow tie, and 1 kB counts apart what a compared report doesn't cover. What
  // is read of a document on the map is kept until both that need it have it. A typed point says its circle in either order.
  'geojson.cjs': 192_900,
  // The table of the members of orders, with the options and projections of products, those of other
  // datums that come closest, and the geometry these need.
  'members.cjs': 20_100,
  // The checks of products are in it and in `language.cjs`, not in what a thread loads for areas. Half
  // a kB are the answers that each fact of an image gives about lists, files and agents; 1 kB filters lists of images for
  // orders as the map does, and half a kB says what each contract spent.
  // 1.2 kB pack images.
  'rules.cjs': 127_500,
  // What an order may cost, from earlier prices and orders.
  'estimates.cjs': 5_000,
  // What documents show: lenses, checks, completions, hovers and fixes of areas, orders and searches, the language status
  // and the badges of order files, which name analytics as the account lists them. 1 kB says above an order how it ended,
  // and how often each area is ordered.
  // Half a kB chooses an area by a click in another document, and names the file of several.
  'language.cjs': 46_950,
  // Half of it is zod. A tenth reads what the specification names and doesn't show, in its likely forms, such as the end of a
  // contract. 3 kB are the table of
  // search criteria, also for agents, whose bundle is smaller for it.
  'client.cjs': 196_500,
  // Dialogs, rows, files and documents that several features share.
  // 3 kB are the page of a row's details, which follows what is read. Half a kB asks where to save what any feature exports, and
  // offers to open it, beside another file if there is one. 1 kB is the message of a failure, which was loaded at activation, and what only reads is tried again from.
  // 1 kB opens details, and was loaded at activation, too. Half a kB names what can't be written, and keeps the secrets of each connection off its
  // page.
  'editor.cjs': 47_300,
  // It removes what is kept of a connection or of the sandbox, after a question about all of it. Details are in the words of the tree.
  // Half a kB clears a clipboard that can't be read, and forgets a secret.
  // 1 kB says of a subscription that it was revoked from here, what came back, and in words what it is for. 1 kB finds what details pages show in what was read.
  'account.cjs': 81_000,
  // It marks what a saved search finds as seen, loads what it chooses among, and exports what is known here.
  'images.cjs': 28_500,
  'areas.cjs': 35_000,
  // 2 kB of it follow what came back of orders that failed. 6 kB are the watch of orders, loaded after signing in. 1 kB
  // are estimates in a draft's steps and proposals for an order again. 1 kB finds what was ordered of a selection.
  // 3 kB are the page of a batch, which prices and places it, and keeps a day on one line. Half a kB copies what the support needs
  // of an order. 1 kB says how cloudy an ordered image is, what the orders of a batch cost, which images an order again had, and what it contains twice.
  // A quarter of a kB opens the orders of a batch from their results.
  'orders.cjs': 96_600,
  // Orders for several areas.
  'batch.cjs': 14_000,
  // The page of an order.
  'order.cjs': 11_600,
  // It reads headers of images for projects of QGIS.
  'deliveries.cjs': 72_000,
  // Nearly all of it is yauzl.
  'zip.cjs': 27_000,
  'links.cjs': 8_000,
  // A tenth of it are texts that tell a model what to do next, and a tenth the schemas of what the tools return.
  'agents.cjs': 32_000,
  // Nearly all of it is the SDK of the Model Context Protocol, which is loaded when a client first connects.
  'mcp.cjs': 220_000,
  // A third of it checks the messages of the page. What is known about images before their price came last.
  // Half a kB shows what is wrong with an area. Half a kB keeps the view of a page whose tab was closed. A report says which account
  // it is of.
  'map.cjs': 25_500,
  'ledger.cjs': 10_000,
  // Nearly all of it is proj4, an XML parser, and a tenth the tables of old code pages.
  'import.cjs': 306_000,
  // Two thirds of it write FlatGeobuf and Parquet.
  'export.cjs': 95_000,
  // Nearly all of it is undici, and 72 kB of that its HTTP parser.
  'transport.cjs': 285_000,
  // 10 kB of it write the archives that it delivers.
  'sandbox.cjs': 150_000,
  // The loader of OpenJPEG, for the sandbox's first delivery of JPEG 2000.
  'jpeg2000.cjs': 40_000,
  // Half of it is Leaflet, the toolkit and preact; the rest are the search form, the results and all that is on the map.
  // 5 kB draw the sample of a review and estimate precision and recall from it; 4 kB read the compact form of reports, and
  // filter and sort a million features in turns, which come while they are read. The other maps have the same form. Of the
  // table of facts, 2 kB are for the host. 1 kB asks where an area goes, 1 kB takes the radius of a circle. 2 kB show what
  // is wrong with an area, and bring back what a choice of images replaced. 0.7 kB are the menu of a report's
  // feature, and the area that it was ordered for. Half a kB swaps the axes of an area, and measures from the menu of the map.
  // Half a kB says of which search the images are that a failed one left, and what the figures of a comparison are of.
  // Half a kB finds coordinates that were typed the other way round. 0.4 kB say of what is small in view that it can hardly be
  // seen, and compare what lies beneath a report. 0.2 kB put footprints away while a report is read.
  // 0.5 kB search the area that became active, and name a delivered image beneath a report.
  // 0.4 kB name that report in the head, and leave one primary button after a failed search.
  'dist/page.js': 604_500,
  'dist/page.css': 60_000,
  // The page's thread that judges quicklooks.
  'dist/clearWorker.js': 8_000,
  // The page's thread that decodes delivered images: nearly all of it is geotiff, the decoders of LERC and Zstandard,
  // the loader of OpenJPEG, and what proj4 needs for the projections that are known.
  'dist/imageWorker.js': 176_000,
  // The page of an order: its contents are written by the host.
  'dist/orderPage.js': 2_000,
  'dist/orderPage.css': 4_000,
  // Two thirds of it are Leaflet. It reads the systems and the NaN that programs write, and keeps the
  // cards at the pointer within the map. 2 kB name and word columns as the tables of the map do,
  // and color what a comparison found as the map does. 1 kB reads the decimal commas of filters.
  'dist/notebookRenderer.js': 262_700,
  // The same map in the conversations of MCP clients, and the same names of columns.
  'dist/conversationMap.js': 274_000,
};

/** Size limit for what activation loads, bytes. Nine tenths of it is our own code. */
const maxAtStart = 120_000;

/** What activation must not load. `clipper2-ts` clips polygons, `jsonc-parser` finds positions in a text. */
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
].map(name => `/node_modules/${name}/`);

/** @param {string} problem */
function complain(problem) {
  console.error(problem);
  process.exitCode = 1;
}

/**
 * @param {string} file
 * @param {number} bytes
 */
function checkBudget(file, bytes) {
  const budget = budgets[file];
  if (budget === undefined) {
    complain(`${file} is no bundle of its own: name it in esbuild.mjs.`);
    return;
  }
  console.log(`${file} ${bytes} bytes of ${budget}`);
  if (bytes > budget)
    complain(`${file} is over its budget: raise it in test/build/checkBundles.mjs and say why.`);
}

/** @param {OutputChunk} chunk */
const bytesOf = ({ code }) => Buffer.byteLength(code);

/**
 * All bundles that a bundle loads statically, including itself.
 *
 * @param {readonly OutputChunk[]} chunks
 * @param {string} file
 * @param {Set<OutputChunk>} [found]
 */
function loadedWith(chunks, file, found = new Set()) {
  const chunk = chunks.find(({ fileName }) => fileName === file);
  if (!chunk || found.has(chunk)) return found;
  found.add(chunk);
  for (const name of chunk.imports) loadedWith(chunks, name, found);
  return found;
}

/**
 * Bytes before minification, by package; our own code by folder.
 *
 * @param {readonly OutputChunk[]} chunks
 */
function describe(chunks) {
  /** @type {Map<string, number>} */
  const sizes = new Map();
  for (const [path, { renderedLength }] of chunks.flatMap(({ modules }) => Object.entries(modules))) {
    const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? [];
    const place =
      name ??
      path
        .replace(/^.*\/src\//, 'src/')
        .split('/')
        .slice(0, -1)
        .join('/');
    sizes.set(place, (sizes.get(place) ?? 0) + renderedLength);
  }
  const sorted = [...sizes].sort(([, a], [, b]) => b - a);
  return sorted.map(([name, bytes]) => `${name} ${bytes}`).join(', ');
}

/** @param {RolldownOutput['output']} output */
export function checkHost(output) {
  const chunks = output.flatMap(file => (file.type === 'chunk' ? [file] : []));
  for (const chunk of chunks) checkBudget(chunk.fileName, bytesOf(chunk));

  const atStart = [...loadedWith(chunks, 'extension.cjs')];
  const bytes = atStart.reduce((sum, chunk) => sum + bytesOf(chunk), 0);
  console.log(`At activation ${bytes} bytes of ${maxAtStart}, made of ${describe(atStart)}`);
  if (bytes > maxAtStart)
    complain('Activation reads too much: load what is not needed at once on first use.');
  for (const path of atStart.flatMap(({ modules }) => Object.keys(modules)))
    if (['/src/sandbox/', ...notAtStart].some(part => path.includes(part)))
      complain(`${path} is loaded at activation: import what needs it dynamically.`);

  const inThread = [
    'areaWorker.cjs',
    'reportWorker.cjs',
    'geojson.cjs',
    'import.cjs',
    'sandboxWorker.cjs',
    'sandbox.cjs',
    'jpeg2000.cjs',
  ].flatMap(file => [...loadedWith(chunks, file)]);
  for (const { fileName, imports } of inThread)
    if (imports.includes('vscode')) complain(`${fileName} is loaded by a thread, which has no editor.`);
}

/** @param {Metafile | undefined} metafile */
export function checkPage(metafile) {
  for (const [file, { bytes }] of Object.entries(metafile?.outputs ?? {})) checkBudget(file, bytes);
}
