import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Frame } from 'playwright-core';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Theme } from '../editor/browser.ts';
import { goOnWhileGood } from '../page/goOnWhileGood.ts';
import { type Harness, startHarness } from './harness.ts';
import { restingBox, until } from './mapPage.ts';
import { openReport, type Report } from './reported.ts';
import { signIn } from './searched.ts';

/** The space that a window of 1040 CSS px leaves for the map beside a text and a side bar. */
const narrow = { width: 345, height: 700 };

let harness: Harness;

beforeAll(async () => {
  harness = await startHarness({ time: { productionSeconds: 0 } });
  await signIn(harness);
});
afterAll(async () => {
  await harness.stop();
  expect(harness.problems).toEqual([]);
});

describe('a report on the map', () => {
  let map: Frame;
  let report: Report;
  let text: string;
  let name: string;
  goOnWhileGood();

  const classRow = (named: RegExp): Locator =>
    map.locator('.report-classes').getByRole('button', { name: named });
  const place = () => map.locator('.feature-place').innerText();

  /** The cursor's offset in the text of the report. */
  function cursorIn(file = name): number {
    const { document, selection } = harness.editor.editorOf(file);
    return document.offsetAt(selection.active);
  }
  function putCursorAt(offset: number): void {
    const editor = harness.editor.editorOf(name);
    const { line, character } = editor.document.positionAt(offset);
    harness.editor.putCursor(editor, line + 1, character);
  }

  it('is colored by what it found, with a legend that counts', async () => {
    ({ map, report, text, name } = await openReport(harness));
    await map.getByRole('tab', { name: 'Report', selected: true }).waitFor();
    expect(report.features.length).toBeGreaterThan(3);
    await map.locator('.report-legend').getByText(`${report.features.length} features`).first().waitFor();
    expect(await map.getByLabel('Color the report by').inputValue()).toBe('class');
    // Some findings have a wrong class.
    const cars = report.features.filter(({ properties }) => properties.class === 'car');
    await classRow(new RegExp(`^car ${cars.length} features$`)).waitFor();
  });

  it('hides classes and shows them again', async () => {
    const toggleAll = async (isShown: boolean) => {
      for (const row of await map.locator('.report-classes .class-row').all()) {
        await row.click();
        expect(await row.getAttribute('aria-pressed')).toBe(String(isShown));
      }
    };
    const inked = () => inkOf(map);
    await until('the features to be drawn', async () => (await inked()) > 0);
    await toggleAll(false);
    await until('the features to be gone', async () => (await inked()) === 0);
    await toggleAll(true);
    await until('the features to be back', async () => (await inked()) > 0);
  });

  it('splits a number into classes', async () => {
    await map.getByLabel('Color the report by').selectOption('score');
    await until('five classes', async () => (await map.locator('.class-row').count()) === 5);
    const counts = await map.locator('.class-count').allInnerTexts();
    expect(counts.map(Number).reduce((sum, count) => sum + count)).toBe(report.features.length);
  });

  it('can be stepped through by keyboard, to a feature and its text', async () => {
    await map.getByRole('button', { name: 'Next feature' }).focus();
    await harness.page.keyboard.press('Enter');
    await harness.page.keyboard.press('Enter');
    const card = map.getByRole('region', { name: 'Feature' });
    await card.getByText(new RegExp(`^Feature 2 of ${report.features.length}, `)).waitFor();
    await map.locator('[role=status]', { hasText: /Feature 2 of/ }).waitFor({ state: 'attached' });
    await card.getByRole('row', { name: `id ${report.features[1]?.properties.id}` }).waitFor();
    // As in the table.
    await card.getByRole('row', { name: /^acquisitionDate \(UTC\) \d{4}-\d\d-\d\d \d\d:\d\d$/ }).waitFor();
    await card.getByRole('button', { name: 'Go to Text' }).click();
    await until('the cursor to be at the feature', () => {
      const at = text.slice(cursorIn()).trimStart();
      return at.startsWith('{') && at.indexOf('"id":2') < at.indexOf('"id":3') && at.includes('"id":2');
    });
  });

  it('pans each feature clear of the legend and the card', async () => {
    putCursorAt(0);
    for (const step of report.features.slice(0, 6).keys()) {
      await map.getByRole('button', { name: 'Next feature' }).click();
      await map
        .getByText(`Feature ${step + 3} of`)
        .first()
        .waitFor();
      await until('the feature to be seen', async () => (await coveredLit(map)) === false);
    }
  });

  it('follows the cursor in the text', async () => {
    // The feature with the open card is highlighted too.
    await map.getByRole('region', { name: 'Feature' }).getByRole('button', { name: 'Close' }).click();
    putCursorAt(0);
    await until('nothing to be lit', async () => (await litOf(map)) === 0);
    putCursorAt(text.trimEnd().length - 5);
    await until('the last feature to be lit', async () => (await litOf(map)) > 0);
  });

  it('shows all of what is known of a feature near the corner of the map, beside the pointer', async () => {
    const { page } = harness;
    await map.locator('.legend').click();
    const whole = await restingBox(map.locator('.map'));
    const card = map.locator('.property-tooltip');
    const corner = { x: whole.width - 60, y: 12 };
    await until('a feature below the pointer in the corner', async () => {
      const dot = (await dotOnMap(map)) ?? corner;
      await page.mouse.move(whole.x + dot.x, whole.y + dot.y);
      await page.mouse.down();
      await page.mouse.move(whole.x + corner.x, whole.y + corner.y, { steps: 4 });
      await page.mouse.up();
      await page.mouse.move(whole.x + corner.x, whole.y + corner.y + 1);
      return card.isVisible();
    });
    const box = await restingBox(card);
    expect(box.y).toBeGreaterThanOrEqual(whole.y);
    expect(box.x + box.width).toBeLessThanOrEqual(whole.x + whole.width);
    await map.locator('.legend').click();
  });

  it('shows the text of a feature that is clicked on the map', async () => {
    await map.getByLabel('Color the report by').selectOption('class');
    const card = map.getByRole('region', { name: 'Feature' });
    await map.locator('.legend').click();
    const frame = map.locator('.map');
    // The map may still be panning to the feature at the cursor.
    let dot = { x: 0, y: 0 };
    await until('the text of the feature below the pointer', async () => {
      dot = (await dotOnMap(map)) ?? dot;
      await frame.hover({ position: dot });
      return map.locator('.property-tooltip').isVisible();
    });
    await frame.click({ position: dot, button: 'right' });
    await map.getByRole('menuitem', { name: 'Copy Center' }).waitFor();
    await harness.page.keyboard.press('Escape');
    await frame.click({ position: dot });
    await card.waitFor();
    const clicked = Number(/Feature (\d+) of/.exec(await card.innerText())?.[1]);
    const starts = featureStarts(text);
    // The click left the focus on the map, but moved the cursor.
    expect(await map.evaluate(() => document.hasFocus())).toBe(true);
    await until('the cursor to be at the feature', () => cursorIn() === starts[clicked - 1]);
    expect(await place()).toBe(`${clicked} of ${report.features.length}`);
  });

  it('is compared with another: new, gone and same', async () => {
    const { editor, folder } = harness;
    // One is gone, one is new, and all others moved by a meter.
    const features = report.features.slice(1).map(({ geometry, ...feature }) => {
      const [longitude, latitude] = geometry.coordinates;
      const properties = { ...feature.properties, acquisitionDate: '2031-01-01T00:00:00Z' };
      return { ...feature, properties, geometry: { ...geometry, coordinates: [longitude, latitude + 1e-5] } };
    });
    const [model] = features;
    const [longitude = 0, latitude = 0] = report.features[0]?.geometry.coordinates ?? [];
    const come = {
      ...model,
      geometry: { type: 'Point', coordinates: [longitude + 0.002, latitude + 0.002] },
    };
    // West of the area that the older one was ordered for.
    const beside = { ...model, geometry: { type: 'Point', coordinates: [5.32, latitude] } };
    const newer = { type: 'FeatureCollection', features: [...features, come, beside] };
    await writeFile(join(folder, 'later.geojson'), JSON.stringify(newer));
    const done = editor.run('swath.compareReports');
    const first = await editor.prompt('Which report?');
    expect(first.items.map(({ label }) => label)).toContain('later.geojson');
    // An area of interest.
    expect(first.items.map(({ label }) => label)).not.toContain('harbour.aoi.geojson');
    first.choose('later.geojson');
    (await editor.prompt('Compare "later.geojson" with…')).choose('Quay cars');
    // Which one is older is known from the dates of their images.
    await editor.prompt('Maximum distance in meters');
    await editor.enter('3');
    const same = report.features.length - 1;
    await editor.message(
      `1 new, 1 gone, ${same} the same. Not covered by the older report: 1, by the newer one: 0. New or gone can also mean that the other report's image doesn't show the place`,
    );
    const { uri } = await editor.front(/^change-later-[0-9a-f]{8}\.geojson/);
    void done;
    await classRow(new RegExp(`^same ${same} feature`)).waitFor();
    await classRow(/^new 1 feature$/).waitFor();
    await classRow(/^gone 1 feature$/).waitFor();
    // What the figures are of stands with them.
    await map.getByText('Compared by place.').waitFor();
    await classRow(/^outside older 1 feature$/).waitFor();
    expect(await map.getByLabel('Color the report by').inputValue()).toBe('swath:change');
    await classRow(/^same/).click();
    await map.getByRole('button', { name: 'Next feature' }).click();
    await map.getByRole('button', { name: 'Go to Text' }).click();
    const compared = editor.editorOf(basename(uri.path));
    const lineNow = () => compared.document.lineAt(compared.selection.active);
    await until('the cursor at the new one', () => lineNow().text.includes('"swath:change":"new"'));
    expect(lineNow().lineNumber + 1).toBe(4 + report.features.length);
  });

  it('is distinguishable in every theme', async () => {
    await classRow(/^same/).click();
    for (const theme of ['light', 'hcLight', 'hcDark', 'dark'] as const satisfies readonly Theme[]) {
      await harness.setTheme(theme);
      const colors = await map
        .locator('.class-swatch')
        .evaluateAll(swatches => swatches.map(swatch => getComputedStyle(swatch).borderColor));
      expect(new Set(colors).size).toBe(4);
    }
  });

  it('has its classes and features in its tab, also on a narrow page', async () => {
    const { page } = harness;
    await page.setViewportSize(narrow);
    // The card shows a new one: it would close with its class.
    const row = classRow(/^gone/);
    await row.click();
    expect(await row.getAttribute('aria-pressed')).toBe('false');
    await page.keyboard.press('Space');
    expect(await row.getAttribute('aria-pressed')).toBe('true');
    // Reach the feature only by keyboard.
    const card = map.getByRole('region', { name: 'Feature' });
    await until('the focus to come to the card', async () => {
      await page.keyboard.press('Tab');
      return (await card.locator(':focus').count()) > 0;
    });
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'hidden' });
  });
});

/** How many pixels of the report's tiles are drawn. */
function inkOf(map: Frame): Promise<number> {
  return map.evaluate(() => {
    const tiles = document.querySelectorAll<HTMLCanvasElement>(
      '.leaflet-report-pane .leaflet-tile-container canvas',
    );
    return [...tiles].reduce((sum, tile) => {
      if (tile.width === 0) return sum;
      const data = tile.getContext('2d')?.getImageData(0, 0, tile.width, tile.height).data ?? [];
      return sum + data.filter((value, index) => index % 4 === 3 && value > 0).length;
    }, 0);
  });
}

/** The same for the highlighted features. */
function litOf(map: Frame): Promise<number> {
  return map.evaluate(() => {
    const canvases = document.querySelectorAll<HTMLCanvasElement>('.leaflet-report-pane > canvas');
    return [...canvases].filter(canvas => !canvas.hidden).length;
  });
}

/** Whether a highlighted feature is under a control; `undefined` if none is drawn. */
function coveredLit(map: Frame): Promise<boolean | undefined> {
  return map.evaluate(() => {
    for (const canvas of document.querySelectorAll<HTMLCanvasElement>('.leaflet-report-pane > canvas')) {
      if (canvas.hidden || canvas.width === 0) continue;
      const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      const at = data.findIndex((value, index) => index % 4 === 3 && value === 255);
      if (at < 0) continue;
      const box = canvas.getBoundingClientRect();
      const pixel = Math.floor(at / 4);
      const x = box.left + ((pixel % canvas.width) / canvas.width) * box.width;
      const y = box.top + (Math.floor(pixel / canvas.width) / canvas.height) * box.height + 4;
      const top = document.elementFromPoint(x, y);
      return top?.closest('.map') === null || top?.closest('.map-corner') !== null;
    }
    return undefined;
  });
}

/** Where a feature is drawn without a control over it, CSS pixels from the top left of the map. */
function dotOnMap(map: Frame): Promise<{ x: number; y: number } | undefined> {
  return map.evaluate(() => {
    const frame = document.querySelector('.map')?.getBoundingClientRect();
    const tiles = document.querySelectorAll<HTMLCanvasElement>(
      '.leaflet-report-pane .leaflet-tile-container canvas',
    );
    for (const tile of tiles) {
      if (tile.width === 0 || !frame) continue;
      const data = tile.getContext('2d')?.getImageData(0, 0, tile.width, tile.height).data ?? [];
      const box = tile.getBoundingClientRect();
      for (let at = 0; at < data.length; at += 4) {
        if (data[at + 3] !== 255) continue;
        const x = box.left + (((at / 4) % tile.width) / tile.width) * box.width;
        const y = box.top + (Math.floor(at / 4 / tile.width) / tile.height) * box.height + 3;
        const top = document.elementFromPoint(x, y);
        if (top?.closest('.map') && !top.closest('.map-corner'))
          return { x: x - frame.left, y: y - frame.top };
      }
    }
    return undefined;
  });
}

/** Offsets of the features in the text of a report. */
function featureStarts(text: string): number[] {
  return [...text.matchAll(/\{\s*"type":\s*"Feature"/g)].map(({ index }) => index);
}
