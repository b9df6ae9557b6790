import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Harness } from './harness.ts';
import { announced, goToMap, resultRows, tabTo, until } from './mapPage.ts';
import { startSearched } from './searched.ts';

let harness: Harness;
let map: Frame;

beforeAll(async () => {
  ({ harness, map } = await startSearched({ moves: true }));
});
afterAll(async () => {
  await harness.stop();
  expect(harness.problems).toEqual([]);
});

/** Presses a key and returns what moves in the frames after it: animations, and every new position of the map. */
async function motionOf(key: string): Promise<string[]> {
  await map.evaluate(async () => {
    const seen = new Set<string>();
    const places = new Set<string>();
    const trees = (root: Document | ShadowRoot): (Document | ShadowRoot)[] => [
      root,
      ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? trees(shadowRoot) : [])),
    ];
    let frames = 0;
    const sample = () => {
      for (const tree of trees(document))
        for (const { effect } of tree.getAnimations()) {
          const target = effect instanceof KeyframeEffect ? effect.target : null;
          seen.add(target?.getAttribute('class') ?? target?.tagName ?? '');
        }
      const pane = document.querySelector<HTMLElement>('.leaflet-map-pane');
      places.add(pane?.style.transform ?? '');
      // Half a second, longer than any animation here, so that the end is seen too.
      frames += 1;
      if (frames < 30) requestAnimationFrame(sample);
      else Object.assign(globalThis, { motionSeen: { seen: [...seen], places: places.size } });
    };
    Object.assign(globalThis, { motionSeen: undefined });
    await new Promise(requestAnimationFrame);
    requestAnimationFrame(sample);
  });
  await harness.page.keyboard.press(key);
  const found = await map.waitForFunction(() => {
    const { motionSeen } = globalThis as { motionSeen?: { seen: string[]; places: number } };
    return motionSeen;
  });
  const { seen, places } = (await found.jsonValue()) ?? { seen: [], places: 0 };
  return [...seen, ...(places > 2 ? [`the map, by ${places} places`] : [])];
}

/** What moves when the map is moved and zoomed, when going to a row, and during a search. */
async function motion(): Promise<string[]> {
  const { page } = harness;
  const hold = harness.service.sandbox.faults.add({
    kind: 'delay',
    milliseconds: 1500,
    path: '/api/v2/opensearch',
  });
  const seen: string[] = [];
  await goToMap(map);
  await tabTo(page, map, 'Map');
  for (const key of ['ArrowRight', '+']) seen.push(...(await motionOf(key)));
  for (const button of [/^Zoom to /, 'Filters']) {
    await tabTo(page, map, button);
    seen.push(...(await motionOf('Enter')));
  }
  await page.keyboard.press('Escape');
  await tabTo(page, map, 'Images');
  for (const key of ['PageDown', 'Enter']) seen.push(...(await motionOf(key)));
  // The end of the list may have loaded more; until that is over, the button reads Cancel.
  await map.getByRole('button', { name: 'Search', exact: true }).focus();
  seen.push(...(await motionOf('Enter')));
  await announced(map, 'Searching…');
  hold();
  await announced(map, /\d images$/);
  return seen;
}

describe('automatic motion on the map page', () => {
  it('includes zooming, map inertia and progress indicators by default', async () => {
    const seen = await motion();
    expect(seen.join()).toContain('leaflet-zoom-animated');
    expect(seen.join()).toMatch(/the map, by \d+ places/);
    expect(seen.join()).toContain('indeterminate');
  });

  it('includes playing the images by date, until Escape', async () => {
    const time = map.locator('.picture-chip .chip-name');
    await map.getByRole('listbox', { name: 'Images' }).press('q');
    await time.waitFor();
    const play = map.getByRole('button', { name: 'Play', exact: true });
    await play.click();
    await map.getByRole('button', { name: 'Stop' }).waitFor();
    const seen = new Set<string>();
    await until('three images', async () => seen.add(await time.innerText()).size > 3);
    await harness.page.keyboard.press('Escape');
    await play.waitFor();
    await harness.page.emulateMedia({ reducedMotion: 'reduce' });
    await map.getByRole('button', { name: /^Play: motion is reduced/ }).click();
    await until('the next image', async () => !seen.has(await time.innerText()));
    expect(await map.getByRole('button', { name: 'Stop' }).count()).toBe(0);
    await harness.page.emulateMedia({ reducedMotion: 'no-preference' });
  });

  it('stops as soon as the system asks for reduced motion', async () => {
    await harness.page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await motion()).toEqual([]);
    await harness.page.emulateMedia({ reducedMotion: 'no-preference' });
    await tabTo(harness.page, map, 'Map');
    expect((await motionOf('+')).join()).toContain('leaflet-zoom-animated');
  });

  it("is off if the editor's setting says so", async () => {
    harness.setReducedMotion(true);
    await harness.reload();
    map = await harness.map();
    await resultRows(map).first().waitFor();
    await tabTo(harness.page, map, 'Map');
    expect(await motionOf('+')).toEqual([]);
    await map.getByRole('button', { name: 'Search', exact: true }).focus();
    expect(await motionOf('Enter')).toEqual([]);
  });
});
