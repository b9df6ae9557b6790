import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Dialect } from '../../src/sandbox/sandbox.ts';
import { pick, typeInput } from '../editor/workbench.ts';
import {
  answerDialog,
  chooseInMenu,
  dialog,
  runCommand,
  screenshot,
  sectionHeader,
  signInToLocal,
  startProduct,
  statusBarItem,
  treeRow,
  until,
  type Product,
} from './product.ts';

const tokenPath = '/auth/realms/IDP/protocol/openid-connect/token';

let product: Product;

const sent = (method: string, path: RegExp) =>
  product.service.sandbox.requests.filter(one => one.method === method && path.test(one.path)).length;

/** Revokes sent since the test began. */
const revokes = () => sent('GET', /revoke$/) - revokesBefore;
let revokesBefore = 0;

/** Looks into the notification centre: of toasts, the editor shows no more than three within a moment. */
async function saying(text: string): Promise<void> {
  const { page } = product;
  await runCommand(page, 'Notifications: Show Notifications');
  const centre = page.locator('.notifications-center');
  await centre.locator('.notification-list-item-message', { hasText: text }).waitFor();
  await page.keyboard.press('Escape');
  await centre.waitFor({ state: 'hidden' });
}

async function openSection(name: string): Promise<void> {
  const header = sectionHeader(product.page, name);
  if ((await header.getAttribute('aria-expanded')) === 'false') await header.click();
}

async function balance(): Promise<number> {
  const text = await statusBarItem(product.page, 'Local ·').innerText();
  return Number(/([\d,.]+) credits/.exec(text)?.[1]?.replaceAll(',', ''));
}

describe.each<Dialect>(['specification', 'deployed'])(
  'the account of a service that speaks as %s',
  dialect => {
    beforeAll(async () => {
      product = await startProduct({ dialect, size: { width: 1300, height: 1400 } });
      await signInToLocal(product);
      await product.page.locator('.activitybar').getByRole('tab', { name: 'Swath' }).click();
    });
    beforeEach(() => {
      revokesBefore = sent('GET', /revoke$/);
    });
    afterEach(async ({ task }) => {
      if (task.result?.state === 'fail')
        await screenshot(product.page, `account - ${dialect} - ${task.name}`);
    });
    afterAll(async () => {
      expect(product.workbench.problems).toEqual([]);
      await product.stop();
    });

    it('shows contract, roles, consumption and payments, and what the service sent of each', async () => {
      const { page } = product;
      await treeRow(page, /^Balance/).waitFor();
      expect(await treeRow(page, /^Balance/).innerText()).toContain('5,000 credits');
      await treeRow(page, /^Payments/).click();
      await treeRow(page, /^Sum/).waitFor();
      const payment = treeRow(page, /^Coastal works.*600 credits/);
      await chooseInMenu(page, payment, 'Show Details');
      await page.locator('.tab', { hasText: '.json' }).waitFor();
      await until('the fields of the payment', async () =>
        (await page.locator('.editor-instance .view-lines').innerText()).includes('subscriptionId'),
      );
      await treeRow(page, /^Payments/).click();
    });

    it('goes over to another connection and back without asking for a key again', async () => {
      const { page } = product;
      await runCommand(page, 'Swath: Switch Connection…');
      await pick(page, 'Sandbox');
      await statusBarItem(page, /Sandbox · 5,000 credits/).waitFor();
      const before = sent('POST', /openid-connect\/token$/);
      await runCommand(page, 'Swath: Switch Connection…');
      await pick(page, 'Local');
      await statusBarItem(page, /Local · 5,000 credits/).waitFor();
      // A client of a new session asks for a token of its own; the key was there.
      expect(sent('POST', /openid-connect\/token$/) - before).toBe(1);

      await page
        .getByRole('button', { name: /Accounts/ })
        .first()
        .click();
      await page.locator('.context-view').getByText('Local (Swath)').waitFor();
      await page.keyboard.press('Escape');
    });

    it('revokes what has not started at once, after the arithmetic and the title by hand', async () => {
      const { page } = product;
      const before = await balance();
      await openSection('Subscriptions');
      await chooseInMenu(page, treeRow(page, /^Quarry watch.*pending/), 'Revoke Subscription…');
      await dialog(page).waitFor();
      const text = await dialog(page).innerText();
      expect(text).toContain('Revoke "Quarry watch, monthly"?');
      expect(text).toContain('200 credits');
      expect(revokes()).toBe(0);
      await answerDialog(page, 'Continue…');
      await typeInput(page, 'Quarry watch');
      await page.locator('.quick-input-message', { hasText: 'This is not the title' }).waitFor();
      expect(revokes()).toBe(0);
      await typeInput(page, 'Quarry watch, monthly');
      await until('the refund', async () => (await balance()) === before + 200);
      expect(revokes()).toBe(1);
      await treeRow(page, /^Quarry watch.*revoked/).waitFor();
    });

    it('revokes what runs at the end of its run, from the palette', async () => {
      const { page } = product;
      const before = await balance();
      await runCommand(page, 'Swath: Revoke Subscription…');
      await pick(page, 'Port of call, monthly');
      await dialog(page).waitFor();
      const text = await dialog(page).innerText();
      expect(text).toMatch(/run 1 of 4/i);
      expect(text).toContain('300 credits');
      await answerDialog(page, 'Continue…');
      await typeInput(page, 'Port of call, monthly');
      await until('the refund', async () => (await balance()) === before + 300);
      expect(revokes()).toBe(1);
    });

    it('leaves everything as it is when the user leaves the dialog', async () => {
      const { page } = product;
      const before = await balance();
      await runCommand(page, 'Swath: Revoke Subscription…');
      await pick(page, 'Coastal works, quarterly');
      await dialog(page).waitFor();
      await answerDialog(page, 'Cancel');
      await runCommand(page, 'Swath: Refresh');
      expect(revokes()).toBe(0);
      expect(await balance()).toBe(before);
    });

    it('takes keys through their life, up to the tenth and no further', async () => {
      const { page, service } = product;
      await openSection('API Keys');
      await treeRow(page, /in use/).waitFor();
      await runCommand(page, 'Swath: Create API Key…');
      await typeInput(page, 'Build server');
      await pick(page, 'Copy to the clipboard');
      await treeRow(page, /^Build server/).waitFor();
      expect(sent('POST', /apikeys$/)).toBe(1);

      await chooseInMenu(page, treeRow(page, /^Build server/), 'Delete API Key…');
      await dialog(page).waitFor();
      expect(sent('DELETE', /apikeys\//)).toBe(0);
      await answerDialog(page, /Delete/);
      await saying('the service lists it no more');
      expect(sent('DELETE', /apikeys\//)).toBe(1);

      await runCommand(page, 'Swath: Rotate API Key…');
      await typeInput(page, 'Second life');
      await dialog(page).waitFor();
      await answerDialog(page, 'Rotate and Delete the Former Key');
      await saying('The new key "Second life" is in use');
      await treeRow(page, /^Second life.*in use/).waitFor();
      expect(sent('DELETE', /apikeys\//)).toBe(2);

      await fillUpKeys(service);
      const before = sent('POST', /apikeys$/);
      await runCommand(page, 'Swath: Create API Key…');
      await saying('10 API keys');
      expect(sent('POST', /apikeys$/)).toBe(before);
      expect(await product.log()).not.toContain(service.sandbox.apiKey);
    });

    it('opens a diagnosis without key or token', async () => {
      const { page, service } = product;
      await runCommand(page, 'Swath: Diagnose Connection');
      await page.locator('.tab.active', { hasText: 'Diagnosis of Local' }).waitFor();
      const text = page.locator('.editor-instance .view-lines');
      await until('the hosts', async () => (await text.innerText()).includes(new URL(service.origin).host));
      expect(await text.innerText()).not.toContain(service.sandbox.apiKey);
    });

    it('leads from a payment to what it was for', async () => {
      const { page } = product;
      await treeRow(page, /^Payments/).click();
      await chooseInMenu(page, treeRow(page, /^Coastal works.*600 credits/), 'Show What It Was For');
      const subscription = page.locator('.monaco-list:focus .monaco-list-row.focused');
      await subscription.filter({ hasText: 'Coastal works, quarterly' }).waitFor();
    });
  },
);

/** Creates keys past Swath until the user holds ten. */
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
