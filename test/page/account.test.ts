import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pick, typeInput, webviewFrame } from '../editor/workbench.ts';
import { openOrderFile, priceAndPlace } from './drafted.ts';
import { goOnWhileGood } from './goOnWhileGood.ts';
import {
  answerDialog,
  chooseInMenu,
  dialog,
  dialogOpens,
  type Product,
  runCommand,
  sectionHeader,
  showViews,
  signInToLocal,
  startProduct,
  statusBarItem,
  treeRow,
  typeToConfirm,
  until,
} from './product.ts';

const tokenPath = '/auth/realms/IDP/protocol/openid-connect/token';

let product: Product;

const sent = (method: string, path: RegExp) =>
  product.service.sandbox.requests.filter(request => request.method === method && path.test(request.path))
    .length;

/** Number of revocations sent since the test began. */
const revokes = () => sent('GET', /revoke$/) + sent('PUT', /revoke$/) - revokesBefore;
let revokesBefore = 0;

/** Checks the notification center, because VS Code shows at most three toasts at a time. */
async function saying(text: string): Promise<void> {
  const { page } = product;
  await runCommand(page, 'Notifications: Show Notifications');
  const center = page.locator('.notifications-center');
  await center.locator('.notification-list-item-message', { hasText: text }).waitFor();
  await page.keyboard.press('Escape');
  await center.waitFor({ state: 'hidden' });
}

async function openSection(name: string): Promise<void> {
  const header = sectionHeader(product.page, name);
  if ((await header.getAttribute('aria-expanded')) === 'false') await header.click();
}

async function balance(): Promise<number> {
  const text = await statusBarItem(product.page, 'Local ·').innerText();
  return Number(/([\d,.]+) credits/.exec(text)?.[1]?.replaceAll(',', ''));
}

// The deployed dialect of the service; the other files use the one from the specification.
beforeAll(async () => {
  product = await startProduct({ dialect: 'deployed', size: { width: 1300, height: 1200 } });
  const { page, editor } = product;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: editor.origin });
  await signInToLocal(product);
  await page.locator('.activitybar').getByRole('tab', { name: 'Swath' }).click();
  await showViews(page, 'Contracts', 'Subscriptions');
});
beforeEach(() => {
  revokesBefore = 0;
  revokesBefore = revokes();
});
afterAll(async () => {
  expect(product.workbench.problems).toEqual([]);
  await product.stop();
});
// The ledger shows what the previous tests did.
goOnWhileGood();

describe('the account', () => {
  it("shows contract, roles, consumption and payments, and the service's record of each", async () => {
    const { page } = product;
    await treeRow(page, /^Balance/).waitFor();
    expect(await treeRow(page, /^Balance/).innerText()).toContain('5,000 credits');
    await treeRow(page, /^Payments/).click();
    await treeRow(page, /^Total/).waitFor();
    const payment = treeRow(page, /^Coastal works.*600 credits/);
    await chooseInMenu(page, payment, 'Show Details');
    const frame = await webviewFrame(page, '#swath-order');
    await frame.getByRole('term').filter({ hasText: 'Subscription' }).waitFor();
    await frame.getByRole('button', { name: 'Show Raw JSON' }).click();
    await page.locator('.tab', { hasText: '.json' }).waitFor();
    await chooseInMenu(page, payment, 'Go to Related Order or Subscription');
    const subscription = page.locator('.monaco-list:focus .monaco-list-row.focused');
    await subscription.filter({ hasText: 'Coastal works, quarterly' }).waitFor();
  });

  it('switches to another connection and back without asking for a key again', async () => {
    const { page } = product;
    await runCommand(page, 'Swath: Switch Connection…');
    await pick(page, 'Sandbox');
    await statusBarItem(page, /Sandbox · 5,000 credits/).waitFor();
    const before = sent('POST', /openid-connect\/token$/);
    await runCommand(page, 'Swath: Switch Connection…');
    await pick(page, 'Local');
    await statusBarItem(page, /Local · 5,000 credits/).waitFor();
    // The client of a new session requests its own token; the key was already there.
    expect(sent('POST', /openid-connect\/token$/) - before).toBe(1);

    await page
      .getByRole('button', { name: /Accounts/ })
      .first()
      .click();
    await page.locator('.context-view').getByText('Local (Swath)').waitFor();
    await page.keyboard.press('Escape');
  });

  it('revokes after showing the refund and asking to type the title', async () => {
    const { page } = product;
    const before = await balance();
    await runCommand(page, 'Swath: Revoke Subscription…');
    await pick(page, 'Quarry watch, monthly');
    await dialogOpens(page);
    const text = await dialog(page).innerText();
    expect(text).toContain('Revoke "Quarry watch, monthly"?');
    expect(text).toContain('200 credits');
    expect(revokes()).toBe(0);
    await answerDialog(page, 'Continue…');
    await typeToConfirm(page, 'Quarry watch');
    await page
      .locator('.quick-input-message', { hasText: 'Type "Quarry watch, monthly" to confirm' })
      .waitFor();
    expect(revokes()).toBe(0);
    await typeToConfirm(page, 'Quarry watch, monthly');
    await until('the refund', async () => (await balance()) === before + 200);
    expect(revokes()).toBe(1);
    await treeRow(page, /^Quarry watch.*revoked/).waitFor();
  });

  it('creates and deletes keys, up to the maximum of ten', async () => {
    const { page, service } = product;
    await openSection('API Keys');
    await treeRow(page, /in use/).waitFor();
    await runCommand(page, 'Swath: Create API Key…');
    await typeInput(page, 'Build server');
    await pick(page, 'Copy to Clipboard');
    await treeRow(page, /^Build server/).waitFor();
    expect(sent('POST', /apikeys$/)).toBe(1);
    const secret = await page.evaluate(() => navigator.clipboard.readText());
    expect(secret).not.toBe('');

    await chooseInMenu(page, treeRow(page, /^Build server/), 'Delete API Key…');
    await dialogOpens(page);
    expect(sent('DELETE', /apikeys\//)).toBe(0);
    await answerDialog(page, /Delete/);
    await typeToConfirm(page, 'Build server');
    await treeRow(page, /^Build server/).waitFor({ state: 'detached' });
    expect(sent('DELETE', /apikeys\//)).toBe(1);

    await runCommand(page, 'Swath: Rotate API Key…');
    await typeInput(page, 'Second life');
    await dialogOpens(page);
    await answerDialog(page, 'Rotate and Delete Previous Key');
    await treeRow(page, /^Second life.*in use/).waitFor();
    await until('the former key to be deleted', () => Promise.resolve(sent('DELETE', /apikeys\//) === 2));

    await fillUpKeys(service);
    const before = sent('POST', /apikeys$/);
    await runCommand(page, 'Swath: Create API Key…');
    await saying('10 API keys');
    expect(sent('POST', /apikeys$/)).toBe(before);
    for (const key of [secret, service.sandbox.apiKey]) expect(await product.log()).not.toContain(key);
  });

  it('opens a diagnosis without key or token', async () => {
    const { page, service } = product;
    await runCommand(page, 'Swath: Diagnose Connection');
    await page.locator('.tab.active', { hasText: 'Diagnosis of Local' }).waitFor();
    const text = (await webviewFrame(page, '.markdown-body')).locator('.markdown-body');
    await text.getByText(new URL(service.origin).host).first().waitFor();
    expect(await text.innerText()).not.toContain(service.sandbox.apiKey);
  });
});

/** The screen reader labels of the visible ledger rows, without the dates. */
async function entries(): Promise<string[]> {
  const rows = product.page.locator('.sidebar').getByRole('treeitem', { name: / UTC( \([^)]+\))?, \w/ });
  return rows.evaluateAll(all => all.map(row => row.getAttribute('aria-label') ?? ''));
}

describe('the ledger', () => {
  it('contains what was revoked, created, deleted, priced and ordered, each with its amount', async () => {
    const { page } = product;
    await openOrderFile(product, 'Ledger quay');
    await priceAndPlace(product);
    await showViews(page, 'Orders');
    await treeRow(page, /^Ledger quay\b/).waitFor();
    await showViews(page, 'Ledger');
    const moment = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC( \([^)]+ local time\))?`;
    const done = [
      `^Ledger quay, Order, −1 credit, ${moment}, Local$`,
      `^Second life, Key rotated, ${moment}, Local$`,
      `^First key, Key deleted, ${moment}, Local$`,
      `^Second life, Switched to key, ${moment}, Local$`,
      `^Second life, Key created, ${moment}, Local$`,
      `^Build server, Key deleted, ${moment}, Local$`,
      `^Build server, Key created, ${moment}, Local$`,
      `^Quarry watch, monthly, Revocation, \\+200 credits, ${moment}, Local$`,
    ];
    let rows: string[] = [];
    await until('its rows', async () => (rows = await entries()).length >= done.length);
    expect(rows).toEqual(done.map(pattern => expect.stringMatching(new RegExp(pattern)) as string));
    await treeRow(page, /^Prices, nothing spent, 1$/).click();
    await treeRow(page, new RegExp(`^Ledger quay, Price, 1 credit, ${moment}, Local$`)).waitFor();
  });
});

/** Creates keys outside of Swath until the user has ten. */
async function fillUpKeys({ origin, sandbox }: Product['service']): Promise<void> {
  const exchange = await fetch(`${origin}${tokenPath}`, {
    method: 'POST',
    body: new URLSearchParams({ apikey: sandbox.apiKey, client_id: 'AAA', grant_type: 'api_key' }),
  });
  const { access_token: token } = (await exchange.json()) as { access_token: string };
  for (let count = 2; count <= 10; count++) {
    const made = await fetch(`${origin}/api/v1/apikeys`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ description: `Filler ${count}` }),
    });
    expect(made.ok).toBe(true);
  }
}
