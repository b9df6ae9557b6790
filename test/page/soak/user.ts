import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame, Page } from 'playwright-core';
import { openWorkbench, setTheme, type Workbench } from '../../editor/browser.ts';
import { notifications, openFile, pick, typeInput } from '../../editor/workbench.ts';
import { openFilters, resultRows } from '../../webview/mapPage.ts';
import {
  clickLens,
  dialog,
  mapPage,
  pressInDialog,
  type Product,
  reloadWindow,
  runCommand,
  statusBarItem,
  typeToConfirm,
} from '../product.ts';
import type { Chance } from './chance.ts';
import type { Yes } from './orderAccount.ts';

/** Relative frequency of each action. */
const weights = {
  'search by lens': 4,
  'filter the search': 4,
  'choose images': 4,
  'draft on the map': 2,
  'write an order': 3,
  'price an order': 3,
  order: 14,
  'edit while pricing': 2,
  'open a report': 3,
  'download everything': 1,
  refresh: 4,
  'look at the side bar': 2,
  'switch the theme': 1,
  'hide the map': 2,
  'sign out and in': 1,
  'look up': 2,
  'second window': 2,
} as const;

export type Deed = keyof typeof weights;

export interface User {
  something(): Deed;
  /** Rejects if it can't be done in time. */
  do(deed: Deed): Promise<void>;
  /** Cancels any open question. */
  stepBack(): Promise<void>;
  ensureSignedIn(): Promise<void>;
  /** Everything that the user confirmed. */
  readonly yeses: readonly Yes[];
  /** Closes everything: editors, map, second window. */
  tidyUp(): Promise<void>;
}

/** How long the user waits for something to appear, ms. */
const patience = 12_000;

/** @param body of an order that the service accepts */
export function createUser(product: Product, chance: Chance, body: object): User {
  const { page, folder, service, editor } = product;
  const yeses: Yes[] = [];
  const files: string[] = [];
  let secondWindow: Workbench | undefined;
  let isDark = true;
  let count = 0;

  const first = (selector: string) => page.locator(selector).first();
  /** In the active editor, because other columns have lenses too. */
  const lens = (text: string | RegExp) =>
    page.locator('.editor-group-container.active .codelens-decoration a', { hasText: text }).first();
  /** It was sent, and must be checked before it can be edited into another order. */
  const unclear = () => lens(/not confirmed/);
  const shownMap = async (): Promise<Frame> => {
    await runCommand(page, 'Swath: Open Map');
    return mapPage(page);
  };

  async function stepBack() {
    for (let time = 0; time < 3; time++) {
      if (await dialog(page).isVisible()) await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
    }
    await runCommand(page, 'Notifications: Clear All Notifications');
  }

  async function ensureSignedIn(where: Page = page) {
    if (await statusBarItem(where, 'Local ·').isVisible()) return;
    await runCommand(where, 'Swath: Sign In…');
    await pick(where, 'Local');
    const kept = where.locator('.quick-input-list .monaco-list-row', { hasText: 'Try the Stored Key' });
    const box = where.locator('.quick-input-widget input[type=password]');
    await kept.or(box).first().waitFor({ timeout: patience });
    if (await kept.isVisible()) await pick(where, 'Try the Stored Key');
    else await typeInput(where, service.sandbox.apiKey);
    await statusBarItem(where, 'Local ·').waitFor({ timeout: patience });
  }

  /** Copies the order to a file with its own title. */
  async function writeOrder(): Promise<string> {
    const title = `Soak ${++count}`;
    const name = `soak-${count}.order.json`;
    await writeFile(join(folder, name), `${JSON.stringify({ ...body, title }, undefined, 2)}\n`);
    files.push(name);
    return name;
  }

  const someOrder = async () => {
    const [newest] = files.slice(-1);
    const isNew = newest === undefined || chance.next() < 0.5;
    return isNew ? writeOrder() : chance.of([newest, files[chance.below(files.length)] ?? newest]);
  };

  async function price(name: string) {
    await openFile(page, name);
    const failed = page.locator('.notifications-toasts').getByText(/The service|The answer/);
    // A failure is reported, and the user tries again.
    for (let time = 0; time < 3; time++) {
      await runCommand(page, 'Notifications: Clear All Notifications');
      await runCommand(page, 'Swath: Price Order');
      await lens('Order…').or(failed).or(unclear()).first().waitFor({ timeout: patience });
      if ((await lens('Order…').isVisible()) || (await unclear().isVisible())) return;
    }
    throw new Error('There is no price to be had.');
  }

  /** Clicking a lens while it is redrawn does nothing. */
  async function clickOrder() {
    for (let time = 0; time < 4 && !(await dialog(page).isVisible()); time++) {
      await lens('Order…').click();
      await dialog(page)
        .waitFor({ timeout: 2_500 })
        .catch(() => undefined);
    }
  }

  async function order(name: string) {
    await openFile(page, name);
    if (!(await lens('Order…').isVisible()) && !(await unclear().isVisible())) await price(name);
    if (await unclear().isVisible()) return checkOrder();
    await clickOrder();
    await dialog(page).waitFor({ timeout: patience });
    const question = /Order "(.*)"\?/.exec(await dialog(page).innerText());
    const button = dialog(page).getByRole('button', { name: /^(Order for|Type the Amount)/ });
    if (!question || !(await button.isVisible()) || chance.next() < 0.15) {
      await page.keyboard.press('Escape');
      return;
    }
    const yes: Yes = { title: question[1] ?? '', reported: [] };
    yeses.push(yes);
    const before = await notifications(page);
    const amount = /Price: ([\d,.]+ credits?)/.exec(await dialog(page).innerText())?.[1];
    const isTyped = (await button.innerText()).startsWith('Type');
    await pressInDialog(page, /^(Order for|Type the Amount)/);
    if (isTyped) await typeToConfirm(page, amount ?? '');
    const end = Date.now() + 40_000;
    while (yes.reported.length === 0 && Date.now() < end) {
      const texts = (await notifications(page)).filter(text => !text.startsWith('Placing the order'));
      yes.reported = texts.filter(text => !before.includes(text));
      if (await dialog(page).isVisible()) yes.reported.push(await dialog(page).innerText());
      await page.waitForTimeout(200);
    }
  }

  /** Repeats until the outcome of every order is known, or the question is canceled. */
  async function checkOrder() {
    await runCommand(page, 'Swath: Check Unconfirmed Order…');
    for (let questions = 0; questions < 6; questions++) {
      const row = page.locator('.quick-input-widget .monaco-list-row').first();
      await page.waitForTimeout(1_500);
      if (await dialog(page).isVisible()) {
        const text = await dialog(page).innerText();
        const notBooked = dialog(page).getByRole('button', { name: 'It Was Not Booked' });
        if (text.includes("doesn't list") && (await notBooked.isVisible()))
          await pressInDialog(page, 'It Was Not Booked');
        else await page.keyboard.press('Escape');
      } else if (await row.isVisible()) await page.keyboard.press('Enter');
      else if (
        (await notifications(page)).some(text => /no unconfirmed orders|marked as not booked/.test(text))
      )
        return;
    }
  }

  const deeds: Readonly<Record<Deed, () => Promise<void>>> = {
    'search by lens': async () => {
      await openFile(page, chance.of(['harbour.aoi.geojson', 'airport.aoi.geojson', 'fields.aoi.geojson']));
      await clickLens(page, 'Search Images');
      const map = await mapPage(page);
      await resultRows(map)
        .first()
        .or(map.getByRole('heading', { name: 'The search failed' }))
        .first()
        .waitFor();
    },
    'filter the search': async () => {
      const map = await shownMap();
      await openFilters(map);
      await map.getByLabel('Cloud %: Maximum').fill(String(5 + chance.below(95)));
      await map.getByLabel('Cloud %: Maximum').press('Enter');
      const failed = map.getByRole('heading', { name: 'The search failed' });
      await resultRows(map).first().or(failed).first().waitFor();
    },
    'choose images': async () => {
      const rows = resultRows(await shownMap());
      await rows.first().waitFor();
      await rows.nth(chance.below(Math.min(8, await rows.count()))).click();
    },
    'draft on the map': async () => {
      const map = await shownMap();
      if (!(await map.getByText(/^\d+ selected/).isVisible())) await resultRows(map).first().click();
      await map.getByRole('button', { name: 'Draft Order' }).click();
      await pick(page, 'Analytic report');
      await pick(page, 'Cars detection');
      await typeInput(page, `Soak draft ${++count}`);
      await first('.tab.active[data-resource-name$=".order.json"]').waitFor();
    },
    'write an order': async () => openFile(page, await writeOrder()),
    'price an order': async () => price(await someOrder()),
    order: async () => order(await someOrder()),
    'edit while pricing': async () => {
      await openFile(page, await writeOrder());
      await runCommand(page, 'Swath: Price Order');
      // Appends whitespace: the text changes, the body does not.
      await page.keyboard.press('ControlOrMeta+End');
      await page.keyboard.insertText(' \n');
      await page.keyboard.press('ControlOrMeta+s');
      await lens(/Price|Order…/).waitFor();
    },
    'open a report': async () => {
      await runCommand(page, 'Swath: Open Report');
      const row = page.locator('.quick-input-widget .monaco-list-row').first();
      const tab = first('.tab.active[aria-label^="Swath Map"]');
      await row.or(tab).or(first('.notification-list-item-message')).first().waitFor();
      if (await row.isVisible()) await page.keyboard.press('Enter');
      await tab.waitFor();
    },
    'download everything': async () => {
      await runCommand(page, 'Swath: Download All Ready Deliveries');
      await first('.notification-list-item-message').waitFor();
    },
    refresh: () => runCommand(page, 'Swath: Refresh'),
    'look at the side bar': async () => {
      await runCommand(page, chance.of(['Swath: Focus on Orders View', 'Swath: Focus on Ledger View']));
      await first('.sidebar .monaco-list-row').click();
      await page.keyboard.press('ArrowRight');
    },
    'switch the theme': async () => {
      isDark = !isDark;
      await setTheme(page, isDark ? 'dark' : 'light');
    },
    'hide the map': async () => {
      await shownMap();
      await page.locator('.tab', { hasText: 'Swath Map' }).click();
      await page.keyboard.press('ControlOrMeta+w');
      await shownMap();
    },
    'sign out and in': async () => {
      await runCommand(page, 'Swath: Sign Out');
      await pressInDialog(page, /^Sign Out$/);
      await statusBarItem(page, 'Local').waitFor({ state: 'hidden' });
      await ensureSignedIn();
    },
    'look up': checkOrder,
    'second window': async () => {
      if (secondWindow && chance.next() < 0.3) {
        await secondWindow.close();
        secondWindow = undefined;
        return;
      }
      if (secondWindow) await reloadWindow(secondWindow.page);
      else secondWindow = await openWorkbench(editor, { size: { width: 1000, height: 800 } });
      secondWindow.page.setDefaultTimeout(patience);
      await ensureSignedIn(secondWindow.page);
      await runCommand(secondWindow.page, 'Swath: Refresh');
    },
  };

  return {
    yeses,
    stepBack,
    ensureSignedIn,
    do: deed => deeds[deed](),
    something: () => chance.weighted(weights),
    async tidyUp() {
      await secondWindow?.close();
      secondWindow = undefined;
      await stepBack();
      await runCommand(page, 'File: Save All Files').catch(() => undefined);
      await runCommand(page, 'View: Close All Editors');
      if (await dialog(page).isVisible()) {
        await dialog(page)
          .getByRole('button', { name: /Don.t Save/ })
          .click();
      }
    },
  };
}
