import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Document } from '../fake/documents.ts';
import type { Harness } from './harness.ts';
import { listChips, listedCount, resultRows, searchLevel, showAvailability, until } from './mapPage.ts';
import { startListed } from './searched.ts';

let harness: Harness;
let map: Frame;
let saved: Document;
/** How far the service's clock is ahead of ours, ms: satellites take new images in the meantime. */
let ahead = 0;
const dayMs = 24 * 3600 * 1000;

beforeAll(async () => {
  ({ harness, map } = await startListed({ time: { now: () => Date.now() + ahead } }));
});
afterAll(async () => {
  await harness.stop();
  expect(harness.problems).toEqual([]);
});

const chips = () => listChips(map);
const chipTexts = () => chips().allInnerTexts();
const focusedChip = () =>
  map.evaluate(() => document.activeElement?.closest<HTMLElement>('.filter-chip')?.innerText);

describe('what is new since last time', () => {
  it('is nothing at first: what is found when the search is saved counts as seen', async () => {
    const { editor } = harness;
    await searchLevel(map, 'SENSOR');
    const path = join(harness.folder, 'harbour.search.json');
    editor.fileAnswers.push(path);
    const saving = editor.run('swath.saveSearch');
    // By then what the search finds counts as seen.
    (await editor.message('Saved harbour.search.json.')).close();
    await saving;
    ({ document: saved } = await editor.openFile(path, 1));
    await editor.pressLens(saved, 'New Images');
    expect(editor.messageTexts.at(-1)).toMatch(/^Nothing new for harbour since /);
    expect(await chips().count()).toBe(0);
  });

  it('is only what was acquired since', async () => {
    const before = new Date(Date.now() + ahead).toISOString().slice(0, 10);
    // On any day, several images were taken since.
    ahead = 60 * dayMs;
    await harness.editor.pressLens(saved, 'New Images');
    await chips().waitFor();
    expect(await chipTexts()).toEqual([expect.stringMatching(/^New since \d{4}-\d\d-\d\d \d\d:\d\d UTC$/)]);
    const days = (await resultRows(map).allInnerTexts()).map(row => /\d{4}-\d\d-\d\d/.exec(row)?.[0] ?? '');
    expect(days.length).toBeGreaterThan(1);
    for (const day of days) expect(day >= before, `${day} since ${before}`).toBe(true);
  });

  it('is also shown after the window reloads, where nothing else is new', async () => {
    const fresh = await listedCount(map);
    const before = await chipTexts();
    await resultRows(map).first().click();
    await map.getByText('1 selected').waitFor();
    const chosen = () => map.locator('.row[aria-selected=true]').getAttribute('data-image-id');
    const id = await chosen();
    await harness.reload();
    map = await harness.map();
    await chips().waitFor();
    expect(await chipTexts()).toEqual(before);
    expect(await listedCount(map)).toBe(fresh);
    await map.getByText('1 selected').waitFor();
    expect(await chosen()).toBe(id);
    expect(await resultRows(map).first().innerText()).toContain('New');
  });

  it('can be filtered by day as well, and each filter is cleared separately', async () => {
    const { page } = harness;
    const fresh = await listedCount(map);
    await showAvailability(map);
    const bar = map.locator('.bars .bar:not([aria-label$=": 0 images"])').last();
    await bar.click();
    await until('fewer images', async () => (await listedCount(map)) < fresh);
    expect(await chips().count()).toBe(2);

    await chips().first().getByRole('button').focus();
    await page.keyboard.press('Delete');
    await until('the days alone', async () => (await chips().count()) === 1);
    expect(await focusedChip()).toMatch(/^\d{4}-\d\d-\d\d/);
    await page.keyboard.press('Delete');
    await until('all images', async () => (await listedCount(map)) > fresh);
    expect(await chips().count()).toBe(0);
    expect(await map.evaluate(() => document.activeElement !== document.body)).toBe(true);
  });
});
