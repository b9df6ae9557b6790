import { signal } from '@preact/signals-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Range } from 'vscode';
import { polygonAreaKm2 } from '../../../../../src/geo/polygonArea.ts';
import { box, polygon } from '../../../geo/polygons.ts';
import { entry } from '../../../service/rules/ledgerFixtures.ts';
import { createSeenMemory, seenKey } from '../../../../../src/features/images/seenImages.ts';
import { registerSearchDiagnostics } from '../../../../../src/features/images/ui/searchDiagnostics.ts';
import { registerSearchLenses } from '../../../../../src/features/images/ui/searchLenses.ts';
import { createPriceEstimates } from '../../../../../src/features/orders/rules/priceEstimate.ts';
import { eventually } from '../../../../eventually.ts';
import type { Document } from '../../../../fake/documents.ts';
import { editor } from '../../../../fake/editor.ts';
import { connection } from '../../../fakes.ts';
import { fitText, hostileText } from '../../../hostileText.ts';
import { tempFolder } from '../../../tempFolder.ts';

describe('the diagnostics of a saved search', () => {
  const errors: unknown[] = [];
  let registered: { dispose: () => void } | undefined;

  beforeEach(() => {
    vi.useFakeTimers();
    errors.length = 0;
    registered = registerSearchDiagnostics(error => errors.push(error));
  });
  afterEach(() => {
    registered?.dispose();
    vi.useRealTimers();
    expect(errors).toEqual([]);
  });

  const openText = (text: string, path = '/port.search.json') => editor.open(path, text);
  const diagnosticsOf = (document: Document) => editor.problemsOf(document);
  /** Underlined text and message of each. */
  async function problemsIn(document: Document) {
    await vi.advanceTimersByTimeAsync(1000);
    // The code of the checks is loaded on first use.
    await eventually(() => expect(diagnosticsOf(document)).toBeDefined());
    return diagnosticsOf(document)?.map(({ range, message }) => [document.getText(range), message]);
  }

  it('underline each wrong value', async () => {
    const document = openText('{\n  "maxCloudCover": 200,\n  "lastDays": 7,\n  "cloud": [1]\n}');
    expect(await problemsIn(document)).toEqual([
      ['200', '"maxCloudCover" must be a number from 0 to 100.'],
      ['[1]', expect.stringMatching(/^Unknown "cloud"/)],
    ]);
    expect(diagnosticsOf(document)?.map(({ code, severity }) => [code, severity])).toEqual([
      ['search-criterion', 0],
      ['search-criterion', 0],
    ]);
  });

  it('underline an invalid area, but leave rings to the area checks', async () => {
    expect(await problemsIn(openText('{"aoi": {"type": "Polygon"}}'))).toEqual([
      ['{"type": "Polygon"}', expect.stringMatching(/needs rings/)],
    ]);
    expect(
      await problemsIn(openText('{"aoi": {"type": "Point", "coordinates": [1, 2]}}', '/b.search.json')),
    ).toEqual([['"Point"', expect.stringMatching(/it is a "Point"/)]]);
    const open = '{"aoi": {"type": "Polygon", "coordinates": [[[5, 43], [6, 43], [6, 44]]]}}';
    expect(await problemsIn(openText(open, '/c.search.json'))).toEqual([]);
  });

  it('follow the text, and end with the document', async () => {
    const document = openText('{"lastDays": 0}');
    expect(await problemsIn(document)).toHaveLength(1);
    editor.documents.replace(document, '{"lastDays": 1}');
    await vi.advanceTimersByTimeAsync(299);
    expect(diagnosticsOf(document)).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    await eventually(() => expect(diagnosticsOf(document)).toEqual([]));
    editor.documents.replace(document, '{"lastDays": 0}');
    editor.documents.close(document);
    await vi.advanceTimersByTimeAsync(1000);
    expect(diagnosticsOf(document)).toBeUndefined();
  });

  it('leave broken JSON to the editor, and ignore other files', async () => {
    expect(await problemsIn(openText('{"lastDays": '))).toEqual([]);
    const plain = openText('{"lastDays": 0}', '/x.json');
    await vi.advanceTimersByTimeAsync(1000);
    expect(diagnosticsOf(plain)).toBeUndefined();
  });
});

const aoi = polygon(box(5.3, 43.27, 5.37, 43.32));

describe('the code lenses of a saved search', () => {
  beforeEach(() => {
    registerSearchLenses({
      session: { current: signal({ kind: 'signedOut' }) },
      estimates: { current: signal(undefined), need: () => undefined },
      seenPath: '/nowhere',
    });
  });

  const lensesOf = (text: string) => editor.lenses(editor.open('/port.search.json', text));

  it('run it and show new images', async () => {
    const lenses = await lensesOf(JSON.stringify({ maxCloudCover: 20, aoi }));
    expect(lenses.map(({ command }) => [command?.title, command?.command, command?.arguments])).toEqual([
      ['$(search)\u00a0Run', 'swath.runSearch', ['file:///port.search.json']],
      ['$(sparkle)\u00a0New Images', 'swath.searchNew', ['file:///port.search.json']],
    ]);
    expect(lenses.every(({ range }) => range.isEqual(new Range(0, 0, 0, 0)))).toBe(true);
  });

  it.each(['port.search.json', 'port.shortlist.geojson'])('are not above the past of %s', async name => {
    const past = editor.open(`git:/${name}?{"ref":"HEAD"}`, JSON.stringify({ maxCloudCover: 20, aoi }));
    expect(await editor.lenses(past)).toEqual([]);
  });

  it('do not show icons from the text of the file', async () => {
    const lenses = await lensesOf(JSON.stringify({ aoi, [hostileText]: 1 }));
    expect(lenses.map(({ command }) => command?.title)).toEqual([expect.stringContaining(fitText)]);
  });

  it('report the first problem, and run nothing', async () => {
    const lenses = await lensesOf('{"maxCloudCover": 200, "lastDays": 0}');
    expect(lenses.map(({ command }) => [command?.title, command?.command])).toEqual([
      ['$(warning)\u00a0"maxCloudCover" must be a number from 0 to 100.', ''],
    ]);
  });
});

describe('a saved search that runs regularly', () => {
  it('shows what its new images may cost in a month', async () => {
    const seenPath = await tempFolder();
    const search = { maxCloudCover: 20, aoi };
    const day = (number: number) => new Date(Date.UTC(2026, 2, number)).toISOString();
    const found = [{ constellation: 'PHR', share: 1 }];
    await createSeenMemory(seenPath).write(seenKey('Test', search), {
      at: day(31),
      ids: [],
      runs: [
        { at: day(1), images: [] },
        { at: day(16), images: found },
        { at: day(31), images: found },
      ],
    });
    const areaKm2 = polygonAreaKm2(aoi);
    const prices = Array.from({ length: 5 }, (_none, index) =>
      entry({
        id: `e${index}`,
        bodyHash: `h${index}`,
        orderKind: 'order.data.product',
        product: 'pansharpened',
        constellation: 'PHR',
        areaKm2,
        amount: { value: 100, unit: 'credits' },
      }),
    );
    const needed = vi.fn();
    registerSearchLenses({
      session: { current: signal({ kind: 'signedIn', connection, client: () => expect.fail() }) },
      estimates: { current: signal(createPriceEstimates(prices, 'Test')), need: needed },
      seenPath,
    });
    const lenses = await editor.lenses(editor.open('/port.search.json', JSON.stringify(search)));
    expect(lenses.map(({ command }) => command?.title)).toEqual([
      '$(search)\u00a0Run',
      '$(sparkle)\u00a0New Images',
      '$(graph)\u00a0New images: about 2 a month, about 200 credits, from 5 prices (2026-03-20)',
    ]);
    expect(needed).toHaveBeenCalled();
  });
});
