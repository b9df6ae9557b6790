import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFile } from '../editor/workbench.ts';
import { patient } from '../runSpeed.ts';
import { lens, type Product, runCommand, startProduct, statusBarItem, until } from './product.ts';

/** A ring without its last position. */
const open = `{
  "type": "Polygon",
  "coordinates": [
    [
      [5.30, 43.2],
      [5.4, 43.2],
      [5.4, 43.3],
      [5.3, 43.3]
    ]
  ]
}
`;

let product: Product;

beforeAll(async () => {
  product = await startProduct({ startInSandbox: true });
  await writeFile(join(product.folder, 'open.aoi.geojson'), open);
  await writeFile(
    join(product.folder, 'list.aoi.geojson'),
    '{"type": "FeatureCollection", "features": [\n\n]}',
  );
  const permissions = ['clipboard-read', 'clipboard-write'];
  await product.page.context().grantPermissions(permissions, { origin: product.editor.origin });
});
afterAll(async () => {
  expect(product.workbench.problems).toEqual([]);
  await product.stop();
});

const text = () => product.page.locator('.editor-instance .view-lines').innerText();

it('the session starts in the sandbox if the setting says so, without a dialog and past the first step', async () => {
  const { page, service } = product;
  await runCommand(page, 'Swath: Get Started');
  await statusBarItem(page, 'Sandbox · 5,000 credits').waitFor();
  expect(service.sandbox.requests).toEqual([]);
  const step = (title: string) => page.locator('.getting-started-step', { hasText: title });
  await step('Sign in or use the sandbox').locator('.codicon.complete').waitFor();
  expect(await step('Choose an area').locator('.codicon.complete').count()).toBe(0);
});

describe('an area of interest in the editor', () => {
  it('is diagnosed at the problem, and fixed by keyboard', async () => {
    const { page } = product;
    await openFile(page, 'open.aoi.geojson');
    await page.locator('.squiggly-error').first().waitFor();
    await page.keyboard.press('F8');
    const problem = page.locator('.marker-widget', { hasText: 'The ring is not closed' });
    await problem.waitFor();
    await page.keyboard.press('Escape');
    await problem.waitFor({ state: 'hidden' });
    const fix = page.locator('.action-widget').getByText('Close ring');
    // VS Code requests fixes shortly after the cursor stops; before that, the key does nothing.
    await until('the quick fix', async () => {
      await page.keyboard.press('ControlOrMeta+.');
      await fix.waitFor({ timeout: patient(2_000) }).catch(() => undefined);
      return fix.isVisible();
    });
    await page.keyboard.press('Enter');
    await lens(page, 'Search Images').waitFor();
    await until(
      'nothing to be underlined',
      async () => (await page.locator('.squiggly-error').count()) === 0,
    );
    // The position is repeated exactly as it was written.
    expect((await text()).match(/5\.30,/g)).toHaveLength(2);
    await runCommand(page, 'Undo');
    await page.locator('.squiggly-error').waitFor();
  });

  it('is pasted as GeoJSON, and an ID is dropped from the side bar', async () => {
    const { page } = product;
    await openFile(page, 'list.aoi.geojson');
    await page.evaluate(() => navigator.clipboard.writeText('POLYGON((0 0,0 1,1 1,1 0))'));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ControlOrMeta+v');
    await lens(page, 'Search Images').waitFor();
    expect((await text()).replace(/\s/g, '')).toContain('[{"type":"Feature","properties":{},"geometry":{');
    await runCommand(page, 'Undo');
    await runCommand(page, 'Swath: Focus on Subscriptions View');
    const row = page.getByRole('treeitem', { name: /^Imagery by volume/ });
    await row.dragTo(page.locator('.editor-instance .view-line').nth(1));
    await until('the ID', async () => /\[\s*[\da-f]{8}-[\da-f-]{27}\s*\]/.test(await text()));
  });
});
