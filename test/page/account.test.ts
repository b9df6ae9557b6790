import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Dialect } from '../../src/sandbox/sandbox.ts';
import { notifications, pick, typeInput } from '../editor/workbench.ts';
import {
  answerDialog,
  chooseInMenu,
  dialog,
  runCommand,
  screenshot,
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

const saying = (text: string) =>
  until(`a notification that says "${text}"`, async () =>
    (await notifications(product.page)).some(message => message.includes(text)),
  );

async function openSection(name: string): Promise<void> {
  const header = product.page.getByRole('button', { name: `${name} Section` });
  if ((await header.getAttribute('aria-expanded')) === 'false') await header.click();
}

async function balance(): Promise<number> {
  const text = await statusBarItem(product.page, 'Local ·').innerText();
  return Number(/([\d,.]+) credits/.exec(text)?.[1]?.replaceAll(',', ''));
}

describe.each<Dialect>(['specification', 'deployed'])(
  'the account of a service that speaks as %s',
  dialect => {
    beforeEach(async () => {
      product = await startProduct({ dialect, size: { width: 1300, height: 1200 } });
      await signInToLocal(product);
      await product.page.locator('.activitybar').getByRole('tab', { name: 'Swath' }).click();
    });
    afterEach(async ({ task }) => {
      if (task.result?.state === 'fail') await screenshot(product.page, `${dialect} - ${task.name}`);
      await product.stop();
    });

    it('shows contract, roles, consumption and payments, and what the service sent of each', async () => {
      const { page } = product;
      await treeRow(page, /^Balance/).waitFor();
      expect(await treeRow(page, /^Balance/).innerText()).toContain('5,000 credits');
      await treeRow(page, /^Payments/).click();
      await treeRow(page, /^Sum/).waitFor();
      await treeRow(page, /Coastal works/).waitFor();
      await openSection('Subscriptions');
      await chooseInMenu(page, treeRow(page, /^Port of call/).last(), 'Show Details');
      await page.locator('.tab', { hasText: '.json' }).waitFor();
      await until('the fields of the subscription', async () =>
        (await page.locator('.editor-instance .view-lines').innerText()).includes('change-detection'),
      );
      expect(product.workbench.problems).toEqual([]);
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
      await chooseInMenu(page, treeRow(page, /^Quarry watch/), 'Revoke Subscription…');
      await dialog(page).waitFor();
      const text = await dialog(page).innerText();
      expect(text).toContain('Revoke "Quarry watch, monthly"?');
      expect(text).toContain('200 credits');
      expect(sent('GET', /revoke$/)).toBe(0);
      await answerDialog(page, 'Continue…');
      await typeInput(page, 'Quarry watch');
      await page.locator('.quick-input-message', { hasText: 'This is not the title' }).waitFor();
      expect(sent('GET', /revoke$/)).toBe(0);
      await typeInput(page, 'Quarry watch, monthly');
      await until('the refund', async () => (await balance()) === before + 200);
      expect(sent('GET', /revoke$/)).toBe(1);
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
      expect(sent('GET', /revoke$/)).toBe(1);
      // Nothing is sent for a second time, whatever is asked for.
      await runCommand(page, 'Swath: Revoke Subscription…');
      await page.keyboard.press('Escape');
      expect(sent('GET', /revoke$/)).toBe(1);
    });

    it('leaves everything as it is when the user leaves the dialog', async () => {
      const { page } = product;
      await runCommand(page, 'Swath: Revoke Subscription…');
      await pick(page, 'Coastal works, quarterly');
      await dialog(page).waitFor();
      await answerDialog(page, 'Cancel');
      expect(sent('GET', /revoke$/)).toBe(0);
      expect(await balance()).toBe(5000);
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
      await runCommand(page, 'Swath: Refresh');
      await statusBarItem(page, /Local · 5,000 credits/).waitFor();

      const token = await fetch(`${service.origin}${tokenPath}`, {
        method: 'POST',
        body: new URLSearchParams({
          apikey: service.sandbox.apiKey,
          client_id: 'AAA',
          grant_type: 'api_key',
        }),
      }).then(async answer => ((await answer.json()) as { access_token: string }).access_token);
      for (let count = 2; count <= 10; count++) {
        const made = await fetch(`${service.origin}/api/v1/apikeys`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
          body: JSON.stringify({ description: `Filler ${count}` }),
        });
        expect(made.ok).toBe(true);
      }
      const before = sent('POST', /apikeys$/);
      await runCommand(page, 'Swath: Create API Key…');
      await saying('10');
      expect(sent('POST', /apikeys$/)).toBe(before);
      expect(product.workbench.problems).toEqual([]);
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
  },
);
