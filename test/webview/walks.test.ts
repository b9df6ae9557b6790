import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from './harness.ts';
import { focusIn, resultRows } from './mapPage.ts';
import { signIn } from './searched.ts';

let harness: Harness;

beforeAll(async () => {
  harness = await startHarness();
  await signIn(harness);
});
afterAll(async () => {
  await harness.stop();
  expect(harness.problems).toEqual([]);
});

it('leads from an area to the draft of an order with at most twenty keys', async () => {
  const { editor, folder, page } = harness;
  const { document } = await editor.openFile(join(folder, 'harbour.aoi.geojson'), 1);
  await editor.pressLens(document, '$(map)');
  const map = await harness.map();
  await map.locator('.aoi', { hasText: 'harbour' }).waitFor();
  const keys: string[] = [];
  const press = async (key: string) => {
    keys.push(key);
    await page.keyboard.press(key);
  };
  const goOnTo = async (name: string, key: string) => {
    while ((await focusIn(map))?.name !== name) {
      if (keys.length > 40) throw new Error(`${keys.join(' ')} do not lead to ${name}.`);
      await press(key);
    }
  };
  await map.locator('.map').focus();
  await press('Control+Shift+F6');
  await goOnTo('Search', 'Shift+Tab');
  await press('Enter');
  await resultRows(map).first().waitFor();
  await goOnTo('Images', 'Control+F6');
  await press('ArrowDown');
  await press('ArrowDown');
  await press('Space');
  await map.getByText('1 selected', { exact: true }).waitFor();
  await goOnTo('Draft Order', 'Tab');
  await press('Enter');
  await editor.pick('Analytic report');
  await editor.pick(/./);
  await editor.enter('Harbour cars');
  keys.push('Enter', 'Enter');
  await editor.front(/Harbour-cars\.order\.json$/);
  expect(keys.length, keys.join(' ')).toBeLessThanOrEqual(20);
});
