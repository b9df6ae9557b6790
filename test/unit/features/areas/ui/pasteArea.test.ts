import { beforeAll, beforeEach, expect, it } from 'vitest';
import * as vscode from 'vscode';
import { readForeignText } from '../../../../../src/features/areas/ui/areaSource.ts';
import { registerAreaPaste } from '../../../../../src/features/areas/ui/pasteArea.ts';
import { editor } from '../../../../fake/editor.ts';
import { anyKept } from '../../../fakes.ts';

const wkt = 'POLYGON((0 0,0 1,1 1,1 0))';
/** As above: closed, and counterclockwise. */
const ring = '[[0,0],[1,0],[1,1],[0,1],[0,0]]';
const polygon = `{"type":"Polygon","coordinates":[${ring}]}`;
const feature = `{"type":"Feature","properties":{},"geometry":${polygon}}`;
const collection = `{"type":"FeatureCollection","features":[${feature}]}`;
const bounds = '5.3,43.2,5.4,43.3';
const box = '{"type":"Polygon","coordinates":[[[5.3,43.2],[5.4,43.2],[5.4,43.3],[5.3,43.3],[5.3,43.2]]]}';
const link = '<NetworkLink><Link><href>http://x.test/a.kml</href></Link></NetworkLink>';
const kml = `<kml><Placemark><name>$1 \${TM_FILENAME} "</name><Polygon><outerBoundaryIs><LinearRing><coordinates>
0,0 1,0 1,1 0,1</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>${link}</kml>`;
const named = feature.replace('{}', '{"name":"$1 ${TM_FILENAME} \\""}');

/** Places in documents, at the `|`. */
const list = '{"type": "FeatureCollection", "features": [|]}';
const geometry = '{"type": "Feature", "properties": {}, "geometry": |}';
const order = '{"kind": "order.analytics-toolbox.archive", "aoi": |}';
const product = '{"kind": "order.data.product", "products": [{"aoi": |}]}';

/** What Paste inserts at the `|` of a document, or between two of them: `or …` if plain text is the default. */
async function pasted(marked: string, text: string, name: string): Promise<string> {
  const [before = '', middle = '', after] = marked.split('|');
  const written = marked.replaceAll('|', '');
  const document = editor.open(name.includes(':') ? name : `/${name}`, written);
  const end = before.length + (after === undefined ? 0 : middle.length);
  const range = new vscode.Range(document.positionAt(before.length), document.positionAt(end));
  const data = new vscode.DataTransfer();
  data.set('text/plain', new vscode.DataTransferItem(text));
  const [provider] = editor.pasteProviders;
  const paste = (...ranges: vscode.Range[]) =>
    provider?.provideDocumentPasteEdits?.(document, ranges, data, {} as never, {} as never);
  expect(await paste(range, range)).toBeUndefined();
  const edits = await paste(range);
  if (!edits?.[0]) return 'plain';
  const { insertText, yieldTo } = edits[0];
  // Whatever is pasted, the document stays valid JSON.
  JSON.parse(written.slice(0, before.length) + (insertText as string) + written.slice(end));
  const values = JSON.parse(`[${insertText as string}]`) as unknown[];
  return (yieldTo ? 'or ' : '') + values.map(value => JSON.stringify(value)).join();
}

// The readers are loaded on first use.
beforeAll(() => readForeignText(wkt));
beforeEach(() => {
  registerAreaPaste(anyKept);
});

it.each([
  ['WKT into features', list, wkt, feature],
  ['WKT into a geometry', geometry, wkt, polygon],
  ['WKT instead of a geometry', geometry.replace('|', `|${box}|`), wkt, polygon],
  ['WKT into nothing', '\n|', wkt, collection],
  ['KML with code in its name, beside a link to more', list, kml, `or ${named}`],
  ['KML into nothing, beside a link to more', '|', kml, collection.replace(feature, named)],
  ['a box', geometry, bounds, box],
  ['a box in brackets', geometry, ` [${bounds}]\n`, box],
  ['a Feature into a geometry', geometry, feature, polygon],
  ['a geometry into features', list, polygon, feature],
  ['a collection into features', list, collection, feature],
  ['a circle', geometry, '5.37, 43.3, 500 m', expect.stringMatching(/^or \{"type":"Polygon"/)],
  ['WKT into an order', order, wkt, polygon, 'a.order.json'],
  ['a collection into each product of an order', product, collection, polygon, 'a.order.json'],
  ['WKT into an "aoi" of other JSON', '{"aoi": |}', wkt, polygon, 'a.json'],
  ['a box into other JSON', '|', bounds, expect.stringMatching(/^or \{"type":"FeatureColl/), 'a.json'],
])('%s is pasted as GeoJSON', async (_what, marked, text, expected, name = 'a.geojson') => {
  expect(await pasted(marked, text, name)).toEqual(expected);
});

it.each([
  ['a geometry that fits', geometry, polygon],
  ['a collection into nothing', '|', collection],
  ['text in a string', geometry.replace('|', '"|"'), wkt],
  ['text in a comment', geometry.replace('|', '// |\n null'), wkt],
  ['text beside a value', geometry.replace('|', '|null'), wkt],
  ['text in a list without the comma', list.replace('|', `${feature} |`), wkt],
  ['text in a broken document', geometry.slice(0, -1), wkt],
  ['text in nesting without end', `${'['.repeat(100_000)}|`, wkt],
  ['bounds in a bbox', geometry.replace('geometry', 'bbox'), `[${bounds}]`],
  ['words', geometry, 'my-secret-key'],
  ['a link to areas', geometry, `<kml>${link}</kml>`],
  ['a text of more than a megabyte', geometry, `${wkt}${' '.repeat(1_000_000)}`],
  ['text in a delivered report', geometry, wkt, 'report-12ab34cd.geojson'],
  ['several polygons in an order', order, `${wkt} ${wkt}`, 'a.order.json'],
  ['text elsewhere in an order', order.replace('aoi', 'title'), wkt, 'a.order.json'],
  ['text in the past of a file', geometry, wkt, 'git:/a.aoi.geojson'],
  ['text in the geometry of other JSON', '{"geometry": |}', wkt, 'a.json'],
])('%s is pasted as it is', async (_what, marked, text, name = 'a.geojson') => {
  expect(await pasted(marked, text, name)).toBe('plain');
});
