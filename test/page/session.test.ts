import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFile, pick, typeInput } from '../editor/workbench.ts';
import { goOnWhileGood } from './goOnWhileGood.ts';
import {
  answerDialog,
  clickLens,
  dialog,
  dialogOpens,
  mapPage,
  reloadWindow,
  runCommand,
  startProduct,
  statusBarItem,
  until,
  type Product,
} from './product.ts';
import { openFilters, resultRows } from '../webview/mapPage.ts';

let product: Product;
const wrongKey = 'bm90LXRoZS1rZXktb2YtYW55Ym9keQ==';

/** How far the service's clock is ahead of ours, ms. */
let ahead = 0;

beforeAll(async () => {
  product = await startProduct({ time: { now: () => Date.now() + ahead } });
});
afterAll(() => product.stop());

async function signInWith(apiKey: string): Promise<void> {
  const { page } = product;
  await runCommand(page, 'Swath: Sign In…');
  await pick(page, 'Local');
  await typeInput(page, apiKey);
}

const inStatusBar = (text: string) => statusBarItem(product.page, text).waitFor();
const requests = () => product.service.sandbox.requests;

describe('the session', () => {
  // A connection is refused, let in, and lost.
  goOnWhileGood();

  it('takes a key that cannot be one for what it is, and sends nothing', async () => {
    const { page } = product;
    await signInWith('Bearer abcdefghijkl');
    await page.locator('.quick-input-message', { hasText: 'it is an access token' }).waitFor();
    expect(requests()).toEqual([]);
    await page.keyboard.press('Escape');
  });

  it('sends a refused key once, and then nothing until the user acts', async () => {
    const { page } = product;
    await signInWith(wrongKey);
    await inStatusBar('Local · key refused');
    await page.getByText('The service refused the API key').first().waitFor();
    await page.getByText(/Local: key refused \d{4}-\d\d-\d\d .* UTC/).waitFor();
    await page.getByText('Every further try may lengthen a suspension').waitFor();

    await openFile(page, 'harbour.geojson');
    await clickLens(page, 'Show on Map');
    await (await mapPage(page)).getByText('You are signed out').waitFor();
    await reloadWindow(page);
    await inStatusBar('Local · key refused');
    expect(requests().map(one => `${one.method} ${one.path} ${one.status}`)).toEqual([
      'POST /auth/realms/IDP/protocol/openid-connect/token 403',
    ]);
  });

  it.each([
    ['Cancel', 1],
    ['Send It Again', 2],
  ] as const)('asks before it sends a refused key once more, and %s is an answer', async (answer, sent) => {
    const { page } = product;
    await signInWith(wrongKey);
    await dialogOpens(page);
    expect(await dialog(page).innerText()).toContain('refused this very key at');
    expect(requests()).toHaveLength(1);
    await answerDialog(page, answer);
    await until(`${sent} exchanges`, () => Promise.resolve(requests().length === sent));
    // What was refused once more is said in the side bar, which takes the focus for it.
    if (sent > 1)
      await page.waitForFunction(() => document.activeElement?.closest('.sidebar') instanceof Element);
  });

  it('keeps the search, the choice and the sign-in while hidden and over a reload', async () => {
    const { page, service } = product;
    // The suspension that the wrong key brought is over.
    ahead += 120_000;
    await signInWith(service.sandbox.apiKey);
    await inStatusBar('Local · 5,000 credits');
    await page.locator('.tab', { hasText: 'harbour.geojson' }).click();
    await clickLens(page, 'Search Images');
    const before = await mapPage(page);
    await resultRows(before).first().waitFor();
    await openFilters(before);
    await before.getByLabel('Max cloud').fill('30');
    await before.getByLabel('Max cloud').press('Enter');
    await until('the filtered images', async () => {
      const rows = await resultRows(before).allInnerTexts();
      return rows.length > 0 && rows.every(row => Number(/(\d+) % cloud/.exec(row)?.[1]) <= 30);
    });
    await resultRows(before).nth(3).click();
    await before.getByText('1 selected').waitFor();
    const chosen = await before.locator('.row[aria-selected=true]').getAttribute('data-image-id');

    // The text takes the map's place: its page is thrown away.
    await page.locator('.tab', { hasText: 'Swath Map' }).click();
    await runCommand(page, 'View: Move Editor into Previous Group');
    await page.locator('.tab', { hasText: 'harbour.geojson' }).click();
    await page.locator('.tab.active', { hasText: 'harbour.geojson' }).waitFor();
    await page.locator('.tab', { hasText: 'Swath Map' }).click();
    const again = await mapPage(page);
    await again.locator(`[data-image-id="${chosen}"][aria-selected=true]`).waitFor();

    await reloadWindow(page);
    await inStatusBar('Local · 5,000 credits');
    const reloaded = await mapPage(page);
    await reloaded.locator(`[data-image-id="${chosen}"][aria-selected=true]`).waitFor();
    expect(await reloaded.getByLabel('Max cloud').inputValue()).toBe('30');
    await reloaded.getByText('harbour · 21.7 km²').waitFor();
    expect(product.workbench.problems).toEqual([]);
  });

  it('has a screen of its own while the service cannot be reached, and goes on when it is back', async () => {
    const { page, service } = product;
    service.sandbox.faults.add({ kind: 'reset', when: 'before' });
    await reloadWindow(page);
    await page.getByText('The service could not be reached').first().waitFor();
    service.sandbox.faults.clear();
    await page.locator('.sidebar').getByRole('button', { name: 'Try Again' }).first().click();
    await inStatusBar('Local · 5,000 credits');
    await page.locator('.sidebar').getByText('The service could not be reached').waitFor({ state: 'hidden' });
  });

  it('says that a key which was good before is not mistyped', async () => {
    const { page, service } = product;
    // What is still being read would be refused, and end the session, before Refresh.
    await page.locator('.sidebar').getByText('No orders yet').waitFor();
    const before = requests().filter(one => one.path.startsWith('/auth/')).length;
    // Somebody else sends a wrong key: the access is suspended, and the token ends.
    service.sandbox.faults.add({ kind: 'status', status: 403, path: '/auth/*' });
    service.sandbox.faults.add({ kind: 'status', status: 401, path: '/api/v1/orders' });
    await runCommand(page, 'Swath: Refresh');
    await inStatusBar('Local · key refused');
    await page.getByText('It took this very key before').waitFor();
    expect(requests().filter(one => one.path.startsWith('/auth/'))).toHaveLength(before + 1);

    // The suspension is over, and the kept key is tried on the user's word.
    service.sandbox.faults.clear();
    await runCommand(page, 'Swath: Sign In…');
    await pick(page, 'Local');
    await pick(page, 'Try the kept key');
    await inStatusBar('Local · 5,000 credits');
  });
});
