import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as vscode from 'vscode';
import { writeTiff } from '../unit/webview/features/products/madeTiff.ts';
import type { Harness } from './harness.ts';
import { openFilters, resultRows, until } from './mapPage.ts';
import { openReport } from './reported.ts';
import { startSearched } from './searched.ts';

/** Beside a text in a window of 1,400 × 900, the map gets about 510 × 395 pixels. */
const usual = { width: 510, height: 826 };

let harness: Harness;
let map: Frame;

beforeAll(async () => {
  ({ harness, map } = await startSearched({ time: { productionSeconds: 0 }, size: usual, scale: 1 }));
  await map.getByRole('button', { name: /^Zoom to / }).click();
});
afterAll(async () => {
  await harness.stop();
  expect(harness.problems).toEqual([]);
});

interface Seen {
  /** Share of the map that nothing covers, 0 to 1. */
  free: number;
  /** Boxes on the map that lie over each other, over its name, or are out of view. */
  faults: string[];
  bars: string[];
}

/** What lies on the map and below it. */
function layout(): Promise<Seen> {
  return map.evaluate(() => {
    const seen = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter(element => element.checkVisibility());
    const frame = document.querySelector('.map')?.getBoundingClientRect() ?? new DOMRect();
    const boxes = seen('.map-corner > *, .go-to-place, .swipe-name, .blink-name, .linked-label').map(
      element => ({
        name: element.className,
        box: element.getBoundingClientRect(),
      }),
    );
    const meets = (a: DOMRect, b: DOMRect) =>
      a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
    const faults = boxes.flatMap(({ name, box }, at) =>
      boxes.slice(at + 1).flatMap(second => (meets(box, second.box) ? [`${name} over ${second.name}`] : [])),
    );
    for (const area of seen('.area-name.active'))
      for (const { name, box } of boxes)
        if (meets(box, area.getBoundingClientRect())) faults.push(`${name} over the name of the area`);
    const covered = boxes.reduce((sum, { box }) => sum + box.width * box.height, 0);
    const page = new DOMRect(0, 0, innerWidth, innerHeight);
    for (const control of seen('button, input, select, vscode-button')) {
      const scrolls = control.closest('.list-scroll, .picture-chips, .side-part, .search-panel');
      if (!scrolls && !meets(control.getBoundingClientRect(), page))
        faults.push(`out of view: ${control.ariaLabel ?? control.textContent}`);
    }
    const bars = seen('.mode-bar').map(bar => bar.ariaLabel ?? '');
    return { free: 1 - covered / (frame.width * frame.height), faults, bars };
  });
}

async function expectCalm(...bars: string[]): Promise<void> {
  await until(`the bar ${bars.join()}`, async () => (await layout()).bars.join() === bars.join());
  const { free, faults } = await layout();
  expect(faults).toEqual([]);
  expect(free).toBeGreaterThanOrEqual(0.85);
}

/** Whether anything is painted among the footprints. */
function isPainted(): Promise<boolean> {
  return map.evaluate(() =>
    [...document.querySelectorAll<HTMLCanvasElement>('.leaflet-footprints-pane canvas')]
      .filter(canvas => canvas.width > 0 && canvas.checkVisibility())
      .some(canvas =>
        canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data.some(Boolean),
      ),
  );
}

const drawn = () => map.locator('.picture-pane').count();
const close = (name: string) => map.getByRole('button', { name: `Close ${name}` }).click();

it('leaves the map free while images are browsed, and opens one row with its details', async () => {
  await expectCalm();
  await resultRows(map).first().click();
  await map.getByRole('region', { name: 'Image' }).waitFor();
  await map.getByRole('listbox', { name: 'Images' }).press('q');
  await until('a picture', async () => (await drawn()) === 1);
  await expectCalm('Pictures on the map');
  expect(await map.locator('.map').getByRole('region', { name: 'Image' }).count()).toBe(0);
  await resultRows(map).nth(1).click();
  expect(await map.locator('.row-details').count()).toBe(1);
});

it.each([
  [1000, 560],
  [1000, 700],
  [420, 700],
])(
  'keeps three rows beside the details of one, or shows these with their row, at %i × %i',
  async (width, height) => {
    const { page } = harness;
    const before = page.viewportSize();
    await page.setViewportSize({ width, height });
    await until('room for the rows or for the details', () =>
      map.evaluate(() => {
        const list = document.querySelector('.list-scroll')?.clientHeight ?? 0;
        const details = document.querySelector('.row-details')?.clientHeight ?? 0;
        const isWhole = details >= (document.querySelector('.row-details')?.scrollHeight ?? 0);
        return list > 0 && (isWhole || list - details >= 3 * 56 || list - details <= 60);
      }),
    );
    if (before) await page.setViewportSize(before);
  },
);

it.each([730, 1000])(
  'keeps the list beside the map wide enough for what is above it, at %i px',
  async width => {
    const { page } = harness;
    const before = page.viewportSize();
    await page.setViewportSize({ width, height: 900 });
    await until('a list of 320 px', () =>
      map.evaluate(() => (document.querySelector('.side')?.clientWidth ?? 0) >= 319),
    );
    const right = await map
      .getByRole('button', { name: 'More actions' })
      .evaluate(element => element.getBoundingClientRect().right);
    expect(right).toBeLessThanOrEqual(width);
    if (before) await page.setViewportSize(before);
  },
);

it.each([420, 600, 800])('cuts no choice of a filter at %i px', async width => {
  const { page } = harness;
  const before = page.viewportSize();
  await page.setViewportSize({ width, height: 900 });
  await openFilters(map);
  const cut = await map.locator('.search-panel select').evaluateAll(all =>
    all.flatMap(element => {
      const select = element as HTMLSelectElement;
      const context = document.createElement('canvas').getContext('2d');
      if (!context) return ['no canvas'];
      context.font = getComputedStyle(select).font;
      // Beside them are the arrow and the padding.
      return [...select.options].flatMap(({ text }) =>
        context.measureText(text).width + 24 > select.clientWidth ? [text] : [],
      );
    }),
  );
  expect(cut).toEqual([]);
  await page.keyboard.press('Escape');
  if (before) await page.setViewportSize(before);
});

it('puts the bar of the pictures away while an area is drawn, and leaves with Escape or the cross', async () => {
  await map.locator('.map').press('d');
  await expectCalm('Area tools');
  await harness.page.keyboard.press('Escape');
  await expectCalm('Pictures on the map');
  await map.locator('.map').press('e');
  await expectCalm('Area tools');
  await close('Area tools');
  await expectCalm('Pictures on the map');
});

it.each([
  [345, 700],
  [420, 826],
  [510, 826],
  [1400, 900],
])(
  'leaves half of the map below the filters that are used most, and shows the others at once, at %i × %i',
  async (width, height) => {
    const { page } = harness;
    await page.setViewportSize({ width, height });
    const panel = map.locator('.search-panel');
    /** Where the panel ends on the map: 0 at its upper edge, 1 at its lower one. */
    const end = async () => {
      const [box, whole] = await Promise.all([panel.boundingBox(), map.locator('.map').boundingBox()]);
      return box && whole ? (box.y + box.height - whole.y) / whole.height : 2;
    };
    const isSeen = async (label: string) => {
      const [field, box] = await Promise.all([map.getByLabel(label).boundingBox(), panel.boundingBox()]);
      return !!field && !!box && field.y >= box.y && field.y + field.height <= box.y + box.height;
    };
    await map.getByRole('button', { name: /^Filters/ }).click();
    // An earlier test may have opened all.
    const fewer = map.getByRole('button', { name: 'Fewer filters' });
    if ((await fewer.count()) > 0) await fewer.click();
    await until('half of the map', async () => (await end()) <= 0.51);
    await map.getByRole('button', { name: 'More filters' }).click();
    await until('the first of the others', () => isSeen('Processing level'));
    await until('the panel on the map', async () => (await end()) <= 1.01);
    for (const note of ['Press Search or Enter', 'In the list, without'])
      expect(await panel.getByText(note).count(), note).toBe(1);
    // What doesn't fit is within reach.
    await map.getByLabel('Resolution ≤').focus();
    expect(await isSeen('Resolution ≤')).toBe(true);
    await fewer.click();
    await until('half of the map', async () => (await end()) <= 0.51);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    await page.setViewportSize(usual);
  },
);

it('compares with one bar', async () => {
  await resultRows(map)
    .nth(0)
    .click({ modifiers: ['ControlOrMeta'] });
  await map.locator('.map').press('c');
  await map.locator('.swipe-divider').waitFor();
  await expectCalm('Compare');
  await until('no footprints', async () => !(await isPainted()));
  await map.getByRole('button', { name: 'Side by side' }).click();
  await map.locator('.linked-map').nth(1).waitFor();
  await expectCalm('Compare');
  await close('Compare');
  await expectCalm('Pictures on the map');
  await until('footprints again', isPainted);
});

it('shows of each picture its day and what removes it, also where the map is narrow', async () => {
  const { page } = harness;
  await page.setViewportSize({ width: 345, height: 700 });
  await until('two pictures', async () => (await map.locator('.picture-chip').count()) === 2);
  const faults = () =>
    map.locator('.picture-chip').evaluateAll(chips =>
      chips.flatMap(chip => {
        const [name, remove] = ['.chip-name', '.step-button'].map(part => chip.querySelector(part));
        const { left, right, top, bottom } = remove?.getBoundingClientRect() ?? new DOMRect();
        const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        const dayWidth = document.createRange();
        const text = name?.firstChild;
        if (!text) return ['no name'];
        dayWidth.setStart(text, 0);
        dayWidth.setEnd(text, '2026-03-17'.length);
        const isCut = dayWidth.getBoundingClientRect().right + 8 > name.getBoundingClientRect().right;
        return [
          ...(remove?.contains(there) === true ? [] : ['no button']),
          ...(isCut ? [`cut: ${name.textContent}`] : []),
        ];
      }),
    );
  await until('both', async () => (await faults()).length === 0);
  await page.setViewportSize(usual);
});

it('shows a delivered image with one bar', async () => {
  const path = join(harness.folder, 'image.tif');
  const size = { width: 500, height: 500, overviews: 1, isSparse: true, isDeflated: false };
  await writeTiff(path, { ...size, value: column => column });
  await harness.editor.run('swath.showImage', vscode.Uri.file(path));
  await map.getByLabel('Bands').waitFor();
  await expectCalm('Delivered image');
  // Also with the focus in the bar itself.
  await map.getByRole('button', { name: 'Swipe' }).press('Escape');
  await expectCalm('Pictures on the map');
});

it('shows many footprints as shades with a legend, unless a picture is on the map', async () => {
  const legend = map.locator('.density-legend');
  await map.getByRole('button', { name: 'Zoom to harbour' }).click();
  await map.getByRole('button', { name: 'Load all' }).click();
  await map.locator('.total', { hasText: /^1,\d{3} images$/ }).waitFor();
  expect(await legend.count()).toBe(0);
  while ((await drawn()) > 0) {
    const before = await drawn();
    await map
      .getByRole('button', { name: /^Remove .* from the map$/ })
      .first()
      .click();
    await until('one picture less', async () => (await drawn()) < before);
  }
  // Of fewer than 2,000 images, no place has 3,000.
  await until(
    'the steps up to there',
    async () => (await legend.innerText()).replaceAll('\n', ' ') === 'Images over a place 1 30 300',
  );
  await expectCalm();
  await harness.editor.run('swath.showImage', vscode.Uri.file(join(harness.folder, 'image.tif')));
  await map.getByRole('button', { name: 'Swipe' }).waitFor();
  await map.getByRole('button', { name: 'Zoom to harbour' }).click();
  // What is put away isn't pointed at either.
  await map.locator('.map').hover({ position: { x: 240, y: 200 } });
  await map.locator('.readout').waitFor();
  expect(await map.locator('.readout').innerText()).not.toContain('images');
  expect(await legend.count()).toBe(0);
  await map.getByRole('button', { name: 'Swipe' }).press('Escape');
  await legend.waitFor();
  // They are still pointed at one by one.
  await map.locator('.map').hover({ position: { x: 250, y: 200 } });
  const readout = map.locator('.readout', { hasText: /\d+ images$/ });
  await readout.waitFor();
  // Another place is below the pointer now.
  await map.locator('.map').evaluate(element => element.focus());
  await map.locator('.map').press('ArrowRight');
  await readout.waitFor({ state: 'detached' });
  await resultRows(map).first().click();
  await map.getByRole('listbox', { name: 'Images' }).press('q');
  await until('a picture', async () => (await drawn()) === 1);
  await legend.waitFor({ state: 'detached' });
});

it('opens a report on its own tab, with one bar and without the footprints of the search', async () => {
  await resultRows(map)
    .filter({ hasText: /covers \d{1,2} %/ })
    .first()
    .click();
  // What the selection doesn't cover; above it is what the account already has.
  const gap = map.locator('.leaflet-gap-pane canvas:not([hidden])').first();
  await gap.waitFor();
  await until('footprints', isPainted);
  await openReport(harness);
  await map.getByRole('tab', { name: 'Report', selected: true }).waitFor();
  await expectCalm('Report');
  await gap.waitFor({ state: 'detached' });
  await until('no footprints', async () => !(await isPainted()));
  await map.getByRole('tab', { name: 'Review' }).click();
  await expectCalm('Report');
  await map.getByRole('tab', { name: 'Images' }).click();
  await expectCalm('Pictures on the map');
  await map.getByRole('button', { name: 'Zoom to harbour' }).click();
  await until('footprints again', isPainted);
  // Its objects are still on the map.
  await map.locator('.header').getByText('Report: Quay cars').waitFor();
  await map.getByRole('tab', { name: 'Report' }).click();
  await map.locator('.map').press('Escape');
  await expectCalm('Pictures on the map');
});
