import type { Frame, Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { isFull } from '../randomRuns.ts';
import type { Harness } from './harness.ts';
import { chooseView, questionsOf, resultRows, until } from './mapPage.ts';
import { startListed } from './searched.ts';

let harness: Harness;
let map: Frame;

beforeAll(async () => {
  ({ harness, map } = await startListed({ size: { width: 1000, height: 1400 } }));
});
afterEach(() => harness.service.sandbox.faults.clear());
afterAll(async () => {
  await harness.stop();
  expect(harness.problems).toEqual([]);
});

const size = () => map.getByRole('slider', { name: 'Picture size' });
const list = () => map.getByRole('listbox', { name: 'Images' });
const loading = () => map.locator('.chip-picture.loading');

async function allStand(): Promise<void> {
  await until(
    'all chips',
    async () => (await resultRows(map).count()) > 0 && (await loading().count()) === 0,
  );
}

async function setSize(pixels: number): Promise<void> {
  await size().fill(String(pixels));
}

/** Share of a chip's pixels where its image is, 0 to 1; the outline of the area counts too. */
function covered(chip: Locator): Promise<number> {
  return chip.locator('canvas').evaluate(canvas => {
    const { width, height } = canvas as HTMLCanvasElement;
    const { data } = (canvas as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height) ?? {
      data: [],
    };
    let opaque = 0;
    for (let at = 3; at < data.length; at += 4) opaque += Number((data[at] ?? 0) > 0);
    return opaque / (width * height);
  });
}

const requested = (kind: 'chip' | 'quicklook') => questionsOf(harness.messages.fromPage, kind);

/** Index of the row that the keys are on. */
async function active(): Promise<number> {
  return Number((await list().getAttribute('aria-activedescendant'))?.replace(/\D/g, ''));
}

describe('the area view', () => {
  it('shows in a chip why its quicklook is missing, and requests all of these again', async () => {
    harness.service.sandbox.faults.add({ kind: 'status', status: 403, path: '/api/v1/items/*/quicklook' });
    await chooseView(map, 'Area view');
    await allStand();
    const problems = map.locator('.chip-problem');
    expect(await problems.first().innerText()).toContain('The service denied access.');
    harness.service.sandbox.faults.clear();
    await resultRows(map).first().click({ button: 'right' });
    await map.getByRole('menuitem', { name: 'Try Again' }).click();
    await until('no problems', async () => (await problems.count()) === 0);
    await chooseView(map, 'List');
    expect(await map.locator('.area-chip').count()).toBe(0);
  });

  it('shows the active area in every image, and the gap where an image does not cover it', async () => {
    await chooseView(map, 'Area view');
    await allStand();
    const chips = resultRows(map);
    const boxes = await chips.locator('.chip-picture').evaluateAll(pictures =>
      pictures.map(picture => {
        const { width, height } = picture.getBoundingClientRect();
        return `${width} × ${height}`;
      }),
    );
    expect(new Set(boxes).size).toBe(1);
    const texts = await chips.allTextContents();
    expect(texts[0]).toMatch(/\d{4}-\d\d-\d\d[^]*(% cloud|clear over ≈ \d+ %|clear here: unknown)$/);
    let whole = 0;
    let partly = 0;
    for (const [index, text] of texts.entries()) {
      const share = Number(/covers ([\d.]+) %/.exec(text)?.[1]);
      const seen = await covered(chips.nth(index));
      // Around the area, an image may reach further or less far.
      if (share === 100) expect(seen, text).toBeGreaterThan(0.8);
      if (share < 70) expect(seen, text).toBeLessThan(0.95);
      whole += Number(share === 100);
      partly += Number(share < 70);
    }
    expect(whole).toBeGreaterThan(0);
    expect(partly).toBeGreaterThan(0);
  });

  it('requests only what is in view and the next screen, and keeps the quicklooks on the map', async () => {
    await resultRows(map).first().click();
    await list().press('q');
    await map.locator('.picture-pane canvas').first().waitFor({ state: 'attached' });
    await until('the request for its quicklook', () => requested('quicklook').length > 0);
    const before = requested('quicklook').length;
    const { height, lines } = await list().evaluate(element => ({
      height: element.clientHeight,
      lines: element.querySelector('.area-chip')?.getBoundingClientRect().height ?? 1,
    }));
    const [first = []] = requested('chip');
    expect(first.length).toBeGreaterThan(6);
    expect(first.length).toBeLessThanOrEqual(3 * 2 * Math.ceil(height / lines + 1));
    await list().press('End');
    await allStand();
    await list().press('Home');
    await allStand();
    expect(requested('quicklook').length).toBe(before);
    await list().press('q');
  });

  it('is walked through with all arrow keys, line by line', async () => {
    await list().press('Home');
    const tops = await resultRows(map).evaluateAll(chips =>
      chips.map(chip => chip.getBoundingClientRect().top),
    );
    const perLine = tops.filter(top => top === Math.min(...tops)).length;
    expect(perLine).toBeGreaterThan(1);
    const places = [];
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp', 'ArrowUp']) {
      await list().press(key);
      places.push(await active());
    }
    expect(places).toEqual([1, 1 + perLine, perLine, 0, 0]);
    await list().press('ArrowRight');
    await list().press('Enter');
    expect(await resultRows(map).nth(1).getAttribute('aria-selected')).toBe('true');
  });

  it('has a size, which is kept with the layout', async () => {
    const widthOf = async () => (await resultRows(map).first().boundingBox())?.width ?? 0;
    await setSize(320);
    await until('large chips', async () => (await widthOf()) >= 320);
    await harness.hidePage();
    await harness.showPage();
    map = await harness.map();
    await resultRows(map).first().waitFor();
    expect(await widthOf()).toBeGreaterThanOrEqual(320);
    await setSize(112);
    await until('small chips', async () => (await widthOf()) < 160);
    const cutDays = await map
      .locator('.area-chip .row-time')
      .evaluateAll(days => days.filter(day => day.scrollWidth > day.clientWidth).length);
    expect(cutDays).toBe(0);
  });

  it.runIf(isFull)('shows the chips of the first page again when the page returns', async () => {
    await harness.page.setViewportSize({ width: 1900, height: 1500 });
    await until('fifty chips', async () => (await resultRows(map).count()) >= 50);
    await allStand();
    // Again, from the pictures that the host has.
    await harness.hidePage();
    await harness.showPage();
    map = await harness.map();
    await until('fifty chips again', async () => (await resultRows(map).count()) >= 50);
    await allStand();
    await harness.page.setViewportSize({ width: 1000, height: 1400 });
  });
});
