import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { columns } from '../../webview/features/images/columns.ts';
import { isFull } from '../randomRuns.ts';
import type { Harness } from './harness.ts';
import { chooseView, listSorted, resultRows, resultsStatus, sortBy, until } from './mapPage.ts';
import { startListed } from './searched.ts';

let harness: Harness;
let map: Frame;

beforeAll(async () => {
  ({ harness, map } = await startListed());
});
afterAll(async () => {
  await harness.stop();
  expect(harness.problems).toEqual([]);
});

const status = (text: string | RegExp) => resultsStatus(map, text);

describe('the table', () => {
  const headers = () => map.getByRole('columnheader');
  const header = (name: string) => map.getByRole('columnheader', { name });
  const rows = () => map.getByRole('grid', { name: 'Images' }).locator('.row.line');

  beforeAll(async () => {
    await chooseView(map, 'Table');
    await rows().first().waitFor();
  });

  /** Texts of a column for the rows on screen, from top to bottom. */
  async function column(name: string): Promise<string[]> {
    const at = (await headers().allInnerTexts()).findIndex(text => text.startsWith(name));
    const found = await rows().evaluateAll(
      (all, index) =>
        all
          .map(row => ({
            order: Number(row.getAttribute('aria-rowindex')),
            text: row.querySelector(`[aria-colindex="${index}"]`)?.textContent ?? '',
          }))
          .toSorted((a, b) => a.order - b.order)
          .map(({ text }) => text),
      at + 1,
    );
    return found;
  }

  async function toggleColumns(...names: readonly string[]): Promise<void> {
    await map.getByRole('button', { name: 'View', exact: true }).click();
    for (const name of names) await map.getByRole('menuitemcheckbox', { name, exact: true }).press('Enter');
    await harness.page.keyboard.press('Escape');
  }

  it('estimates how clear the area is for a column, in the thread of the page', async () => {
    await toggleColumns('Clear here');
    const isFilled = (texts: string[]) => texts.length > 0 && texts.every(text => text !== '');
    await until('estimates', async () => isFilled(await column('Clear here')));
    // The pictures of these tests are gray all over: only an image without clouds matches them.
    for (const text of await column('Clear here')) expect(['≈ 100 %', 'unknown']).toContain(text);
    await toggleColumns('Clear here');
  });

  it('shows the selected columns', async () => {
    const words = async () => (await headers().allInnerTexts()).map(text => text.trim());
    expect(await words()).toEqual([
      'Acquired (UTC)',
      'Sensor',
      'Cloud',
      'Incidence angle',
      'AOI covered',
      'Processing level',
    ]);
    await toggleColumns('Platform', 'Incidence angle');
    expect(await words()).toEqual([
      'Acquired (UTC)',
      'Sensor',
      'Cloud',
      'AOI covered',
      'Processing level',
      'Platform',
    ]);
    expect((await column('Platform'))[0]).not.toBe('');
  });

  it.runIf(isFull)('truncates no header, even with the sort arrow', async () => {
    const { keyboard } = harness.page;
    const present = (await headers().allInnerTexts()).map(text => text.trim());
    const absent = Object.values(columns)
      .map(({ label }) => label())
      .filter(label => !present.includes(label));
    await toggleColumns(...absent);
    const cut: string[] = [];
    for (const button of await map.locator('.column-button').all()) {
      const column = (await button.getAttribute('data-column')) ?? '';
      await map.locator(`.column-button[data-column=${column}]`).focus();
      await keyboard.press('Enter');
      const sorted = map.locator(`[aria-sort]:not([aria-sort=none]) .column-button[data-column=${column}]`);
      await sorted.waitFor();
      const isCut = await sorted.evaluate(element => element.scrollWidth > element.clientWidth);
      if (isCut) cut.push(await sorted.innerText());
    }
    expect(cut).toEqual([]);
    await sortBy(map, 'As found');
    // The service searches again, and lists the newest first.
    await until('the order of the service', async () => {
      const times = await column('Acquired');
      return times.join() === times.toSorted().reverse().join();
    });
    await toggleColumns(...absent);
  });

  it('sorts when a header is pressed: one way, the other way, then in the original order', async () => {
    const percents = async () => (await column('Cloud')).map(text => Number.parseInt(text, 10));
    const asFound = await column('Acquired');
    await header('Cloud').getByRole('button').click();
    await until('ascending', async () => (await header('Cloud').getAttribute('aria-sort')) === 'ascending');
    await listSorted(map);
    const up = await percents();
    expect(up).toEqual(up.toSorted((a, b) => a - b));
    // The focus stays on the header, so the keyboard works from there.
    await harness.page.keyboard.press('Enter');
    await until('descending', async () => (await header('Cloud').getAttribute('aria-sort')) === 'descending');
    await listSorted(map);
    const down = await percents();
    expect(down).toEqual(down.toSorted((a, b) => b - a));
    expect(down[0]).toBeGreaterThan(up[0] ?? 0);
    await harness.page.keyboard.press('Enter');
    await until('no order', async () => (await header('Cloud').getAttribute('aria-sort')) === 'none');
    await until('the order from before', async () => (await column('Acquired')).join() === asFound.join());
  });

  it('groups by day, each day once, with its count', async () => {
    await chooseView(map, 'Day');
    await map.locator('.group-head').first().waitFor();
    const heads = await map.locator('.group-head').allInnerTexts();
    expect(new Set(heads).size).toBe(heads.length);
    expect(heads.length).toBeGreaterThan(2);
    const [, day = '', count = ''] = /^(\d{4}-\d\d-\d\d) · (\d+) images?$/.exec(heads[0] ?? '') ?? [];
    const days = (await column('Acquired')).map(text => text.slice(0, 10));
    expect(days.filter(value => value === day)).toHaveLength(Number(count));
    await chooseView(map, 'No groups');
    await map.locator('.group-head').first().waitFor({ state: 'detached' });
  });

  it('expands duplicates and collapses them again', async () => {
    const folded = /^(\d+) shown, (\d+) ALBUM duplicates? not shown$/;
    const [, listed, duplicates] = folded.exec(await status(folded).innerText()) ?? [];
    const grid = map.getByRole('grid', { name: 'Images' });
    const rowCount = async () => Number(await grid.getAttribute('aria-rowcount')) - 1;
    expect(await rowCount()).toBe(Number(listed));
    expect(await map.getByText('Duplicate', { exact: true }).count()).toBe(0);
    const toggle = async (isOn: boolean) => {
      await map.getByRole('button', { name: 'More actions' }).click();
      await map.getByRole('menuitemcheckbox', { name: 'Show ALBUM duplicates', checked: !isOn }).click();
      await map.getByRole('menuitemcheckbox', { name: 'Show ALBUM duplicates', checked: isOn }).waitFor();
      await harness.page.keyboard.press('Escape');
    };
    await toggle(true);
    await until('the duplicates too', async () => (await rowCount()) === Number(listed) + Number(duplicates));
    expect(await status(folded).count()).toBe(0);
    await sortBy(map, 'Acquired (UTC)');
    await toggle(false);
    await until('one of each', async () => (await rowCount()) === Number(listed));
    await sortBy(map, 'As found');
  });

  it('switches back to the cards', async () => {
    await chooseView(map, 'List');
    await resultRows(map).first().waitFor();
    expect(await map.getByRole('grid').count()).toBe(0);
  });
});
