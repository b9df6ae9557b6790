/** Everything of Swath that reads bytes from elsewhere. */
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { isRecord } from '../../src/base/fields.ts';
import { parseExact } from '../../src/base/json/exactJson.ts';
import { type ExportFeature, readExportTable } from '../../src/geo/export/exportTable.ts';
import { flatGeobufPieces } from '../../src/geo/export/flatGeobuf.ts';
import { geoParquetPieces } from '../../src/geo/export/geoParquet.ts';
import { csvPieces, geojsonPieces, kmlPieces } from '../../src/geo/export/textFormats.ts';
import { isLedgerEntry } from '../../src/service/rules/ledgerEntry.ts';
import { whyNotFollowed } from '../../src/service/rules/linkRule.ts';
import { createAppendLog } from '../../src/platform/files/appendLog.ts';
import { UserError } from '../../src/platform/host/userError.ts';
import {
  readSearchFile,
  searchSummary,
  writeSearchFile,
} from '../../src/features/images/rules/searchFile.ts';
import { readShortlist } from '../../src/features/images/shortlistText.ts';
import { areaFunctions as work } from '../../src/features/areas/rules/areaFunctions.ts';
import { editFixes } from '../../src/features/areas/rules/edits/aoiFixChoice.ts';
import { createGazetteer } from '../../src/features/areas/rules/import/gazetteer.ts';
import { readPlace, utmText } from '../../src/features/areas/rules/import/placeText.ts';
import { readAreasOfFile } from '../../src/features/areas/rules/import/readAreas.ts';
import { diagnoseAois } from '../../src/features/areas/rules/text/geojsonDiagnostics.ts';
import { createCollectionReader } from '../../src/features/reports/rules/collectionReader.ts';
import { readFilter } from '../../src/features/reports/rules/reportFilter.ts';
import { createReportReading } from '../../src/features/reports/rules/reportIndex.ts';
import { parseReportFeatures } from '../../src/features/reports/rules/reportText.ts';
import { readReview, reviewAgreement } from '../../src/features/reports/rules/review.ts';
import { orderWork } from '../../src/features/orders/rules/orderWork.ts';
import { createJournal, readJournalLine } from '../../src/features/orders/journal.ts';
import { isUnconfirmed, listAttempts } from '../../src/features/orders/orderAttempts.ts';
import { spentOnDay } from '../../src/features/orders/spent.ts';
import { readImageHeader } from '../../src/features/deliveries/imageHeader.ts';
import { imageFiles, placedPreview, productFiles } from '../../src/features/deliveries/productImage.ts';
import { lookInto, unzipBeside } from '../../src/features/deliveries/unzip.ts';
import { readLink, writeLink } from '../../src/features/links/link.ts';
import { type McpServer, startMcpServer } from '../../src/features/agents/mcpServer.ts';
import { readToolInput, toolInputs, type ToolName } from '../../src/features/agents/toolInputs.ts';
import { openGeoTiff } from '../../webview/features/products/geoTiff.ts';
import { openJpeg2000 } from '../../webview/features/products/jpeg2000.ts';
import { UnreadableImage } from '../../webview/features/products/unreadableImage.ts';
import { packed } from '../unit/webview/features/reports/packed.ts';
import type { Bytes } from './mutate.ts';

export interface Target {
  /** Fails only if Swath has a fault: a bad input gets an error that names it. */
  read: (bytes: Bytes) => unknown;
  seeds: () => Bytes[];
  /** Files of the repository with the words of the format, in quotation marks. */
  words: readonly string[];
}

const data = join(import.meta.dirname, '../data');
const importers = 'src/features/areas/rules/import';
const encode = (text: string): Bytes => new TextEncoder().encode(text);
const textOf = (bytes: Bytes): string => new TextDecoder().decode(bytes);
const jsonSeeds = (...values: object[]) => values.map(value => encode(JSON.stringify(value)));

function filesIn(folder: string, pattern: RegExp): Bytes[] {
  return readdirSync(join(data, folder))
    .filter(name => pattern.test(name))
    .map(name => Uint8Array.from(readFileSync(join(data, folder, name))));
}

/** A way out that a user is told is no fault. */
async function exceptFor(error: abstract new (...args: never[]) => Error, read: () => unknown) {
  try {
    await read();
  } catch (caught) {
    if (!(caught instanceof error)) throw caught;
  }
}

function same(first: unknown, second: unknown, what: string): void {
  const [a, b] = [first, second].map(value => JSON.stringify(value));
  if (a !== b) throw new Error(`${what} differs: ${a?.slice(0, 200)} and ${b?.slice(0, 200)}`);
}

function importer(pattern: RegExp, ...words: string[]): Target {
  return {
    read: bytes => readAreasOfFile({ name: 'file', bytes }),
    seeds: () => filesIn('import', pattern),
    words: words.map(name => `${importers}/${name}.ts`),
  };
}

/** Of all threads of the process. */
const folder = join(tmpdir(), `swath-fuzz-${process.pid}`);
async function fileWith(bytes: Bytes, name: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}

let server: Promise<McpServer> | undefined;

/** Ends what the targets have opened. */
export async function closeTargets(): Promise<void> {
  (await server)?.close();
  server = undefined;
  await rm(folder, { recursive: true, force: true });
}

const signal = new AbortController().signal;
const polygon = {
  type: 'Polygon',
  coordinates: [
    [
      [5, 43],
      [6, 43],
      [6, 44],
      [5, 44],
      [5, 43],
    ],
  ],
};
const point = { type: 'Point', coordinates: [4, 52] };
const at = '2026-01-05T10:00:00.000Z';

/** A Shapefile as one input: the lengths of .shp, .dbf and .prj, these, and the .cpg. */
function layerOf(bytes: Bytes): Record<'shp' | 'dbf' | 'prj' | 'cpg', Bytes> {
  const head = new DataView(new ArrayBuffer(6));
  new Uint8Array(head.buffer).set(bytes.subarray(0, 6));
  let from = 6;
  const next = (length: number) => bytes.slice(from, (from += length));
  return {
    shp: next(head.getUint16(0)),
    dbf: next(head.getUint16(2)),
    prj: next(head.getUint16(4)),
    cpg: next(bytes.length),
  };
}

function layerSeeds(): Bytes[] {
  return filesIn('import', /\.zip$/).flatMap(archive => {
    const files = Object.entries(unzipSync(archive));
    const parts = ['shp', 'dbf', 'prj', 'cpg'].map(
      ending => files.find(([name]) => name.toLowerCase().endsWith(ending))?.[1] ?? new Uint8Array(),
    );
    const head = new DataView(new ArrayBuffer(6));
    parts.slice(0, 3).forEach((part, index) => head.setUint16(2 * index, part.length));
    return [Uint8Array.from(Buffer.concat([new Uint8Array(head.buffer), ...parts]))];
  });
}

let firstLayer: Bytes | undefined;

async function readPageImage(bytes: Bytes): Promise<void> {
  const read = (from: number, length: number) => Promise.resolve(bytes.slice(from, from + length));
  await exceptFor(UnreadableImage, async () => {
    const image = await openGeoTiff(read, bytes.length);
    const [west, north, east] = image.facts.box;
    await image.sample([west, north, east, north + (east - west)], 16, [0], true);
  });
}

const connection = {
  name: 'fuzz',
  baseUrl: 'https://api.example.com',
  searchUrl: 'https://search.example.com',
  authUrl: 'https://auth.example.com',
  accessUrl: 'https://access.example.com',
};

const features = [
  { class: 'large car', score: 0.6, seen: null, nested: { a: [1] } },
  { class: '', score: -1, id: '17' },
];

const toolNames = Object.keys(toolInputs) as ToolName[];

function readInput(input: unknown): Promise<void> {
  return exceptFor(UserError, () => {
    const { name, input: value } = (input ?? {}) as { name?: unknown; input?: unknown };
    const known = toolNames.find(each => each === name);
    if (known) readToolInput(known, value);
  });
}

async function callMcp(bytes: Bytes): Promise<void> {
  server ??= startMcpServer({
    version: '1',
    tools: toolNames.map(name => ({
      name,
      title: '',
      description: '',
      inputSchema: {},
      outputSchema: {},
      isReadOnly: true,
      hasMap: false,
    })),
    mapPage: () => Promise.resolve(''),
    openLink: () => Promise.resolve('asked' as const),
    async call(name, input) {
      await readInput({ name, input });
      return { result: {} };
    },
  });
  const { url, token } = await server;
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    Authorization: `Bearer ${token}`,
  };
  const response = await fetch(url, { method: 'POST', headers, body: bytes });
  await response.arrayBuffer();
  if (response.status >= 500) throw new Error(`The server answers ${response.status}.`);
}

function mcpSeeds(): Bytes[] {
  const message = { jsonrpc: '2.0', id: 1 };
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'a', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const clientInfo = { name: 'a', version: '1' };
  const start = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  const call = { name: 'swath_searchImages', arguments: { polygon, lastDays: 3, limit: 5 } };
  return jsonSeeds(
    { ...message, method: 'initialize', params: start },
    { ...message, method: 'tools/list' },
    { ...message, method: 'tools/list', params: { _meta } },
    { ...message, method: 'tools/call', params: call },
    { ...message, method: 'tools/call', params: { ...call, _meta } },
    { ...message, method: 'resources/read', params: { uri: 'ui://swath/map' } },
    { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1, reason: 'a' } },
    [{ ...message, method: 'ping' }],
  );
}

export const targets: Record<string, Target> = {
  kml: importer(/\.kml$/, 'kml', 'xml', 'markup', 'textBytes'),
  gpx: importer(/\.gpx$/, 'gpx', 'xml', 'markup'),
  wkt: importer(/\.wkt$/, 'wkt', 'crs', 'prj'),
  topojson: importer(/\.topojson$/, 'geojson'),
  geojson: {
    ...importer(/json$/, 'geojson', 'crs'),
    seeds: () => [
      ...filesIn('import', /^(?!projections).*json$/),
      ...jsonSeeds(
        {
          type: 'FeatureCollection',
          features: [{ type: 'Feature', properties: { name: 'A' }, geometry: polygon }],
        },
        { type: 'GeometryCollection', geometries: [polygon, point] },
        {
          type: 'MultiPolygon',
          coordinates: [polygon.coordinates],
          crs: { type: 'name', properties: { name: 'EPSG:3857' } },
        },
      ),
      encode(`\u001e${JSON.stringify(polygon)}\n\u001e${JSON.stringify(polygon)}\n`),
    ],
  },
  kmz: importer(/\.(?:kmz|zip)$/, 'readAreas', 'shapefile'),
  shapefile: {
    read(bytes) {
      const { shp, dbf, prj, cpg } = layerOf(bytes);
      const beside = new Map(
        Object.entries({ 'a.dbf': dbf, 'a.prj': prj, 'a.cpg': cpg }).filter(([, part]) => part.length > 0),
      );
      return readAreasOfFile({ name: 'a.shp', bytes: shp, beside });
    },
    seeds: layerSeeds,
    words: ['codePage', 'prj', 'shapefile', 'dbf'].map(name => `${importers}/${name}.ts`),
  },
  prj: {
    read(bytes) {
      const { shp } = layerOf((firstLayer ??= layerSeeds()[0] ?? new Uint8Array()));
      return readAreasOfFile({ name: 'a.shp', bytes: shp, beside: new Map([['a.prj', bytes]]) });
    },
    seeds() {
      const all = JSON.parse(readFileSync(join(data, 'import/projections.json'), 'utf8')) as {
        wkt: Record<string, string>;
      }[];
      return all.flatMap(({ wkt }) => Object.values(wkt).map(encode));
    },
    words: [`${importers}/prj.ts`, `${importers}/crs.ts`],
  },
  document: {
    read(bytes) {
      const text = textOf(bytes);
      const { areas, unusable } = work.findAreas(text);
      work.listAreas(text, 100);
      for (const problem of diagnoseAois(text, 'file').slice(0, 3)) {
        const fixes = editFixes(problem, 'file').map(kind => ({ kind }));
        work.fixesAt(text, problem.path, fixes);
      }
      work.fixAll(text, 'file');
      for (const { path } of [...areas, ...unusable].slice(0, 2)) {
        work.polygonAt(text, path);
        work.areaHere(text, path);
        work.areaFiles(text, path);
      }
      const offset = text.length >> 1;
      work.areaHere(text, offset);
      work.aoiFactsAt(text, offset);
      work.completeGeojson(text, { offset, isGeojson: true });
      work.pastePlace(text, { offset, isGeojson: true }, offset);
    },
    seeds: () => filesIn('geojson', /json$/),
    words: [
      'src/features/areas/rules/text/geojsonCheck.ts',
      'src/features/areas/rules/text/geojsonCompletion.ts',
    ],
  },
  order: {
    read(bytes) {
      const text = textOf(bytes);
      for (const { range } of orderWork.orderProblems(text).slice(0, 3))
        orderWork.orderFixes(text, {}, range);
      orderWork.orderHover(text, text.length >> 1, {});
      orderWork.orderCompletions(text, text.length >> 1, {});
    },
    seeds: () => [
      ...filesIn('hostile', /order\.json$/),
      ...jsonSeeds(
        {
          kind: 'order.analytics-toolbox.archive',
          title: 'Quay',
          analytic: 'car-detection',
          images: ['1'],
          aoi: polygon,
        },
        {
          kind: 'order.data.product',
          products: [
            {
              crsCode: 'urn:ogc:def:crs:EPSG::4326',
              productType: 'mono',
              radiometricProcessing: 'REFLECTANCE',
              aoi: [{ id: 1, name: 'Quay', geometry: polygon }],
              dataSourceIds: [{ catalogId: 'PublicMOC', catalogItemId: '1' }],
            },
          ],
        },
      ),
    ],
    words: [
      'checkOrder',
      'productOptions',
      'checkMembers',
      'memberForms',
      'orderMembers',
      'orderMembers',
    ].map(name => `src/features/orders/rules/${name}.ts`),
  },
  report: {
    read(bytes) {
      const whole = createReportReading();
      whole.push(bytes);
      const inParts = createReportReading();
      const step = bytes.length < 2000 ? 7 : 997;
      for (let from = 0; from < bytes.length; from += step) inParts.push(bytes.subarray(from, from + step));
      same(whole.end()?.facts, inParts.end()?.facts, 'A report in parts');
      parseReportFeatures(textOf(bytes));
    },
    seeds: () => [
      ...filesIn('hostile', /cars.*geojson$/),
      ...jsonSeeds({
        type: 'FeatureCollection',
        features: [
          { type: 'Feature', properties: { class: 'car', score: 0.5, date: at }, geometry: point },
          { type: 'Feature', properties: null, geometry: polygon },
        ],
      }),
    ],
    words: [
      'src/features/reports/rules/collectionReader.ts',
      'src/features/reports/rules/reportIndex.ts',
      `${importers}/geojson.ts`,
    ],
  },
  export: {
    async read(bytes) {
      const features: ExportFeature[] = [];
      const take = (values: readonly unknown[]) => {
        for (const value of values.filter(isRecord)) {
          const { geometry, properties } = value;
          features.push({ geometry, properties: isRecord(properties) ? properties : {} });
        }
      };
      const reader = createCollectionReader(Infinity, take, parseExact);
      reader.push(bytes);
      if (!reader.end()) return;
      const table = await readExportTable(() => [features]);
      for (const pieces of [geojsonPieces, csvPieces, kmlPieces, flatGeobufPieces, geoParquetPieces])
        for await (const piece of pieces(table, 'fuzz')) if (piece.length === 0) continue;
    },
    seeds: () => [
      ...filesIn('hostile', /cars.*geojson$/),
      ...jsonSeeds(
        {
          type: 'FeatureCollection',
          features: [
            { type: 'Feature', properties: { class: 'car', score: 0.5, date: at, n: 7 }, geometry: point },
            { type: 'Feature', properties: { list: [1], on: true }, geometry: polygon },
          ],
        },
        {
          type: 'FeatureCollection',
          features: [
            {
              type: 'Feature',
              properties: null,
              geometry: {
                type: 'Polygon',
                coordinates: [
                  [
                    [179, 0, 1],
                    [181, 0],
                    [181, 1],
                    [179, 0, 1],
                  ],
                ],
              },
            },
            {
              type: 'Feature',
              properties: {},
              geometry: { type: 'GeometryCollection', geometries: [point] },
            },
          ],
        },
      ),
    ],
    words: ['src/geo/export/exportTable.ts', 'src/geo/export/textFormats.ts', `${importers}/geojson.ts`],
  },
  review: {
    read(bytes) {
      const review = readReview(textOf(bytes));
      if (review) reviewAgreement(review, review);
    },
    seeds: () =>
      jsonSeeds({
        version: 1,
        report: 'a.geojson',
        sha256: 'a',
        reviewer: 'b',
        decisions: [
          { feature: 0, decision: 'accepted', order: 'random', at },
          { feature: 1, decision: 'rejected', note: 'c', at },
        ],
        sample: { seed: 1, classBy: 'class', side: 100, area: polygon },
        cells: [{ cell: 0, missed: 2, at }],
      }),
    words: ['src/features/reports/rules/review.ts', 'src/features/reports/rules/sample.ts'],
  },
  search: {
    read(bytes) {
      const reading = readSearchFile(valueIn(bytes));
      if (reading.kind === 'problems') return;
      searchSummary(reading.search);
      const again = readSearchFile(JSON.parse(writeSearchFile(reading.search)));
      if (again.kind === 'problems') throw new Error(`It can't be read again: ${again.problems[0]?.message}`);
    },
    seeds: () => [
      ...filesIn('hostile', /search\.json$/),
      ...jsonSeeds(
        {
          aoi: polygon,
          relation: 'within',
          acquiredFrom: '2026-01-01',
          acquiredTo: '2026-02-01',
          sortBy: '-cloudCover',
        },
        {
          circle: { longitude: 5, latitude: 43, radius: 500 },
          lastDays: 30,
          maxCloudCover: 20,
          minCoverage: 80,
          maxIncidenceAngle: 15,
        },
        { bounds: [170, -10, -170, 10], constellation: 'PNEO', processingLevel: 'ALBUM', acquiredAfter: at },
      ),
    ],
    words: [
      'src/features/images/rules/searchFile.ts',
      'src/service/rules/criteriaFaults.ts',
      'src/service/rules/imagery.ts',
    ],
  },
  shortlist: {
    read: bytes => exceptFor(UserError, () => readShortlist(textOf(bytes))),
    seeds: () =>
      jsonSeeds({
        type: 'FeatureCollection',
        features: [
          {
            type: 'Feature',
            id: 'a',
            properties: { id: 'a', acquisitionDate: at, constellation: 'PHR', cloudCover: 3, note: 'b' },
            geometry: polygon,
          },
        ],
      }),
    words: ['src/features/images/shortlistText.ts', 'src/service/wire/catalog.ts'],
  },
  journal: {
    async read(bytes) {
      const path = await fileWith(bytes, 'journal.jsonl');
      const lines = await createJournal(createAppendLog(path, readJournalLine)).read();
      const attempts = listAttempts(lines, undefined);
      attempts.filter(isUnconfirmed);
      spentOnDay(Date.parse(at), attempts);
      const log = createAppendLog(path, value => (isLedgerEntry(value) ? value : undefined));
      await log.readAll();
    },
    seeds() {
      const line = { connection: 'a', service: 'b', contract: 'c', id: '1', at };
      const price = { value: 5, unit: 'credits' };
      const sending = {
        event: 'sending',
        bodyHash: 'd',
        body: { kind: 'e' },
        title: 'f',
        orderKind: 'e',
        price,
      };
      const events = [
        { ...sending, knownBefore: ['g'] },
        { event: 'placed', orderId: 'h', status: 'i' },
        { event: 'refused', message: 'j' },
        { event: 'unclear', message: 'k' },
        { event: 'notBooked' },
        { event: 'withdrawn', why: 'l' },
        { action: 'order', result: 'placed', amount: price, title: 'm' },
      ];
      const lines = events.map(event => JSON.stringify({ ...line, ...event }));
      return [encode(lines.join('\n\n')), ...lines.map(encode)];
    },
    words: ['src/features/orders/journal.ts', 'src/service/rules/ledgerEntry.ts'],
  },
  filter: {
    read(bytes) {
      const all = packed(
        features.map(properties => ({ geometry: { type: 'Point', coordinates: [4, 52] }, properties })),
      );
      const names = all.columns.map(({ name }) => name);
      const filter = readFilter(textOf(bytes), names, (test, name) => all.passing(test, name));
      if (filter && 'test' in filter) features.forEach((_one, place) => filter.test(place));
    },
    seeds: () =>
      ['score > 0.6 and class = "large car"', 'not (car or "a ""b""") id != 17', 'seen = "" nested <= 3'].map(
        encode,
      ),
    words: ['src/features/reports/rules/reportFilter.ts'],
  },
  place: {
    read(bytes) {
      const text = textOf(bytes);
      const reading = readPlace(text);
      if (reading && 'places' in reading) for (const place of reading.places) utmText(place);
      createGazetteer(text)(text);
    },
    seeds: () =>
      [
        '43.3, 5.37',
        '43°17′47″N 5°22′12″E',
        '31U 448252 5411955',
        '31UDQ4825111932',
        '5,43,6,44',
        'Marseille\tFR\t43.3\t5.37\t870000',
      ].map(encode),
    words: ['placeText', 'typedDegrees', 'gazetteer'].map(name => `${importers}/${name}.ts`),
  },
  typed: {
    ...importer(/^$/, 'typedArea', 'typedDegrees'),
    seeds: () =>
      [
        '5,43,6,44',
        '[170, -10, -170, 10]',
        '5.37, 43.3, 500 m',
        '5.37 43.3 2 km',
        '5,37; 43,3; 2,5 km',
        '43.3 N, 5.37 E, 2 km',
        `N43°18'0" E5°22'12", 44N 6E`,
      ].map(encode),
  },
  link: {
    async read(bytes) {
      await exceptFor(UserError, () => readLink(textOf(bytes)));
      // The same as the content of a link, which changes of a packed one hardly reach.
      const query = `v=1&link=${deflateRawSync(bytes).toString('base64url')}`;
      await exceptFor(UserError, () => {
        const link = readLink(query);
        const written = writeLink('vscode', link);
        same(readLink(written.slice(written.indexOf('?') + 1)), link, 'A link');
      });
    },
    seeds: () => [
      ...jsonSeeds(
        { kind: 'search', search: { aoi: polygon, maxCloudCover: 20 } },
        { kind: 'image', id: 'a', search: { circle: { longitude: 5, latitude: 43, radius: 500 } } },
        { kind: 'area', name: 'a', polygon },
        { kind: 'order', id: 'a', connection: 'b' },
      ),
      encode(
        `v=1&link=${deflateRawSync('{"kind":"order","id":"a","connection":"b"}').toString('base64url')}`,
      ),
    ],
    words: ['src/features/links/link.ts', 'src/features/images/rules/searchFile.ts'],
  },
  address: {
    read(bytes) {
      const text = textOf(bytes);
      // Not `canParse`: that of Node says yes to hosts that are far too long.
      const url = URL.parse(text);
      if (!url) return;
      for (const kind of ['picture', 'tile', 'delivery', 'answer'] as const)
        whyNotFollowed(connection, kind, url, text);
    },
    seeds: () =>
      [
        'https://api.example.com/api/v1/items/1/download',
        'https://access.example.com/api/v1/items/1/thumbnail?a=b',
        'https://api.example.com/api/v1/subscriptions/1/%72evoke',
        'http://127.0.0.1:8000/wmts;a/b/../c',
      ].map(encode),
    words: ['src/service/rules/linkRule.ts'],
  },
  zip: {
    async read(bytes) {
      const path = await fileWith(bytes, 'product.zip');
      // Each failure is told to the user in words.
      await lookInto(path)
        .then(async () => rm(await unzipBeside(path, signal, () => undefined), { recursive: true }))
        .catch(refuse);
      await productFiles(path)
        .then(async files => {
          await placedPreview(files);
          for (const file of imageFiles(files).slice(0, 2)) await readImageHeader(file);
        })
        .catch(refuse);
    },
    seeds: () => filesIn('import', /\.(?:kmz|zip)$/),
    words: ['src/features/deliveries/unzip.ts', 'src/features/deliveries/productImage.ts'],
  },
  imageHeader: {
    async read(bytes) {
      const path = await fileWith(bytes, 'image');
      await readImageHeader({ name: 'image', path, size: bytes.length });
    },
    seeds: () => filesIn('images', /\.(?:tif|jp2)$/).map(bytes => bytes.slice(0, 4096)),
    words: ['src/features/deliveries/imageHeader.ts'],
  },
  geotiff: {
    read: readPageImage,
    seeds: () => filesIn('images', /\.tif$/).filter(({ length }) => length < 5000),
    words: ['webview/features/products/geoTiff.ts'],
  },
  jpeg2000: {
    async read(bytes) {
      const read = (from: number, length: number) => Promise.resolve(bytes.slice(from, from + length));
      const noDecoder = () => Promise.reject(new UnreadableImage('compression'));
      await exceptFor(UnreadableImage, () => openJpeg2000(read, bytes.length, undefined, noDecoder));
    },
    seeds: () => filesIn('images', /\.jp2$/).map(bytes => bytes.slice(0, 4096)),
    words: ['webview/features/products/jp2File.ts'],
  },
  toolInput: {
    read: bytes => readInput(valueIn(bytes)),
    seeds: () =>
      jsonSeeds(
        { name: 'swath_searchImages', input: { polygon, lastDays: 3, constellation: 'PHR', limit: 5 } },
        { name: 'swath_measureCoverage', input: { file: 'a.geojson', area: '1', imageIds: ['a'] } },
        {
          name: 'swath_draftOrder',
          input: { kind: 'order.data.product', title: 'a', imageIds: ['b'], polygon },
        },
        { name: 'swath_listOrders', input: { phase: 'delivered', limit: 1, page: 2 } },
        { name: 'swath_priceOrder', input: { file: 'a.order.json' } },
      ),
    words: ['src/features/agents/toolInputs.ts', 'src/service/rules/productOptions.ts'],
  },
  mcp: { read: callMcp, seeds: mcpSeeds, words: ['src/features/agents/mcpServer.ts'] },
};

/** Errors of programs, not of files. */
function refuse(error: unknown): void {
  if (error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError)
    throw error;
}

function valueIn(bytes: Bytes): unknown {
  try {
    return JSON.parse(textOf(bytes)) as unknown;
  } catch {
    return undefined;
  }
}
