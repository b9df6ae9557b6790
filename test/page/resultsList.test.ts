import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pick, typeInput } from '../editor/workbench.ts';
import { focusIn, tabTo } from './byKeys.ts';
import { pictureFailures } from './pictureFailures.ts';
import { lens, resultRows, screenshot, until, walkToRow, type Product } from './product.ts';
import { listedCount, resultsStatus, said, searchFile, startListed, unfold } from './searchedHarbour.ts';

let product: Product;
let map: Frame;

beforeAll(async () => {
  ({ product, map } = await startListed());
});
pictureFailures('results list', () => product.page);
afterAll(async () => {
  expect(product.workbench.problems).toEqual([]);
  await product.stop();
});

const status = (text: string | RegExp) => resultsStatus(map, text);
const chips = () => map.locator('.result-chip:visible');

describe('the availability over time', () => {
  let all: number;

  beforeAll(async () => {
    await unfold(map, 'Availability over time');
    all = await listedCount(map);
  });
  beforeEach(async () => {
    expect(await chips().count()).toBe(0);
    expect(await listedCount(map)).toBe(all);
  });

  const bars = () => map.locator('.bars .bar');
  const countIn = (name: string | null) =>
    Number(/: ([\d,]+) images?$/.exec(name ?? '')?.[1]?.replace(',', ''));
  const counts = () =>
    bars()
      .evaluateAll(all => all.map(bar => bar.getAttribute('aria-label')))
      .then(names => names.map(countIn));

  /** The first bar of some images that has another one with images beside it. */
  async function busyBar(): Promise<{ index: number; count: number; next: number }> {
    const each = await counts();
    const index = each.findIndex((count, at) => count > 0 && (each[at + 1] ?? 0) > 0);
    expect(index).toBeGreaterThanOrEqual(0);
    return { index, count: each[index] ?? 0, next: each[index + 1] ?? 0 };
  }

  async function expectNarrowed(count: number): Promise<void> {
    await until(`${count} images in the list`, async () => (await listedCount(map)) === count);
    await chips().waitFor();
    await status(`${count} shown, `).waitFor();
  }

  it('adds up to all that is listed', async () => {
    const each = await counts();
    expect(each.reduce((sum, count) => sum + count, 0)).toBe(all);
    expect(await map.locator('.bars').getAttribute('aria-label')).toMatch(/^Availability by (day|week)$/);
  });

  it('narrows the list to the days of a bar, and a second click brings all back', async () => {
    const { index, count } = await busyBar();
    await bars().nth(index).click();
    await expectNarrowed(count);
    const [first = '', last = first] = (await chips().innerText()).split(' – ');
    for (const row of await resultRows(map).allInnerTexts()) {
      const day = /\d{4}-\d\d-\d\d/.exec(row)?.[0] ?? '';
      expect(day >= first && day <= last, `${day} in ${first} – ${last}`).toBe(true);
    }
    expect(await bars().nth(index).getAttribute('aria-pressed')).toBe('true');
    await said(map, new RegExp(`^${count} shown, \\d+ hidden\\.$`));
    await screenshot(product.page, 'availability narrowed');
    await bars().nth(index).click();
    await until('all images', async () => (await listedCount(map)) === all);
  });

  it('takes a span by dragging, and the chip takes it off', async () => {
    const { index, count, next } = await busyBar();
    const [from, to] = [
      await bars().nth(index).boundingBox(),
      await bars()
        .nth(index + 1)
        .boundingBox(),
    ];
    if (!from || !to) throw new Error('There are no bars on screen.');
    const { mouse } = product.page;
    await mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await mouse.down();
    await mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 3 });
    await mouse.up();
    await expectNarrowed(count + next);
    await chips()
      .getByRole('button', { name: /^Remove: / })
      .click();
    await until('all images', async () => (await listedCount(map)) === all);
  });

  it('does the same by keyboard: arrows, Enter, Shift for a span, Escape for all', async () => {
    const { keyboard } = product.page;
    const { index, count, next } = await busyBar();
    await map.locator('.bars .bar[tabindex="0"]').focus();
    await keyboard.press('Home');
    for (let at = 0; at < index; at++) await keyboard.press('ArrowRight');
    expect(await map.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      await bars().nth(index).getAttribute('aria-label'),
    );
    await keyboard.press('Enter');
    await expectNarrowed(count);
    await keyboard.press('Shift+ArrowRight');
    await expectNarrowed(count + next);
    await keyboard.press('Escape');
    await until('all images', async () => (await listedCount(map)) === all);
    expect(await map.locator('.bars .bar:focus').count()).toBe(1);
  });

  it('has a way back to all images beside the count', async () => {
    const { index, count } = await busyBar();
    await bars().nth(index).click();
    await expectNarrowed(count);
    await map.getByRole('button', { name: 'Show all', exact: true }).click();
    await until('all images', async () => (await listedCount(map)) === all);
  });
});

describe('the slider against slivers', () => {
  const slider = () => map.getByRole('slider', { name: /^Hide/ });

  it('hides what covers less of the area, here and in the count, until it is back at nothing', async () => {
    const { keyboard } = product.page;
    await unfold(map, 'Sort, group and filter');
    const all = await listedCount(map);
    await slider().focus();
    await keyboard.press('End');
    await map.getByText('Hide below 100 % of the area').waitFor();
    const hiddenText = /^(\d+) shown, (\d+) hidden by filters/;
    await status(hiddenText).waitFor();
    const [, shown, hidden] = hiddenText.exec(await status(hiddenText).innerText()) ?? [];
    expect(await listedCount(map)).toBe(Number(shown));
    expect(Number(hidden)).toBeGreaterThan(0);
    const shares = await map.locator('.row .cover-text').allInnerTexts();
    expect(new Set(shares)).toEqual(new Set(['100 %']));
    await said(map, /^\d+ shown, \d+ hidden\.$/);
    expect(await slider().getAttribute('aria-valuetext')).toBe('100 %');
    await screenshot(product.page, 'slivers hidden');

    await keyboard.press('Home');
    await map.getByText('Hide slivers: off').waitFor();
    await until('all images', async () => (await listedCount(map)) === all);
  });

  it('keeps what is selected, and says when it is hidden', async () => {
    const sliver = map
      .locator('.row.card')
      .filter({ hasNot: map.locator('.cover-text', { hasText: '100 %' }) });
    await map.getByRole('combobox', { name: 'Sort by' }).selectOption({ label: 'AOI covered' });
    await map.getByRole('button', { name: 'Sort direction: Greatest first' }).click();
    await sliver.first().click();
    await map.getByText('1 selected', { exact: true }).waitFor();
    await slider().focus();
    await product.page.keyboard.press('End');
    await map.getByText('1 selected, 1 of them hidden').waitFor();
    await product.page.keyboard.press('Home');
    await map.getByText('1 selected', { exact: true }).waitFor();
    await map.getByRole('combobox', { name: 'Sort by' }).selectOption({ label: 'As found' });
  });
});

describe('everything by keyboard', () => {
  it('goes from the text to the list, selects, and drafts an order', async () => {
    const { page } = product;
    const { keyboard } = page;
    map = await searchFile(product, 'harbour.geojson');
    await said(map, /^50 of 1,\d{3} images in the list\.$/);
    const list = map.getByRole('listbox', { name: 'Images' });
    await tabTo(page, map, 'Images');
    const sensors = (await resultRows(map).allInnerTexts()).length;
    expect(sensors).toBeGreaterThan(3);
    await keyboard.press('Home');
    await keyboard.press('Space');
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowDown');
    await keyboard.press('Space');
    await map.getByText('2 selected', { exact: true }).waitFor();
    expect(await list.getAttribute('aria-activedescendant')).toBe('image-row-2');
    const chosen = await map
      .locator('.row[aria-selected=true]')
      .evaluateAll(rows => rows.map(row => row.id).toSorted());
    expect(chosen).toEqual(['image-row-0', 'image-row-2']);
    // Space takes off what it put on; Shift takes all between.
    await keyboard.press('Space');
    await map.getByText('1 selected', { exact: true }).waitFor();
    await keyboard.press('Home');
    await keyboard.press('Shift+ArrowDown');
    await keyboard.press('Shift+ArrowDown');
    await map.getByText('3 selected', { exact: true }).waitFor();
    await keyboard.press('Escape');
    await map.getByText('Select an image first.').waitFor();
    await screenshot(page, 'list by keyboard');

    // The first that analytics take.
    await walkToRow(map, 'PHR', 'SENSOR');
    await keyboard.press('Space');
    await map.getByText('1 selected', { exact: true }).waitFor();
    await tabTo(page, map, 'Draft Order');
    await keyboard.press('Enter');
    await pick(page, 'Vessels detection');
    await typeInput(page, 'By keys');
    await page.locator('.tab.active', { hasText: 'By-keys.order.json' }).waitFor();
    await lens(page, 'Price').waitFor();
  });

  it('goes around the page by Ctrl+F6, out of it by F6, and comes back to its place', async () => {
    const { page } = product;
    const { keyboard } = page;
    /** The region that has the focus, and whether that can be seen. */
    const focused = async () => {
      const at = await focusIn(map);
      return at && { region: at.region, isSeen: at.isSeen };
    };
    const partInFocus = () => page.evaluate(() => document.activeElement?.closest('.part')?.id);

    await keyboard.press('ControlOrMeta+2');
    await until('the focus in the page', async () => (await focused())?.region !== undefined);
    const regions: string[] = [];
    for (let step = 0; step < 4; step++) {
      await keyboard.press('Control+F6');
      const now = await focused();
      expect(now).toMatchObject({ isSeen: true });
      regions.push(now?.region ?? '');
    }
    expect(new Set(regions)).toEqual(new Set(['Image filters', 'Map', 'Results']));
    expect(regions[3]).toBe(regions[0]);
    await keyboard.press('Control+Shift+F6');
    expect((await focused())?.region).toBe(regions[2]);

    await keyboard.press('F6');
    await until('the focus to leave', async () => (await partInFocus()) !== undefined);
    const first = await partInFocus();
    const parts = new Set([first]);
    await until('the focus to come back', async () => {
      await keyboard.press('F6');
      await until('a next part', async () => {
        const part = await partInFocus();
        return part === undefined ? (await focused())?.region === regions[2] : !parts.has(part);
      });
      parts.add(await partInFocus());
      return (await partInFocus()) === undefined;
    });
    expect(await focused()).toEqual({ region: regions[2], isSeen: true });

    await keyboard.press('Shift+F6');
    await until('the focus to leave backwards', async () => (await partInFocus()) !== undefined);
    expect(await partInFocus()).not.toBe(first);
  });
});
