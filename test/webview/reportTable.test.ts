import type { Frame, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goOnWhileGood } from '../page/goOnWhileGood.ts';
import { type Harness, startHarness, unpacked } from './harness.ts';
import { until } from './mapPage.ts';
import { openReport, type Report } from './reported.ts';
import { signIn } from './searched.ts';

let harness: Harness;
let map: Frame;
let report: Report;

beforeAll(async () => {
  harness = await startHarness({ time: { productionSeconds: 0 }, size: { width: 1000, height: 800 } });
  await signIn(harness);
  ({ map, report } = await openReport(harness));
  await map.getByRole('tab', { name: 'Table' }).click();
});
afterAll(async () => {
  await harness.stop();
  expect(harness.problems).toEqual([]);
});

it('calls each property what the charts, the legend, the review and the map call it', async () => {
  const trimmed = (texts: string[]) => texts.map(text => text.trim()).filter(text => text !== '');
  const head = trimmed(await map.locator('#side-table').getByRole('columnheader').allInnerTexts());
  expect(head).toEqual(expect.arrayContaining(['length (m)', 'heading (°)', 'acquisitionDate (UTC)']));
  await map.getByRole('button', { name: 'Columns' }).click();
  expect(head).toEqual(expect.arrayContaining(await map.getByRole('menuitemcheckbox').allInnerTexts()));
  await harness.page.keyboard.press('Escape');
  await map.getByRole('tab', { name: 'Charts' }).click();
  const options = await map.locator('#side-charts option').allInnerTexts();
  expect([...head, 'Single color']).toEqual(expect.arrayContaining(options));
  await map.getByRole('tab', { name: 'Report' }).click();
  await map.getByRole('button', { name: 'Next feature' }).click();
  const rows = map.getByRole('region', { name: 'Feature' }).getByRole('rowheader');
  expect(head).toEqual(expect.arrayContaining(trimmed(await rows.allInnerTexts())));
  await map.getByRole('region', { name: 'Feature' }).getByRole('button', { name: 'Close' }).click();
  await map.getByRole('tab', { name: 'Table' }).click();
});

describe('the table of a report', () => {
  goOnWhileGood();

  const list = () => map.getByRole('grid', { name: 'Features' });
  const rows = () => list().locator('.row');
  const header = (name: string) => map.getByRole('columnheader', { name });
  const filter = () => map.getByRole('combobox', { name: 'Filter', exact: true });
  const status = () => map.locator('.bar-line [role=status]').innerText();
  const scores = () => report.features.map(({ properties }) => Number(Reflect.get(properties, 'score')));

  /** Ids of the rows with a state, from top to bottom. */
  async function ids(state = ''): Promise<number[]> {
    const cells = await rows()
      .and(map.locator(`.row${state}`))
      .evaluateAll(all =>
        all
          .toSorted((a, b) => Number(a.ariaRowIndex) - Number(b.ariaRowIndex))
          .map(row => row.querySelector('[data-column=id]')?.textContent),
      );
    return cells.map(Number);
  }
  const idsBy = (compare: (a: number, b: number) => number) =>
    scores()
      .map((score, at) => ({ score, id: at + 1 }))
      .sort((a, b) => compare(a.score, b.score) || a.id - b.id)
      .map(({ id }) => id);
  /** The last message of a kind to the host, once it is this one. */
  async function posted(kind: string, isIt: (message: Record<string, unknown>) => boolean): Promise<void> {
    await until(kind, () => {
      const all = harness.messages.fromPage.map(
        text => JSON.parse(text, unpacked) as Record<string, unknown>,
      );
      const last = all.findLast(message => message['kind'] === kind);
      return last !== undefined && isIt(last);
    });
  }
  async function fromMenu(row: Locator, name: string): Promise<void> {
    await row.click({ button: 'right' });
    await map.getByRole('menuitem', { name }).click();
  }

  it('has every feature as a row, with units, and times in UTC', async () => {
    await until('all rows', async () => (await rows().count()) === report.features.length);
    await header('length (m)').waitFor();
    await header('acquisitionDate (UTC)').waitFor();
    const time = await rows().first().locator('[data-column=acquisitionDate]').innerText();
    expect(time).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
    const texts = await rows().locator('[data-column=score]').allInnerTexts();
    expect(new Set(texts.map(text => text.split('.')[1]?.length)).size).toBe(1);
  });

  it('sorts by a column and back', async () => {
    const button = header('score').getByRole('button');
    for (const [order, expected] of [
      ['ascending', idsBy((a, b) => a - b)],
      ['descending', idsBy((a, b) => b - a)],
      ['none', idsBy(() => 0)],
    ] as const) {
      await button.press('Enter');
      await until(order, async () => (await header('score').getAttribute('aria-sort')) === order);
      await until('the rows', async () => JSON.stringify(await ids()) === JSON.stringify(expected));
    }
  });

  it('filters the rows and the map, and names the place of a fault', async () => {
    await filter().fill('score > 0.8 and');
    await map.getByText('Character 16: Missing word or value.').waitFor();
    expect(await filter().getAttribute('aria-invalid')).toBe('true');
    // The rows are those of the filter before it.
    expect(await map.getByRole('button', { name: 'Export…' }).isDisabled()).toBe(true);
    await filter().fill('score > 0.8');
    const high = scores().flatMap((score, at) => (score > 0.8 ? at + 1 : []));
    await until('those rows', async () => JSON.stringify(await ids()) === JSON.stringify(high));
    expect(await status()).toContain(`${high.length} of ${report.features.length} features`);
    await map.getByRole('tab', { name: 'Report' }).click();
    await map.getByRole('button', { name: 'Next feature' }).click();
    await map.getByRole('region', { name: 'Feature' }).getByText(`Feature ${high[0]} of`).waitFor();
    await map.getByRole('tab', { name: 'Table' }).click();
    await until('its row', async () => JSON.stringify(await ids('[aria-selected=true]')) === `[${high[0]}]`);
    await filter().fill('score > 0.8 or le');
    await map.locator('datalist option[value="score > 0.8 or length_m"]').waitFor({ state: 'attached' });
  });

  it('is cleared of its filter with a button, which each tab of the report has above it', async () => {
    await filter().fill('score > 2');
    await until('no rows', async () => (await rows().count()) === 0);
    const limits = map.locator('.side > .filter-chips');
    for (const tab of ['Report', 'Charts', 'Review']) {
      await map.getByRole('tab', { name: tab }).click();
      const all = report.features.length;
      await limits.getByText(`0 of ${all} features`).waitFor();
    }
    await limits.getByRole('button', { name: 'Remove "score > 2"' }).click();
    await map.getByRole('tab', { name: 'Table' }).click();
    await until('all rows', async () => (await rows().count()) === report.features.length);
    expect(await filter().inputValue()).toBe('');
  });

  it('selects with the keys, shows the feature on the map and copies rows', async () => {
    await rows().nth(1).click();
    await until('the second', async () => JSON.stringify(await ids('[aria-selected=true]')) === '[2]');
    await list().press('ArrowDown');
    await until('the third', async () => JSON.stringify(await ids('[aria-selected=true]')) === '[3]');
    await list().press('Shift+ArrowDown');
    expect(await ids('[aria-selected=true]')).toEqual([3, 4]);
    await rows()
      .nth(6)
      .click({ modifiers: ['Control'] });
    expect(await ids('[aria-selected=true]')).toEqual([3, 4, 7]);
    await list().press('Control+c');
    await posted('copy', ({ text }) => /^id\t.*\n3\t.*\n4\t.*\n7\t.*$/.test(String(text)));
    await map.getByRole('button', { name: 'Export Selected…' }).click();
    await posted('exportFeatures', ({ indices }) => String(indices) === '2,3,6');
    await list().press('Escape');
    await map.getByRole('button', { name: 'Export…' }).click();
    const all = String([...report.features.keys()]);
    await posted('exportFeatures', ({ indices }) => String(indices) === all);
    await list().press('Control+a');
    expect(await status()).toContain(`${report.features.length} selected`);
  });

  it('zooms to a feature, copies its value and goes to its text', async () => {
    const scale = () => map.locator('.map-scale').first().innerText();
    const before = await scale();
    await list().press('Home');
    await list().press('Enter');
    await until('another scale', async () => (await scale()) !== before);
    const row = rows().first();
    await fromMenu(row.locator('[data-column=score]'), 'Copy Value');
    await posted('copy', ({ text }) => text === String(scores()[0]));
    const [longitude = 0, latitude = 0] = report.features[0]?.geometry.coordinates ?? [];
    const center = `${latitude.toFixed(5)}° N, ${longitude.toFixed(5)}° E`;
    await fromMenu(row, 'Copy Center');
    await posted('copy', ({ text }) => text === center);
    await fromMenu(row, 'Copy Properties as JSON');
    await posted('copy', ({ text }) => text === JSON.stringify(report.features[0]?.properties));
    await fromMenu(rows().nth(3), 'Go to Text');
    await until('the marked row', async () => JSON.stringify(await ids('.at-cursor')) === '[4]');
  });

  it('has statistics of a column, and hides columns', async () => {
    await header('score').getByRole('button').click({ button: 'right' });
    const menu = map.getByRole('menu', { name: 'Statistics' });
    await menu.getByRole('menuitem', { name: `Count: ${report.features.length}` }).waitFor();
    await menu.getByRole('menuitem', { name: `Minimum: ${Math.min(...scores()).toFixed(3)}` }).waitFor();
    await harness.page.keyboard.press('Escape');
    await map.getByRole('button', { name: 'Columns' }).click();
    await map.getByRole('menuitemcheckbox', { name: 'score' }).click();
    await harness.page.keyboard.press('Escape');
    expect(await header('score').count()).toBe(0);
  });
});
