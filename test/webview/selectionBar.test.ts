import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Harness } from './harness.ts';
import { chooseImages, resultRows, searchLevel, until } from './mapPage.ts';
import { startSearched } from './searched.ts';

let harness: Harness;
let map: Frame;

beforeAll(async () => {
  ({ harness, map } = await startSearched({ scale: 1 }));
  await searchLevel(map, 'SENSOR');
});
afterAll(async () => {
  await harness.stop();
  expect(harness.problems).toEqual([]);
});

const list = () => map.getByRole('listbox', { name: 'Images' });
const count = (text: string) => map.locator('.selection-number', { hasText: text }).waitFor();

async function select(...places: number[]): Promise<void> {
  for (const [index, place] of places.entries())
    await resultRows(map)
      .nth(place)
      .click({ modifiers: index === 0 ? [] : ['ControlOrMeta'] });
  await count(`${places.length} selected`);
}

async function selectNothing(): Promise<void> {
  await map.evaluate(() => {
    const details = document.querySelector<HTMLElement>('.details-close');
    details?.click();
  });
  await list().press('Escape');
  await count('0 selected');
}

/** Heights of what stands around the map and the list, and where the buttons of the selection are. */
const layout = () =>
  map.evaluate(() =>
    [
      '.filters',
      '.header',
      '.map-part',
      '.results-top',
      '.list-scroll',
      '.selection-bar',
      '.selection-bar .bar-button',
      '.selection-bar vscode-button:last-child',
    ].map(part => {
      const box = document.querySelector(part)?.getBoundingClientRect();
      return [part, box?.top, box?.height];
    }),
  );

/** Whether the panel has followed its size: 400 pixels have room for the histogram. */
const hasRightHistogram = () =>
  map.evaluate(() => {
    const panel = document.querySelector('#side-images');
    const hasRoom = (panel?.clientHeight ?? 0) >= 400;
    return (panel?.querySelector('.results-folds') !== null) === hasRoom;
  });

describe('the bar of the selection', () => {
  it.each([
    [345, 700],
    [510, 826],
    [1400, 900],
  ])('moves nothing when an image is selected, at %i × %i', async (width, height) => {
    await harness.page.setViewportSize({ width, height });
    await selectNothing();
    await until('the histogram where there is room', hasRightHistogram);
    const before = await layout();
    await select(0);
    await map.locator('.selection-estimate', { hasText: 'price' }).waitFor();
    await until(
      'the share',
      async () => (await map.locator('.selection-count', { hasText: 'covers' }).count()) > 0,
    );
    expect(await layout()).toEqual(before);
  });

  it('names the one image that is selected while another one is looked at', async () => {
    await harness.page.setViewportSize({ width: 510, height: 826 });
    await select(0);
    const name = await map.locator('.selection-name').innerText();
    expect(name).toMatch(/^\d{4}-\d\d-\d\d [A-Z]/);
    await list().press('ArrowDown');
    expect(await map.locator('.selection-name').innerText()).toBe(name);
    await select(0, 1);
    expect(await map.locator('.selection-name').count()).toBe(0);
  });

  it('cuts only the name of what chooses images where the bar is narrow', async () => {
    await harness.page.setViewportSize({ width: 290, height: 700 });
    await select(0, 1);
    const cut = () =>
      map
        .locator('.selection-bar')
        .evaluate(bar =>
          [...bar.querySelectorAll<HTMLElement>('.ellipsis, vscode-button, .selection-estimate')]
            .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
            .map(({ textContent }) => textContent),
        );
    const tops = () =>
      map
        .locator('.draft > *')
        .evaluateAll(
          buttons => new Set(buttons.map(button => Math.round(button.getBoundingClientRect().top / 9))).size,
        );
    await until('one line of buttons', async () => (await tops()) === 1);
    expect(await cut()).toEqual(['Choose images for me']);
  });

  it('lets Swath choose also while something is selected, and brings back with one press what that replaced', async () => {
    await selectNothing();
    await chooseImages(map, 'Newest images');
    await map.locator('.suggestion').waitFor();
    const restore = map.getByRole('button', { name: /^Restore selection/ });
    expect(await restore.count()).toBe(0);
    await select(0, 1, 2);
    const selected = () =>
      resultRows(map).evaluateAll(rows =>
        rows.filter(row => row.ariaSelected === 'true').map(row => row.dataset.imageId),
      );
    const own = await selected();
    await chooseImages(map, 'Fewest images');
    await map.locator('.suggestion', { hasText: 'Fewest images' }).waitFor();
    await map.getByRole('button', { name: 'Restore selection (3)' }).click();
    await count('3 selected');
    await list().press('Home');
    await until('the images of before', async () => (await selected()).join() === own.join());
    await map.locator('.suggestion').waitFor({ state: 'detached' });
  });
});
