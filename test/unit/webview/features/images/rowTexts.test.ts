import { describe, expect, it } from 'vitest';
import { columnIds, columns } from '../../../../../webview/features/images/columns.ts';
import { spokenText } from '../../../../../webview/features/images/ImageRows.tsx';
import { isNearEnd } from '../../../../../webview/features/images/listSelection.ts';
import { shownCount, whyNoOrder } from '../../../../../webview/features/images/words.ts';
import { resultRow } from './resultRow.ts';

const image = resultRow('a', {
  acquisitionDate: '2026-03-14T10:42:07Z',
  constellation: 'PHR',
  resolution: 0.5,
  cloudCover: 3.6,
  snowCover: 0,
  incidenceAngle: 12.34,
  processingLevel: 'SENSOR',
  isNew: true,
});

describe('texts of a row', () => {
  it('tell a screen reader everything, in reading order', () => {
    expect(
      spokenText({ image, share: 0.874, clear: { share: 0.851 }, hasDuplicate: true, groupTitle: undefined }),
    ).toBe(
      '2026-03-14 10:42 UTC, PHR 0.5 m, 4 % cloud, clear over ≈ 74 %, incidence angle 12.3°, SENSOR, covers 87 %, ' +
        'New, also available as ALBUM',
    );
    expect(
      spokenText({
        image: resultRow('b', { isDelivered: true }),
        share: undefined,
        clear: 'unknown',
        hasDuplicate: false,
        groupTitle: '2026-03-14 · 1 image',
      }),
    ).toBe(
      '2026-03-14 · 1 image. b, clear here: unknown, A report or image from your workspace, not from the catalog',
    );
  });

  it('say of an ALBUM image what its warning sign means, to a screen reader and in the table', () => {
    const album = resultRow('b', { processingLevel: 'ALBUM' });
    const meaning = 'Orders of ALBUM images may never be delivered.';
    const row = { share: undefined, clear: undefined, hasDuplicate: false, groupTitle: undefined };
    expect(spokenText({ image: album, ...row })).toBe(`b, ALBUM, ${meaning}`);
    expect([columns.level.tooltip?.(album, {}), columns.level.tooltip?.(image, {})]).toEqual([
      meaning,
      undefined,
    ]);
  });

  it('say of a look of a stereo acquisition that it is never delivered', () => {
    const stereo = resultRow('b', { processingLevel: 'SENSOR', isStereo: true });
    const row = { share: undefined, clear: undefined, hasDuplicate: false, groupTitle: undefined };
    expect(spokenText({ image: stereo, ...row })).toBe(
      'b, stereo, Orders of stereo images are never delivered.',
    );
  });

  it('omit in every column what the service left out', () => {
    for (const id of columnIds.filter(column => column !== 'id'))
      expect(columns[id].text(resultRow('b'), {})).toBe('');
    expect(columns.cover.text(image, { share: 0.9995 })).toBe('99.9 %');
    expect(columns.snow.text(image, {})).toBe('0 %');
    expect(columns.clear.text(image, { share: 0.5, clear: { share: 0.851 } })).toBe('≈ 43 %');
    expect(columns.clear.text(image, { clear: 'unknown' })).toBe('unknown');
  });

  it('give a price per clear km² by the estimate, until then by the whole image, and none if that is unknown', () => {
    const priced = { ...image, cloudCover: 20, pin: { id: 'a', creditsPerKm2: 2 } };
    expect(columns.rate.text(priced, { share: 0.5, clear: { share: 0.4 } })).toBe('10');
    expect(columns.rate.text(priced, { share: 0.5 })).toBe('5');
    expect(columns.rate.text(priced, { share: 0.5, clear: 'unknown' })).toBe('');
  });
});

describe('counts', () => {
  it.each([
    [1204, { filteredCount: 96 }, 0, '1,204 shown, 96 hidden by filters'],
    [
      38,
      { filteredCount: 10, duplicateCount: 2 },
      0,
      '38 shown, 10 hidden by filters, 2 ALBUM duplicates not shown',
    ],
    [3, { duplicateCount: 1 }, 0, '3 shown, 1 ALBUM duplicate not shown'],
    [
      3,
      { filteredCount: 3, unknown: new Map([['maxSnowCover' as const, 2]]) },
      0,
      '3 shown, 1 hidden by filters, 2 hidden: “Snow” unknown',
    ],
    [45, {}, 5, "45 shown, 5 couldn't be read"],
    [3, {}, 0, undefined],
  ])('%i shown and %o', (visible, hidden, unreadable, text) => {
    const rows = Array.from({ length: visible }, () => image);
    const all = { rows, filteredCount: 0, unknown: new Map<'maxSnowCover', number>(), duplicateCount: 0 };
    expect(shownCount({ ...all, ...hidden }, unreadable)).toBe(text);
  });
});

describe('the reason why an order is not possible', () => {
  const rows = [image, resultRow('d', { isDelivered: true })];
  it.each([
    [['a'], undefined, undefined],
    [['a'], 0.001, undefined],
    [['a'], 0, "The selected images don't show the area."],
    [['a', 'elsewhere'], 1, undefined],
    [['a', 'd'], 0, "Delivered items can't be ordered again."],
  ])('of %j that cover %s', (selected, covered, reason) => {
    expect(whyNoOrder(selected, rows, covered)).toBe(reason);
  });
});

describe('the cursor of the list', () => {
  it('is near the end within one list height', () => {
    expect(isNearEnd(2201, 300, 2800)).toBe(true);
    expect(isNearEnd(2200, 300, 2800)).toBe(false);
    expect(isNearEnd(0, 0, 0)).toBe(false);
  });
});
