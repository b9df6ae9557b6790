import { afterAll, beforeAll, expect, it } from 'vitest';
import { notifications, openFile, pick } from '../editor/workbench.ts';
import { askToPlace, openOrderFile } from './drafted.ts';
import { ordersSent } from './elsewhere.ts';
import { pictureFailures } from './pictureFailures.ts';
import {
  answerDialog,
  chooseInMenu,
  clickLens,
  dialog,
  dialogAnswerable,
  runCommand,
  screenshot,
  signInToLocal,
  startProduct,
  statusBarItem,
  treeRow,
  until,
  type Product,
} from './product.ts';

let product: Product;

beforeAll(async () => {
  product = await startProduct({ size: { width: 1300, height: 900 } });
  await product.page.locator('.activitybar').getByRole('tab', { name: 'Swath' }).click();
  await signInToLocal(product);
});
pictureFailures('strayKeys', () => product.page);
afterAll(async () => {
  await product.stop();
});

const revokes = () => product.service.sandbox.requests.filter(({ path }) => path.endsWith('/revoke'));

it('spends nothing for a key that is pressed as the question comes up', async () => {
  const { page } = product;
  await openOrderFile(product, 'Stray quay');
  await clickLens(page, 'Price');
  await askToPlace(product);
  for (const key of ['Enter', 'Space', 'Enter']) {
    await page.keyboard.press(key);
    await dialog(page).getByText('That answer came too soon to count').waitFor();
  }
  await screenshot(page, 'stray keys - too soon');
  await dialogAnswerable(page);
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'hidden' });
  expect(ordersSent(product)).toEqual([]);
});

it('takes no keys from somebody who types elsewhere by the time the question is ready', async () => {
  const { page, service } = product;
  await openFile(page, 'harbour.geojson');
  service.sandbox.faults.add({
    ...{ kind: 'delay', when: 'before', milliseconds: 2_500, method: 'GET', count: 1 },
    path: '/api/v1/contracts/*/subscriptions/*',
  });
  await chooseInMenu(page, treeRow(page, /^Quarry watch.*pending/), 'Revoke Subscription…');
  await page.locator('.monaco-editor .view-lines').first().click();
  await page.keyboard.type('typed meanwhile');
  await until('the offer to come back to it', async () =>
    (await notifications(page)).some(text => text.startsWith('Swath is waiting for your answer: Revoke')),
  );
  await page.keyboard.press('Enter');
  await screenshot(page, 'stray keys - elsewhere');
  expect(await dialog(page).isVisible()).toBe(false);
  expect(await page.locator('.monaco-editor .view-lines').first().innerText()).toContain('typed');
  await page.locator('.notifications-toasts').getByRole('button', { name: 'Continue…' }).click();
  await dialogAnswerable(page);
  expect(await dialog(page).innerText()).toContain('Revoke "Quarry watch, monthly"?');
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'hidden' });
  expect(revokes()).toEqual([]);
});

it('signs out without losing the only copy of the API key', async () => {
  const { page } = product;
  await runCommand(page, 'Swath: Sign Out');
  await dialog(page).getByText('Sign out of Local?').waitFor();
  await screenshot(page, 'stray keys - sign out');
  await answerDialog(page, 'Keep Key');
  await statusBarItem(page, /Local ·/).waitFor({ state: 'hidden' });
  await runCommand(page, 'Swath: Sign In…');
  await pick(page, 'Local');
  await pick(page, 'Try the kept key');
  await statusBarItem(page, /Local · [\d,]+ credits/).waitFor();
});
