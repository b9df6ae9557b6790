import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Harness } from './harness.ts';
import {
  announced,
  closeFilters,
  focusComes,
  focusIn,
  goToMap,
  listChips,
  listedCount,
  openFilters,
  resultRows,
  resultsStatus,
  showAvailability,
  sortBy,
  tabTo,
  unfold,
  until,
} from './mapPage.ts';
import { searchesSent, startListed } from './searched.ts';

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
const chips = () => listChips(map);

describe('the availability over time', () => {
  let all: number;

  beforeAll(async () => {
    await showAvailability(map);
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

  /** The first bar with images that is followed by another one with images. */
  async function busyBar(): Promise<{ index: number; count: number; next: number }> {
    const each = await counts();
    const index = each.findIndex((count, at) => count > 0 && (each[at + 1] ?? 0) > 0);
    expect(index).toBeGreaterThanOrEqual(0);
    return { index, count: each[index] ?? 0, next: each[index + 1] ?? 0 };
  }

  async function expectNarrowed(count: number): Promise<void> {
    await until(`${count} images in the list`, async () => (await listedCount(map)) === count);
    await chips().waitFor();
    await status(new RegExp(`^${count} of the \\d+ loaded shown$`)).waitFor();
  }

  it('adds up to everything that is listed', async () => {
    const each = await counts();
    expect(each.reduce((sum, count) => sum + count, 0)).toBe(all);
    expect(await map.locator('.bars').getAttribute('aria-label')).toBe('Availability over time');
  });

  it('filters the list to the days of a bar, and shows all again with a second click', async () => {
    const { index, count } = await busyBar();
    await bars().nth(index).click();
    await expectNarrowed(count);
    const [first = '', last = first] = (await chips().innerText()).split(' – ');
    for (const row of await resultRows(map).allInnerTexts()) {
      const day = /\d{4}-\d\d-\d\d/.exec(row)?.[0] ?? '';
      expect(day >= first && day <= last, `${day} in ${first} – ${last}`).toBe(true);
    }
    expect(await bars().nth(index).getAttribute('aria-pressed')).toBe('true');
    await announced(map, new RegExp(`^${count} shown, \\d+ hidden by filters$`));
    await bars().nth(index).click();
    await until('all images', async () => (await listedCount(map)) === all);
  });

  it('filters by a day, a week and a month of the calendar, with the mouse and the keyboard', async () => {
    await unfold(map, 'Calendar');
    const pick = (unit: string) => map.locator(`.calendar-${unit}`).last();
    for (const unit of ['month', 'week', 'day']) {
      const name = (await pick(unit).getAttribute('aria-label')) ?? '';
      await pick(unit).click();
      await expectNarrowed(Number(/: ([\d,]+) image/.exec(name)?.[1]));
      expect(await pick(unit).getAttribute('aria-pressed')).toBe('true');
    }
    expect(await pick('day').getAttribute('aria-label')).toMatch(/, up to \d+ % clear$/);
    await pick('day').click();
    await until('all images', async () => (await listedCount(map)) === all);
    const { keyboard } = harness.page;
    await keyboard.press('PageUp');
    await keyboard.press('Enter');
    await chips().waitFor();
    expect(await map.locator('.calendar-month:focus').getAttribute('aria-pressed')).toBe('true');
    await keyboard.press('Escape');
    await map.getByRole('button', { name: 'Calendar' }).click();
  });

  it('selects a span by dragging, and clears it with the chip', async () => {
    const { index, count, next } = await busyBar();
    const from = await bars().nth(index).boundingBox();
    const to = await bars()
      .nth(index + 1)
      .boundingBox();
    if (!from || !to) throw new Error('There are no bars on screen.');
    const { mouse } = harness.page;
    await mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await mouse.down();
    await mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 3 });
    await mouse.up();
    await expectNarrowed(count + next);
    await chips()
      .getByRole('button', { name: /^Remove "/ })
      .click();
    await until('all images', async () => (await listedCount(map)) === all);
  });

  it('does the same by keyboard: arrows, Enter, Shift for a span, Escape for all', async () => {
    const { keyboard } = harness.page;
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

  it('has a button next to the count that shows all images again', async () => {
    const { index, count } = await busyBar();
    await bars().nth(index).click();
    await expectNarrowed(count);
    await map.getByRole('button', { name: 'Show all', exact: true }).click();
    await until('all images', async () => (await listedCount(map)) === all);
  });
});

describe('the minimum coverage', () => {
  const field = () => map.getByLabel('AOI covered ≥ (%)');

  it('hides what covers less of the area, in the list and the count, until its chip is removed', async () => {
    const all = await listedCount(map);
    await openFilters(map);
    await field().fill('101');
    await map.getByRole('alert').filter({ hasText: 'Enter 0 to 100.' }).waitFor();
    expect(await listedCount(map)).toBe(all);
    await field().fill('100');
    const searches = searchesSent(harness).length;
    await field().press('Enter');
    await focusComes(map, 'Filters, 1 active');
    await map.locator('#filter-panel').waitFor({ state: 'hidden' });
    expect(searchesSent(harness).length).toBe(searches);
    const shownText = /^(\d+) of the (\d+) loaded shown$/;
    await status(shownText).waitFor();
    const [, listed, loaded] = shownText.exec(await status(shownText).innerText()) ?? [];
    expect(await listedCount(map)).toBe(Number(listed));
    expect(Number(loaded)).toBeGreaterThan(Number(listed));
    const shares = await map.locator('.row .cover-text').allInnerTexts();
    expect(new Set(shares)).toEqual(new Set(['covers 100 %']));
    await announced(map, /^\d+ shown, \d+ hidden by filters\b/);

    await map.getByRole('button', { name: 'Remove "AOI covered from 100 %"' }).click();
    expect(await field().inputValue()).toBe('');
    await until('all images', async () => (await listedCount(map)) === all);
  });

  it('keeps the selection, and shows when it is hidden', async () => {
    const sliver = map
      .locator('.row.card')
      .filter({ hasNot: map.locator('.cover-text', { hasText: '100 %' }) });
    await sortBy(map, 'AOI covered');
    await sortBy(map, 'Ascending');
    await sliver.first().click();
    await map.getByText('1 selected', { exact: true }).waitFor();
    await openFilters(map);
    await field().fill('100');
    await map.getByText('1 selected, 1 hidden by filters').waitFor();
    await field().fill('');
    await map.getByText('1 selected', { exact: true }).waitFor();
    await closeFilters(map);
    await sortBy(map, 'As found');
  });
});

describe('keyboard access to everything', () => {
  it('cycles through the page with Ctrl+F6, and leaves it with F6', async () => {
    const { page, editor } = harness;
    const { keyboard } = page;
    const regionInFocus = async () => {
      const at = await focusIn(map);
      expect(at).toMatchObject({ isSeen: true });
      return at?.region ?? '';
    };
    await tabTo(page, map, 'Images');
    const regions: string[] = [];
    for (let step = 0; step < 4; step++) {
      await keyboard.press('Control+F6');
      regions.push(await regionInFocus());
    }
    expect(new Set(regions)).toEqual(new Set(['Filters', 'Map', 'Results']));
    expect(regions[3]).toBe(regions[0]);
    await keyboard.press('Control+Shift+F6');
    expect(await regionInFocus()).toBe(regions[2]);

    // F6 belongs to the editor; if the focus comes straight back, the host is asked to move it on.
    const steps = () => editor.ran.map(([id]) => id).filter(id => id.startsWith('workbench.action.focus'));
    const leave = async (key: string) => {
      await keyboard.press(key);
      await page.locator('#after').focus();
      await goToMap(map);
    };
    await leave('F6');
    await until('the way out', () => steps().length === 1);
    await leave('Shift+F6');
    await until('the way out backwards', () => steps().length > 2);
    expect(steps()).toEqual([
      'workbench.action.focusStatusBar',
      'workbench.action.focusStatusBar',
      'workbench.action.focusNextPart',
    ]);
  });
});
