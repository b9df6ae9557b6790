import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pick, quickInputText, typeInput } from '../editor/workbench.ts';
import { isFull } from '../randomRuns.ts';
import { goOnWhileGood } from './goOnWhileGood.ts';
import {
  answerDialog,
  dialog,
  dialogOpens,
  type Product,
  reloadWindow,
  runCommand,
  startProduct,
  statusBarItem,
  until,
} from './product.ts';

let product: Product;
const wrongKey = 'bm90LXRoZS1rZXktb2YtYW55Ym9keQ==';

/** How far the service's clock is ahead of this machine's, ms. */
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
  // A connection is refused, accepted, and lost.
  goOnWhileGood();

  it('sends a refused key once, and then nothing until the user acts', async () => {
    const { page } = product;
    await signInWith(wrongKey);
    await inStatusBar('Local · key refused');
    await page.getByText('The service refused the API key').first().waitFor();
    await page.getByText(/Local: key refused · \d{4}-\d\d-\d\d .* UTC/).waitFor();
    await page.getByText('Every further attempt can extend a suspension').waitFor();

    await reloadWindow(page);
    await inStatusBar('Local · key refused');
    expect(requests().map(request => `${request.method} ${request.path} ${request.status}`)).toEqual([
      'POST /auth/realms/IDP/protocol/openid-connect/token 403',
    ]);
  });

  it.runIf(isFull).each([
    ['Cancel', 1],
    ['Send It Again', 2],
  ] as const)('asks before it sends a refused key again, and %s is an answer', async (answer, sent) => {
    const { page } = product;
    await signInWith(wrongKey);
    await dialogOpens(page);
    expect(await dialog(page).innerText()).toMatch(/refused this key (just now|\d+ min ago)/);
    expect(requests()).toHaveLength(1);
    await answerDialog(page, answer);
    await until(`${sent} exchanges`, () => Promise.resolve(requests().length === sent));
    // If the key is refused again, the side bar says so and takes the focus.
    if (sent > 1)
      await page.waitForFunction(() => document.activeElement?.closest('.sidebar') instanceof Element);
  });

  it.runIf(isFull)("says that a key that worked before isn't mistyped", async () => {
    const { page, service } = product;
    // The suspension caused by the wrong key is over.
    ahead += 120_000;
    await signInWith(service.sandbox.apiKey);
    await inStatusBar('Local · 5,000 credits');
    // Requests still in progress would be refused, and end the session, before Refresh.
    await page.locator('.sidebar').getByText('No orders yet').waitFor();
    const before = requests().filter(request => request.path.startsWith('/auth/')).length;
    // Another user sends a wrong key: access is suspended, and the token expires.
    service.sandbox.faults.add({ kind: 'status', status: 403, path: '/auth/*' });
    service.sandbox.faults.add({ kind: 'status', status: 401, path: '/api/v1/orders' });
    await runCommand(page, 'Swath: Refresh');
    await inStatusBar('Local · key refused');
    await page.getByText('which worked before').waitFor();
    expect(requests().filter(request => request.path.startsWith('/auth/'))).toHaveLength(before + 1);

    // The suspension is over, and the user retries the stored key.
    service.sandbox.faults.clear();
    await runCommand(page, 'Swath: Sign In…');
    await pick(page, 'Local');
    await pick(page, 'Try the Stored Key');
    await inStatusBar('Local · 5,000 credits');
  });

  it('adds a connection step by step, by keys alone, and signs in to it', async () => {
    const { page, service } = product;
    // A suspension caused by a wrong key is over.
    ahead += 120_000;
    const stepIs = (step: number) =>
      until(`step ${step}`, async () => (await quickInputText(page)).title === `Add Connection (${step}/4)`);
    await runCommand(page, 'Swath: Add Connection…');
    await stepIs(1);
    await typeInput(page, 'Work');
    await stepIs(2);
    await typeInput(page, 'http://data.example.com');
    await page.getByText('"baseUrl" must be an address with https://').waitFor();
    await typeInput(page, service.origin);
    // The others are at the same address until they are changed.
    await stepIs(3);
    await pick(page, 'Done');
    await stepIs(4);
    await pick(page, 'Save and Sign In…');
    await typeInput(page, service.sandbox.apiKey);
    await inStatusBar('Work · 5,000 credits');
  });
});
