// What a build for production is held to: how much of it there is, and what must not be loaded at activation.
import { loadedWith } from './loadedWith.mjs';
/** @import { Metafile } from 'esbuild' */

/**
 * Most bytes in production. Of the host: what `extension.ts` loads at activation, and what each part that is loaded
 * later brings beyond that.
 * @type {Record<string, number>}
 */
const budgets = {
  // Our own code but for a tenth.
  'src/extension.ts': 226_000,
  'src/api/client.ts': 200_000,
  'src/sandbox/sandbox.ts': 250_000,
  // Rules, mends, completion and hover of orders; half of it is the parser of JSON with places, and turf.
  'src/model/order/orderWork.ts': 120_000,
  // Nearly all of it is proj4 and an XML parser.
  'src/model/import/readAreas.ts': 310_000,
  // A third of it is Clipper2, turf and the parser of JSON with places.
  'src/model/geojson/geojsonWork.ts': 190_000,
  'src/model/images/figures.ts': 120_000,
  'src/editor/geojsonWorker.ts': 10_000,
  // Nearly all of it is undici, and 145 kB of that its HTTP parser, in two builds.
  'src/api/ownTransport.ts': 420_000,
  // Nearly half of it is yauzl.
  'src/deliveries/ui/unzipDelivery.ts': 60_000,
  'webview/app/page.ts': 500_000,
  'webview/app/page.css': 60_000,
};

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
 * @param {Metafile['outputs']} outputs
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
 * @param {Metafile['outputs']} outputs
 * @param {ReadonlySet<string>} atStart
 */
function checkStart(outputs, atStart) {
  const loaded = [...atStart].flatMap(file => Object.keys(outputs[file]?.inputs ?? {}));
  for (const input of loaded) {
    if (!['src/sandbox/', ...notAtStart].some(path => input.startsWith(path))) continue;
    console.error(`${input} is loaded at activation: import what needs it dynamically.`);
    process.exitCode = 1;
  }
}

/**
 * Texts are told their language in one place: a second copy of their library would go on in English.
 * @param {Metafile['outputs']} outputs
 */
export function checkTexts(outputs) {
  const copies = Object.entries(outputs).filter(([, { inputs }]) =>
    Object.keys(inputs).some(name => name.startsWith('node_modules/@vscode/l10n/')),
  );
  if (copies.length === 1) return;
  console.error(`@vscode/l10n is in ${copies.length} files: ${copies.map(([file]) => file).join(', ')}`);
  process.exitCode = 1;
}

/** @param {Metafile} metafile */
export function checkBudgets({ outputs }) {
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
      const isBeside = entry !== 'src/extension.ts' && entry !== 'src/editor/geojsonWorker.ts';
      const own = files.filter(one => !isBeside || !atStart.has(one));
      const bytes = own.reduce((sum, one) => sum + (outputs[one]?.bytes ?? 0), 0);
      console.log(`${entry} ${bytes} bytes of ${budget}`);
      if (bytes <= budget) continue;
      console.error(
        `${entry} is over its budget. See what grew: npx esbuild --analyze, or raise it in test/build/checkBundles.mjs and say why.`,
      );
      process.exitCode = 1;
    }
  }
}
