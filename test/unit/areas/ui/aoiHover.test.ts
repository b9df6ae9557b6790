import { describe, expect, it } from 'vitest';
import { CancellationTokenSource, type MarkdownString } from 'vscode';
import { endGeojsonWork } from '../../../../src/editor/geojsonWork.ts';
import { factsText, registerAoiHover } from '../../../../src/areas/ui/areaLanguage.ts';
import { editor, newEditor } from '../../../fake/editor.ts';

/** What is shown over the first `"Polygon"` of a text. */
async function shownOver(text: string, isCancelled = false): Promise<string | undefined> {
  newEditor();
  registerAoiHover();
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
  it('shows its facts, and nothing that the document says', async () => {
    expect(await shownOver(area)).toBe(
      '**8,969 km²** · 5 positions\n\nCentroid 43.50000° N, 5.50000° E\n\nWGS 84 / UTM zone 31N (EPSG:32631)',
    );
  });

  it('shows nothing where there is no area, or nobody waits', async () => {
    expect(await shownOver('{"type": "Point"}')).toBeUndefined();
    expect(await shownOver(area.replace('[5, 43]]]', '[7, 43]]]'))).toBeUndefined();
    expect(await shownOver(area, true)).toBeUndefined();
  });

  it('reads a long document in a thread, and none that is too long', async () => {
    expect(await shownOver(`${area}${' '.repeat(50_000_000)}`)).toBeUndefined();
    expect(await shownOver(`${area}${' '.repeat(1_000_000)}`)).toContain('km²');
    endGeojsonWork();
  });

  it('writes latitude first, and counts parts and holes', () => {
    const facts = { areaKm2: 12.6, centroid: [-5.3, -43.29], positions: 10, holes: 1, polygons: 1 };
    expect(factsText({ ...facts, utm: { epsg: 32730, name: 'Zone' } })).toBe(
      '**12.6 km²** · 10 positions, 1 hole\n\nCentroid 43.29000° S, 5.30000° W\n\nZone (EPSG:32730)',
    );
    expect(factsText({ ...facts, holes: 3, polygons: 2, utm: undefined })).toBe(
      '**12.6 km²** · 2 polygons, 10 positions, 3 holes\n\nCentroid 43.29000° S, 5.30000° W\n\nOutside the UTM latitudes',
    );
  });
});
