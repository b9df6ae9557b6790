import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goToMap, resultRows, said, tabTo } from './mapPage.ts';
import { startSearched } from './searched.ts';
import type { Stage } from './stage.ts';

let stage: Stage;
let map: Frame;

beforeAll(async () => {
  ({ stage, map } = await startSearched({ moves: true }));
});
afterAll(async () => {
  await stage.stop();
  expect(stage.problems).toEqual([]);
});

/** Presses a key, and tells what moves by itself in the frames after it: animations, and the map from place to place. */
async function motionOf(key: string): Promise<string[]> {
  await map.evaluate(async () => {
    const seen = new Set<string>();
    const places = new Set<string>();
    const trees = (root: Document | ShadowRoot): (Document | ShadowRoot)[] => [
      root,
      ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? trees(shadowRoot) : [])),
    ];
    let frames = 0;
    const look = () => {
      for (const tree of trees(document))
        for (const { effect } of tree.getAnimations()) {
          const target = effect instanceof KeyframeEffect ? effect.target : null;
          seen.add(target?.getAttribute('class') ?? target?.tagName ?? '');
        }
      const pane = document.querySelector<HTMLElement>('.leaflet-map-pane');
      places.add(pane?.style.transform ?? '');
      // Half a second: longer than anything here takes, and before it ends.
      frames += 1;
      if (frames < 30) requestAnimationFrame(look);
      else Object.assign(globalThis, { motionSeen: { seen: [...seen], places: places.size } });
    };
    Object.assign(globalThis, { motionSeen: undefined });
    await new Promise(requestAnimationFrame);
    requestAnimationFrame(look);
  });
  await stage.page.keyboard.press(key);
  const found = await map.waitForFunction(() => {
    const { motionSeen } = globalThis as { motionSeen?: { seen: string[]; places: number } };
    return motionSeen;
  });
  const { seen, places } = (await found.jsonValue()) ?? { seen: [], places: 0 };
  return [...seen, ...(places > 2 ? [`the map, by ${places} places`] : [])];
}

/** What moves when the map is moved and zoomed, a row is gone to and a search is sent. */
async function motion(): Promise<string[]> {
  const { page } = stage;
  const hold = stage.service.sandbox.faults.add({
    kind: 'delay',
    milliseconds: 3000,
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
  await tabTo(page, map, 'Search');
  seen.push(...(await motionOf('Enter')));
  await said(map, 'Searching…');
  hold();
  await said(map, /in the list\.$/);
  return seen;
}

describe('what moves by itself on the map page', () => {
  it('is the zoom, the gliding of the map and what waits, where nobody minds', async () => {
    const seen = await motion();
    expect(seen.join()).toContain('leaflet-zoom-animated');
    expect(seen.join()).toMatch(/the map, by \d+ places/);
    expect(seen.join()).toContain('indeterminate');
  });

  it('is nothing where the system asks for that, from then on', async () => {
    await stage.page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await motion()).toEqual([]);
    await stage.page.emulateMedia({ reducedMotion: 'no-preference' });
    await tabTo(stage.page, map, 'Map');
    expect((await motionOf('+')).join()).toContain('leaflet-zoom-animated');
  });

  it('is nothing where the editor is set so', async () => {
    stage.setReducedMotion(true);
    await stage.reload();
    map = await stage.map();
    await resultRows(map).first().waitFor();
    await tabTo(stage.page, map, 'Map');
    expect(await motionOf('+')).toEqual([]);
    await tabTo(stage.page, map, 'Search');
    expect(await motionOf('Enter')).toEqual([]);
  });
});
