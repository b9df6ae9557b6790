import { afterEach, describe, expect, it } from 'vitest';
import { openFile, pick, statusBarText, typeInput } from '../editor/workbench.ts';
import { pictureFailures } from './pictureFailures.ts';
import {
  answerDialog,
  clickLens,
  dialog,
  mapPage,
  openFilters,
  reloadWindow,
  resultRows,
  runCommand,
  screenshot,
  startProduct,
  until,
  type Product,
  type ProductOptions,
} from './product.ts';

let product: Product | undefined;

async function start(options: ProductOptions): Promise<Product> {
  return (product = await startProduct(options));
}

afterEach(async () => {
  await product?.stop();
  product = undefined;
});
// What is said last is done first: there is still a window then.
pictureFailures('session', () => product?.page);

async function signInWith({ page }: Product, apiKey: string): Promise<void> {
  await runCommand(page, 'Swath: Sign In…');
  await pick(page, 'Local');
  await typeInput(page, apiKey);
}

const inStatusBar = ({ page }: Product, text: string) =>
  until(`the status bar to say ${text}`, async () =>
    (await statusBarText(page)).some(item => item.includes(text)),
  );

describe('the session', () => {
  it('begins in the sandbox where that was asked for, without a single dialog', async () => {
    const here = await start({ startInSandbox: true });
    await inStatusBar(here, 'Sandbox · 5,000 credits');
    expect(here.service.sandbox.requests).toEqual([]);
  });

  it('sends a refused key once, and then nothing until the user acts', async () => {
    const here = await start({});
    const { page, service } = here;
    await runCommand(page, 'Swath: Sign In…');
    await pick(page, 'Local');
    await typeInput(page, 'bm90LXRoZS1rZXktb2YtYW55Ym9keQ==');
    await inStatusBar(here, 'Local · key refused');
    await page.getByText('The service refused the API key').first().waitFor();
    await page.getByText(/Local: key refused \d{4}-\d\d-\d\d .* UTC/).waitFor();
    await page.getByText('Every further try may lengthen a suspension').waitFor();

    await openFile(page, 'harbour.geojson');
    await clickLens(page, 'Show on Map');
    await (await mapPage(page)).getByText('You are signed out').waitFor();
    await reloadWindow(page);
    await inStatusBar(here, 'Local · key refused');
    expect(service.sandbox.requests.map(one => `${one.method} ${one.path} ${one.status}`)).toEqual([
      'POST /auth/realms/IDP/protocol/openid-connect/token 403',
    ]);
  });

  it('asks before it sends a refused key once more', async () => {
    const here = await start({});
    const { page, service } = here;
    const key = 'bm90LXRoZS1rZXktb2YtYW55Ym9keQ==';
    const exchanges = () => service.sandbox.requests.length;
    for (const [answer, sent] of [
      ['Cancel', 1],
      ['Send It Again', 2],
    ] as const) {
      if (answer === 'Cancel') {
        await signInWith(here, key);
        await inStatusBar(here, 'Local · key refused');
      }
      await signInWith(here, key);
      await dialog(page).waitFor();
      expect(await dialog(page).innerText()).toContain('refused this very key at');
      expect(exchanges()).toBe(1);
      await answerDialog(page, answer);
      await until(`${sent} exchanges`, () => Promise.resolve(exchanges() === sent));
    }
  });

  it('says that a key which was good before is not mistyped', async () => {
    const here = await start({});
    const { page, service } = here;
    await signInWith(here, service.sandbox.apiKey);
    await inStatusBar(here, 'Local · 5,000 credits');
    // The orders are asked for beside the balance: refused by themselves, they would end the session before Refresh.
    await until('the orders', () =>
      Promise.resolve(service.sandbox.requests.some(one => one.path === '/api/v1/orders')),
    );
    // Somebody else sends a wrong key: the access is suspended, and the token ends.
    service.sandbox.faults.add({ kind: 'status', status: 403, path: '/auth/*' });
    service.sandbox.faults.add({ kind: 'status', status: 401, path: '/api/v1/*' });
    await runCommand(page, 'Swath: Refresh');
    await inStatusBar(here, 'Local · key refused');
    await page.locator('.activitybar').getByRole('tab', { name: 'Swath' }).click();
    await page.getByText('It took this very key before').waitFor();
    const exchanges = service.sandbox.requests.filter(one => one.path.startsWith('/auth/')).length;
    expect(exchanges).toBe(2);

    // The suspension is over, and the kept key is tried on the user's word.
    service.sandbox.faults.clear();
    await runCommand(page, 'Swath: Sign In…');
    await pick(page, 'Local');
    await pick(page, 'Try the kept key');
    await inStatusBar(here, 'Local · 5,000 credits');
  });

  it('has a screen of its own while the service cannot be reached, and goes on when it is back', async () => {
    const here = await start({});
    const { page, service } = here;
    await signInWith(here, service.sandbox.apiKey);
    await inStatusBar(here, 'Local · 5,000 credits');
    service.sandbox.faults.add({ kind: 'reset', when: 'before' });
    await reloadWindow(page);
    await page.locator('.activitybar').getByRole('tab', { name: 'Swath' }).click();
    await page.getByText('The service could not be reached').waitFor();
    await screenshot(page, 'offline', '.test-results/page');
    service.sandbox.faults.clear();
    await page.getByRole('button', { name: 'Try Again' }).first().click();
    await inStatusBar(here, 'Local · 5,000 credits');
    await page.getByText('The service could not be reached').waitFor({ state: 'hidden' });
  });

  it('takes a key that cannot be one for what it is, and sends nothing', async () => {
    const { page, service } = await start({});
    await runCommand(page, 'Swath: Sign In…');
    await pick(page, 'Local');
    await typeInput(page, 'Bearer abcdefghijkl');
    await page.locator('.quick-input-message', { hasText: 'it is an access token' }).waitFor();
    expect(service.sandbox.requests).toEqual([]);
  });

  it('keeps the search, the choice and the sign-in while hidden and over a reload', async () => {
    const here = await start({ startInSandbox: true });
    const { page } = here;
    await inStatusBar(here, 'Sandbox · 5,000 credits');
    await openFile(page, 'harbour.geojson');
    await clickLens(page, 'Search Images');
    const before = await mapPage(page);
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
    await inStatusBar(here, 'Sandbox · 5,000 credits');
    const reloaded = await mapPage(page);
    await reloaded.locator(`[data-image-id="${chosen}"][aria-selected=true]`).waitFor();
    expect(await reloaded.getByLabel('Max cloud').inputValue()).toBe('30');
    await reloaded.getByText('harbour · 21.7 km²').waitFor();
    expect(here.workbench.problems).toEqual([]);
  });
});
