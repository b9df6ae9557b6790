import type { Polygon } from 'geojson';
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goOnWhileGood } from '../page/goOnWhileGood.ts';
import { analyticOrder, harnessOf, imageOf } from '../unit/sandbox/harness.ts';
import { type Harness, startHarness } from './harness.ts';
import { focusIn, until } from './mapPage.ts';
import { signIn } from './searched.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ time: { productionSeconds: 0 } });
  await signIn(harness);
});
afterAll(async () => {
  await harness.stop();
  expect(harness.problems).toEqual([]);
});

/** Several square kilometers at the harbor. */
const aoi: Polygon = {
  type: 'Polygon',
  coordinates: [
    [
      [5.35, 43.26],
      [5.43, 43.26],
      [5.43, 43.32],
      [5.35, 43.32],
      [5.35, 43.26],
    ],
  ],
};

/** Delivers reports of changes in the area, one per title. */
async function deliver(titles: readonly string[]): Promise<void> {
  const { editor, service } = harness;
  const there = harnessOf(service.sandbox);
  for (const [index, title] of titles.entries()) {
    const images = await Promise.all([0, 1].map(by => imageOf(there, 'PHR', index * 2 + by)));
    const { status } = await there.call('POST', '/api/v1/orders', analyticOrder(images, { title, aoi }));
    expect(status).toBe(201);
  }
  await editor.wait('the deliveries', async () => {
    const { body } = await there.call<{ items: { status: string }[] }>('GET', '/api/v1/orders');
    return body.items.every(order => order.status === 'delivered') || undefined;
  });
  await editor.run('swath.refresh');
}

/** In the report on the map. */
function featureCount(): number {
  const states = harness.messages.toPage.filter(text => text.includes('"featureCount"'));
  return Number(/"featureCount":(\d+)/.exec(states.at(-1) ?? '')?.[1]);
}

describe('the charts of a report', () => {
  let map: Frame;
  goOnWhileGood();

  const bars = () => map.getByRole('group', { name: /^Distribution: / }).getByRole('img');
  const readout = () => map.locator('.chart-readout').first().innerText();
  /** Of all bars. */
  const counted = async () => {
    const names = await bars().evaluateAll(all => all.map(bar => bar.getAttribute('aria-label') ?? ''));
    return names.reduce((sum, name) => sum + Number(/(\d+) features?$/.exec(name)?.[1]), 0);
  };

  it('are the distribution of a number, whose bars highlight their features', async () => {
    await deliver(['First', 'Second', 'Third']);
    const { editor, page } = harness;
    const opened = editor.run('swath.showOrderOnMap');
    await editor.pick('Second');
    await opened;
    map = await harness.map();
    await map.getByRole('tab', { name: 'Charts' }).click();
    await map.getByRole('combobox', { name: 'Property' }).selectOption('area_m2');
    await map.getByRole('group', { name: 'Distribution: area (m²)' }).waitFor();
    expect(await counted()).toBe(featureCount());
    expect(await readout()).toMatch(/^Median [\d,.]+ m² \(solid line\) · mean [\d,.]+ m²/);
    const lit = () => map.locator('.leaflet-report-pane > canvas:not([hidden])').count();
    expect(await lit()).toBe(0);
    await bars().first().focus();
    await until('its features to be lit', async () => (await lit()) === 1);
    const first = await readout();
    expect(first).toMatch(/^0 to [\d,.]+ m² · \d+ features?$/);
    await page.keyboard.press('ArrowRight');
    expect(await readout()).not.toBe(first);
    await page.keyboard.press('End');
    expect(await focusIn(map)).toMatchObject({ name: await readout(), isSeen: true });
    await page.keyboard.press('Tab');
    await until('nothing to be lit', async () => (await lit()) === 0);
  });

  it('are the classes with their shares, which are hidden here as in the legend', async () => {
    const rows = map.locator('.charts .class-row');
    const shares = await map.locator('.charts .class-share').allInnerTexts();
    expect(Math.round(shares.reduce((sum, share) => sum + parseFloat(share), 0) / 10)).toBe(10);
    const hidden = Number(await rows.first().locator('.class-count').innerText());
    await rows.first().click();
    await map.getByRole('tab', { name: 'Report' }).click();
    expect(await map.locator('.class-row').first().getAttribute('aria-pressed')).toBe('false');
    await map.getByRole('tab', { name: 'Charts' }).click();
    expect(await counted()).toBe(featureCount() - hidden);
    await rows.first().click();
    await map.locator('.charts').getByLabel('Color the report by').selectOption('score');
    await until('five classes', async () => (await rows.count()) === 5);
    await map.locator('.charts').getByLabel('Color the report by').selectOption('class');
  });

  const points = () => map.getByRole('group', { name: 'Over time' }).getByRole('button');
  const title = () => map.locator('.report-legend .legend').innerText();

  it('lead through the downloaded reports of the area over time, with the counts of each class', async () => {
    const { editor, page } = harness;
    await map.getByText('Only one report of this area is downloaded.').waitFor();
    expect(await map.locator('.chart-list').getByText('not downloaded').count()).toBe(2);
    await editor.run('swath.downloadReady');
    await deliver(['Fourth']);
    await map.getByRole('tab', { name: 'Images' }).click();
    await map.getByRole('tab', { name: 'Charts' }).click();
    await until('three points', async () => (await points().count()) === 3);
    const name = new RegExp(`^\\S+ · Second · ${featureCount()} features · (\\w+ \\d+ · ){2}\\w+ \\d+$`);
    const second = points().and(map.getByRole('button', { name }));
    expect(await second.getAttribute('class')).toContain('shown');
    expect(await map.locator('.chart-plot polyline').count()).toBe(4);
    await points().first().focus();
    await page.keyboard.press('End');
    const last = String(await points().last().getAttribute('aria-label'));
    await page.keyboard.press('Enter');
    const otherTitle = last.split(' · ')[1] ?? '';
    await until('the other report', async () => (await title()).startsWith(otherTitle));
    await until(
      'its point to be marked',
      async () => (await points().last().getAttribute('class'))?.includes('shown') ?? false,
    );
    // The keyboard stays in the chart.
    expect(await focusIn(map)).toMatchObject({ name: last, isSeen: true });
  });

  it('download another report only when it is chosen', async () => {
    await map.getByRole('button', { name: /· Fourth · not downloaded$/ }).click();
    await until('four points', async () => (await points().count()) === 4);
    expect(await title()).toContain('Fourth');
  });
});
