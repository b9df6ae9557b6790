import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { isFull } from '../randomRuns.ts';
import { type Harness, startHarness } from './harness.ts';
import { announced, chooseImages, listedCount, resultRows, searchLevel, until } from './mapPage.ts';
import { searchesSent, searchFile, signIn } from './searched.ts';

/** Around the mouth of the Rhine: more images than one search can return. */
const wide = {
  type: 'Polygon',
  coordinates: [
    [
      [3.2, 51.0],
      [5.2, 51.0],
      [5.2, 52.8],
      [3.2, 52.8],
      [3.2, 51.0],
    ],
  ],
};

let harness: Harness;

beforeAll(async () => {
  harness = await startHarness();
  await writeFile(join(harness.folder, 'wide.geojson'), JSON.stringify(wide));
  await signIn(harness);
});
afterEach(() => harness.service.sandbox.faults.clear());
afterAll(async () => {
  await harness.stop();
  expect(harness.problems).toEqual([]);
});

describe('the best pair for a change analytic', () => {
  let map: Frame;
  beforeAll(async () => {
    map = await searchFile(harness, 'harbour.aoi.geojson');
  });

  const selectedRows = () => map.locator('.row[aria-selected=true]');

  it('is proposed at once, selected, and explained', async () => {
    const { editor } = harness;
    await chooseImages(map, 'Best pair');
    await editor.prompt(/^Best pair for .*, at least 30 days apart$/);
    await editor.pick('Analytic…');
    const analytics = await editor.prompt('Which analytic is the pair for?');
    // The name of each and what it is for.
    expect(analytics.items.map(({ label, detail }) => [label, detail])).toEqual([
      ['Change detection', expect.stringContaining('between two images')],
      ['Shoreline changes', expect.stringContaining('between two images')],
    ]);
    analytics.choose('Change detection');
    await editor.prompt('Best pair for Change detection, at least 30 days apart');
    await editor.pick('Days Apart…');
    await editor.enter('10');
    const best = await editor.prompt('Best pair for Change detection, at least 10 days apart');
    const dates = best.activeItems[0]?.label ?? '';
    expect(dates).toMatch(/^\d{4}-\d\d-\d\d → \d{4}-\d\d-\d\d$/);
    await editor.pick(dates);

    await map.getByText('2 selected').waitFor();
    const title = map.locator('.reasons summary');
    await title.waitFor();
    expect(await title.innerText()).toMatch(new RegExp(`^Change detection: ${dates}, both cover \\d+ %$`));
    await title.click();
    const reasons = map.locator('.reasons ul');
    await reasons.waitFor();
    const [cover, apart, ...others] = await reasons.locator('li').allInnerTexts();
    expect(cover).toMatch(/^both cover \d+ % of the area$/);
    expect(apart).toMatch(/^\d+ d apart, (?:same|different) season$/);
    expect(others.join(' · ')).toMatch(/incidence.*cloud/);
    await title.press('Enter');
    await reasons.waitFor({ state: 'hidden' });

    // They match the title: one constellation, both SENSOR.
    const rows = await selectedRows().allInnerTexts();
    const [older = '', newer = ''] = dates.split(' → ');
    const days = (new Date(newer).getTime() - new Date(older).getTime()) / 86_400_000;
    expect(days).toBeGreaterThanOrEqual(10);
    // A row out of view isn't rendered; that of the newer image is scrolled into view.
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row).toContain('SENSOR');
    expect(rows.some(row => row.includes(newer) || row.includes(older))).toBe(true);
    await until('the whole row of one of them to be in view', async () => {
      const list = await map.getByRole('listbox', { name: 'Images' }).boundingBox();
      const boxes = await Promise.all((await selectedRows().all()).map(row => row.boundingBox()));
      return boxes.some(
        box => !!box && !!list && box.y >= list.y && box.y + box.height < list.y + list.height + 1,
      );
    });
  });

  it('explains why there is none: too much time between the two', async () => {
    const { editor } = harness;
    await chooseImages(map, 'Best pair');
    await editor.pick('Days Apart…');
    await editor.enter('9999');
    const empty = await editor.prompt(/at least 9999 days apart$/);
    expect(empty.placeholder).toMatch(
      /^No pair of images for harbour\. .*Pairs less than 9999 days apart: \d+\. Enter fewer days\./,
    );
    empty.hide();
    expect(await map.locator('.selection-number').innerText()).toBe('2 selected');
  });
});

describe('all images, beyond the limit of one search', () => {
  let map: Frame;
  beforeAll(async () => {
    map = await harness.map();
    await searchLevel(map, 'Any');
    map = await searchFile(harness, 'wide.geojson');
    await total(/^50 of 10,000\+ images$/).waitFor();
  });

  const total = (text: RegExp) => map.locator('.total', { hasText: text });
  const status = () => map.locator('.results-status');
  const countOf = (text: string) => Number(text.replaceAll(',', ''));
  /** [images loaded, matches known], as shown above the list. */
  async function counts(): Promise<[number, string]> {
    const [, loaded = '', all = ''] =
      /^([\d,]+) of ([\d,]+\+?) images$/.exec(await map.locator('.total').innerText()) ?? [];
    return [countOf(loaded), all];
  }

  it('reports that there may be more than the service counts', async () => {
    expect(await map.locator('.total').getAttribute('title')).toContain("doesn't count beyond this");
    await map.getByRole('button', { name: 'Load all' }).waitFor();
  });

  it.runIf(isFull)('runs until it is canceled, keeps what was loaded, and counts it correctly', async () => {
    const { service } = harness;
    const before = searchesSent(harness).length;
    service.sandbox.faults.add({ kind: 'delay', milliseconds: 120_000, path: '/api/v2/opensearch', skip: 6 });
    await map.getByRole('button', { name: 'Load all' }).click();
    const progress = map.getByRole('progressbar', { name: 'Loading all images' });
    await progress.waitFor();
    await status()
      .getByText(/^[\d,]+ of about [\d,]+ · \d+ %$/)
      .waitFor();
    await until('the pages that are answered', async () => (await counts())[0] >= 1000);
    expect(Number(await progress.getAttribute('value'))).toBeGreaterThan(0);
    await status().getByRole('button', { name: 'Cancel' }).click();
    await progress.waitFor({ state: 'hidden' });
    const [loaded, known] = await counts();
    expect(known).toBe('10,000+');
    expect(loaded).toBeLessThan(10_000);
    await announced(map, `${loaded.toLocaleString('en')} of 10,000+ images`);
    // Listed images and hidden duplicates of the same acquisition add up to the total.
    await until('the list and its count to agree', async () => {
      const [, listed = '', duplicates = ''] =
        /^([\d,]+) shown, ([\d,]+) ALBUM duplicates? not shown$/.exec(
          await status().locator('.quiet').innerText(),
        ) ?? [];
      return countOf(listed) + countOf(duplicates) === loaded && countOf(listed) === (await listedCount(map));
    });
    // Nothing continues in the background.
    const sent = searchesSent(harness).length;
    expect(sent).toBeGreaterThan(before);
    service.sandbox.faults.clear();
    await map.getByRole('button', { name: 'Load all' }).waitFor();
    expect(searchesSent(harness).length).toBe(sent);
  });

  // That all are found is proved over HTTP, in test/contract/searchAll.test.ts.
  it.runIf(isFull)(
    'finds each image once when it runs to the end, and reports no more than there are',
    async () => {
      // The message is brief: the number of hidden images is announced next.
      const isSaid = announced(map, /^\d\d,\d{3} images$/);
      await map.getByRole('button', { name: 'Load all' }).click();
      await total(/^\d\d,\d{3} images$/).waitFor();
      expect(await map.getByRole('button', { name: 'Load all' }).count()).toBe(0);
      await isSaid;
    },
  );

  it.runIf(isFull)('shows the end of such a long list with one key', async () => {
    await until('the rows', async () => (await listedCount(map)) > 5000);
    await map.getByRole('listbox', { name: 'Images' }).focus();
    // Rows are still arriving, and duplicates that are found later leave the list: its end moves.
    await until('the last row', async () => {
      await harness.page.keyboard.press('End');
      const last = resultRows(map).last();
      return (await last.getAttribute('aria-posinset')) === (await last.getAttribute('aria-setsize'));
    });
    expect(await resultRows(map).count()).toBeLessThan(100);
  });
});
