import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { box } from '../contract/places.ts';
import { pick, typeInput } from '../editor/workbench.ts';
import { analyticOrder, harnessOf, imageOf } from '../unit/sandbox/harness.ts';
import { openOrderFile, placePriced } from './drafted.ts';
import { ordersSent } from './elsewhere.ts';
import {
  clickLens,
  dialog,
  dialogOpens,
  leaveDialog,
  lens,
  type Product,
  runCommand,
  showViews,
  signInToLocal,
  startProduct,
  treeRow,
  until,
} from './product.ts';

/** How often each question is tried in each way. */
const rounds = Number(process.env['SWATH_TEST_ROUNDS'] ?? 1);

let product: Product;

beforeAll(async () => {
  product = await startProduct({ size: { width: 1300, height: 900 } });
  await product.page.locator('.activitybar').getByRole('tab', { name: 'Swath' }).click();
  await signInToLocal(product);
});
afterAll(() => product.stop());

/** What must not happen before an answer counts. */
const spent = () =>
  product.service.sandbox.requests.filter(
    ({ method, path }) =>
      (method === 'POST' && path === '/api/v1/orders') ||
      path.endsWith('/revoke') ||
      (path.startsWith('/api/v1/apikeys') && method !== 'GET'),
  );

interface Press {
  /** The button, as a pattern. */
  button: string;
  how: 'Enter' | 'double click';
  /** How long the window stands still before the dialog can be seen, milliseconds. */
  busyMs: number;
}

/** Runs in the window: presses a button of the next dialog in the moment in which it appears. */
function pressAtOnce({ button, how, busyMs }: Press): void {
  let isPressed = false;
  const appears = new MutationObserver(() => {
    const buttons = [...document.querySelectorAll<HTMLElement>('.monaco-dialog-box .monaco-button')];
    const target = buttons.find(({ textContent }) => new RegExp(button).test(textContent));
    if (isPressed || !target) return;
    isPressed = true;
    appears.disconnect();
    const until = performance.now() + busyMs;
    while (performance.now() < until);
    target.focus();
    if (how === 'double click') {
      target.click();
      target.click();
      return;
    }
    for (const kind of ['keydown', 'keyup'])
      target.dispatchEvent(
        // oxlint-disable-next-line typescript/no-deprecated -- what the editor reads
        new KeyboardEvent(kind, { key: 'Enter', keyCode: 13, bubbles: true, cancelable: true }),
      );
  });
  appears.observe(document.body, { childList: true, subtree: true });
}

async function isAskedAgain(button: string, open: () => Promise<void>): Promise<void> {
  const { page } = product;
  for (let round = 0; round < rounds; round++) {
    for (const busyMs of [0, 1_500]) {
      for (const how of ['Enter', 'double click'] as const) {
        const before = spent().length;
        await page.evaluate(pressAtOnce, { button, how, busyMs });
        await open();
        await dialogOpens(page);
        await dialog(page).getByText('That answer came too soon to count').waitFor();
        await leaveDialog(page);
        expect(spent()).toHaveLength(before);
      }
    }
  }
}

const placeByPalette = () => runCommand(product.page, 'Swath: Place Order…');

describe('an answer in the moment in which a question appears does not', () => {
  it('place an order', async () => {
    const { page } = product;
    await openOrderFile(product, 'Aimed');
    await clickLens(page, 'Price');
    await lens(page, 'Order…').waitFor();
    await isAskedAgain('^Order for', placeByPalette);
  });

  it('place an order that was placed before', async () => {
    const { page } = product;
    await placePriced(product);
    await until('the order', () => Promise.resolve(ordersSent(product).length === 1));
    await page.locator('.tab', { hasText: 'aimed.order.json' }).click();
    await isAskedAgain('^Type the Amount', placeByPalette);
  });

  it('place several orders', async () => {
    const { page, folder, service } = product;
    const there = harnessOf(service.sandbox);
    const images = [await imageOf(there, 'PHR')];
    const east = [0, 0.001];
    for (const [index, move] of east.entries()) {
      const aoi = box(5.34 + move, 43.29, 5.345 + move, 43.293);
      const body = analyticOrder(images, { title: `Beside ${index}`, aoi });
      await writeFile(join(folder, `beside-${index}.order.json`), JSON.stringify(body));
    }
    await isAskedAgain('^Order for', async () => {
      await runCommand(page, 'Swath: Place Orders…');
      const list = page.locator('.quick-input-widget');
      await list.locator('.label-name', { hasText: 'Beside 1' }).waitFor();
      await list.getByText('2 Selected').waitFor();
      await page.keyboard.press('Enter');
      await list.locator('.quick-input-title', { hasText: 'Total' }).waitFor();
      await page.keyboard.press('Enter');
    });
  });

  it('revoke a subscription', async () => {
    const { page } = product;
    await isAskedAgain('^Continue', async () => {
      await runCommand(page, 'Swath: Revoke Subscription…');
      await pick(page, 'Quarry watch, monthly');
    });
  });

  it('delete or rotate a key', async () => {
    const { page } = product;
    await showViews(page, 'API Keys');
    await treeRow(page, /in use/).waitFor();
    await isAskedAgain('^Delete and', async () => {
      await runCommand(page, 'Swath: Delete API Key…');
      await page.locator('.quick-input-widget .monaco-list-row').first().waitFor();
      await page.keyboard.press('Enter');
    });
    await isAskedAgain('^Rotate and Delete', async () => {
      await runCommand(page, 'Swath: Rotate API Key…');
      await typeInput(page, 'Next');
    });
  });
});
