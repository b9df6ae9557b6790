import type { Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import type * as vscode from 'vscode';
import {
  CancellationTokenSource,
  CompletionItemKind,
  CompletionTriggerKind,
  type MarkdownString,
  Range,
} from 'vscode';
import { allThatEnds } from '../../../../../src/platform/host/endsWithExtension.ts';
import {
  areaFactsText,
  registerAoiCompletions,
  registerAoiHover,
} from '../../../../../src/features/areas/ui/areaLanguage.ts';
import { editor, newEditor } from '../../../../fake/editor.ts';
import { anyKept } from '../../../fakes.ts';

interface Given {
  name?: string;
  languageId?: string;
  typed?: string;
  isCancelled?: boolean;
}

/** What is suggested at the `|` of a document. */
async function items(
  marked: string,
  { name = 'a.geojson', languageId, typed, isCancelled = false }: Given = {},
) {
  newEditor();
  registerAoiCompletions(anyKept, () => [5, 43, 6, 44]);
  const document = editor.open(`/${name}`, marked.replace('|', ''), languageId);
  const asking = new CancellationTokenSource();
  if (isCancelled) asking.cancel();
  const found = await editor.completionProviders[0]?.provideCompletionItems(
    document,
    document.positionAt(marked.indexOf('|')),
    asking.token,
    { triggerKind: CompletionTriggerKind.Invoke, triggerCharacter: typed },
  );
  return found as vscode.CompletionItem[] | undefined;
}

const names = async (marked: string, options?: Given) =>
  (await items(marked, options))?.map(({ label }) => label);
const feature = '{"type": "Feature", "geometry": |}';

describe('completing areas', () => {
  it('uses the extent of the map, and keeps the order', async () => {
    const found = await items(feature);
    expect(found?.map(({ label, detail, sortText }) => [label, detail, sortText])).toEqual([
      ['AOI: map extent', '5, 43, 6, 44', ' 0'],
      ['AOI: box around the map center, 5 km', expect.stringMatching(/^[\d., -]+$/), ' 1'],
      ['AOI: template', '', ' 2'],
    ]);
    expect((found?.[0]?.insertText as vscode.SnippetString).value).toContain('[6, 44]');
    expect(found?.[0]).toMatchObject({ kind: CompletionItemKind.Struct, preselect: false });
  });

  it('replaces the word that is being typed', async () => {
    const [first] = (await items('{"geometry": "|"}')) ?? [];
    expect(first?.range).toEqual(new Range(0, 13, 0, 15));
    expect(first?.filterText).toBe('"AOI: map extent"');
  });

  it('closes a ring first, with the comma on the line before', async () => {
    const ring = '{"type": "Polygon", "coordinates": [[\n[1, 2],\n[3, 2],\n[3, 4]\n|]]}';
    expect(await items(ring)).toMatchObject([
      {
        label: 'Close ring',
        preselect: true,
        kind: CompletionItemKind.Snippet,
        insertText: { value: '[1, 2]' },
        additionalTextEdits: [{ range: new Range(3, 6, 3, 6), newText: ',' }],
      },
    ]);
  });

  it.each([
    ['a name', { name: 'a.geojson' }, 3],
    ['another such name', { name: 'a.aoi.json' }, 3],
    ['a language', { name: 'a', languageId: 'geojson' }, 3],
    ['nothing', { name: 'a.json' }, 0],
  ])('knows by %s that members without a type are GeoJSON', async (_what, options, count) => {
    expect(await names('{"geometry": |}', options)).toHaveLength(count);
  });

  it('knows where an order and a search contain their area', async () => {
    const order = '{"kind": "order.analytics-toolbox.archive", "aoi": |}';
    const products = '{"kind": "order.data.product", "products": [{"aoi": |}]}';
    expect(await names(order, { name: 'a.order.json' })).toHaveLength(3);
    expect(await names(products, { name: 'a.order.json' })).toHaveLength(3);
    expect(await names('{"lastDays": 3, "aoi": |}', { name: 'a.search.json' })).toHaveLength(3);
    const [first] = (await items(order, { name: 'a.order.json' })) ?? [];
    expect((first?.insertText as vscode.SnippetString).value).toMatch(/^\{\n\t"type": "Polygon"/);
  });

  it.each(['|', '{|}', '{"title": |}', '{"aoi": {"type": |}}', '{"products": [|]}', '{"imageIds": [a|]}'])(
    'suggests no area elsewhere in an order or a search: %s',
    async marked => {
      for (const name of ['a.order.json', 'a.search.json']) expect(await names(marked, { name })).toEqual([]);
    },
  );

  it('ignores reports and documents that are too long', async () => {
    expect(await names(feature, { name: 'port-0123abcd.geojson' })).toBeUndefined();
    expect(await names(`${feature}${' '.repeat(2_000_000)}`)).toBeUndefined();
    expect(await names(`${feature}${' '.repeat(1_000_000)}`)).toHaveLength(3);
    expect(await names(feature, { isCancelled: true })).toBeUndefined();
  });
});

/** What is shown on the first `"Polygon"` of a text. */
async function shownOver(text: string, isCancelled = false): Promise<string | undefined> {
  newEditor();
  registerAoiHover(anyKept);
  const document = editor.open('/a.geojson', text);
  const asking = new CancellationTokenSource();
  if (isCancelled) asking.cancel();
  const at = document.positionAt(text.indexOf('"Polygon"'));
  const hover = await editor.hoverProviders[0]?.provideHover(document, at, asking.token);
  return (hover?.contents[0] as MarkdownString | undefined)?.value;
}

const area =
  '{"type": "Polygon", "name": "[x](command:y)", "coordinates": [[[5, 43], [6, 43], [6, 44], [5, 44], [5, 43]]]}';

describe('hovering over an area', () => {
  it('shows its facts, and nothing from the document', async () => {
    expect(await shownOver(area)).toBe(
      '**8,985 km²** · 5 positions\n\nCentroid 43.50000° N, 5.50000° E\n\nWGS 84 / UTM zone 31N (EPSG:32631)',
    );
  });

  it('shows nothing if there is no area or it was canceled', async () => {
    expect(await shownOver('{"type": "Point"}')).toBeUndefined();
    expect(await shownOver(area.replace('[5, 43]]]', '[7, 43]]]'))).toBeUndefined();
    expect(await shownOver(area, true)).toBeUndefined();
  });

  it('reads a long document in a thread, and ignores one that is too long', async () => {
    expect(await shownOver(`${area}${' '.repeat(50_000_000)}`)).toBeUndefined();
    expect(await shownOver(`${area}${' '.repeat(1_000_000)}`)).toContain('km²');
    allThatEnds.dispose();
  });

  it('writes the antimeridian, and the zones on both of its sides', async () => {
    const ring = [
      [179.5, -17],
      [-179.5, -17],
      [-179.5, -16],
      [179.5, -16],
      [179.5, -17],
    ];
    const text = await shownOver(JSON.stringify({ type: 'Polygon', coordinates: [ring] }));
    expect(text).toContain('16.50000° S, 180.00000° W\n');
    expect(text).toContain('UTM zone 60S (EPSG:32760) · WGS 84 / UTM zone 1S (EPSG:32701)');
  });

  it('writes latitude first, and counts parts and holes', () => {
    const centroid: Position = [-5.3, -43.29];
    const facts = { areaKm2: 12.6, centroid, positions: 10, holes: 1, polygons: 1 };
    expect(areaFactsText({ ...facts, utm: [{ epsg: 32730, name: 'Zone' }] })).toBe(
      '**12.6 km²** · 10 positions, holes: 1\n\nCentroid 43.29000° S, 5.30000° W\n\nZone (EPSG:32730)',
    );
    expect(areaFactsText({ ...facts, holes: 3, polygons: 2, utm: [] })).toBe(
      '**12.6 km²** · MultiPolygon (2), 10 positions, holes: 3\n\nCentroid 43.29000° S, 5.30000° W\n\nOutside the UTM latitudes',
    );
  });
});
