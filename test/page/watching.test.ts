import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkbench, type Workbench } from '../editor/browser.ts';
import { notifications } from '../editor/workbench.ts';
import {
  analyticOrder,
  exchange,
  imageOf,
  product as productOf,
  productOrder,
  type Harness,
} from '../unit/sandbox/harness.ts';
import {
  runCommand,
  screenshot,
  signInToLocal,
  startProduct,
  treeRow,
  until,
  type Product,
} from './product.ts';

let product: Product;
let other: Workbench;

beforeAll(async () => {
  product = await startProduct({ size: { width: 1200, height: 900 } });
  other = await openWorkbench(product.editor, { size: { width: 1200, height: 900 } });
  for (const page of pages()) {
    await page.locator('.activitybar').getByRole('tab', { name: 'Swath' }).click();
    await signInToLocal({ ...product, page });
  }
}, 240_000);
afterAll(async () => {
  // Not there where the start failed.
  await (other as Workbench | undefined)?.close();
  await product.stop();
});

const pages = () => [product.page, other.page];
const told = async () => (await Promise.all(pages().map(notifications))).flat();
const toldOf = async (text: RegExp) => (await told()).filter(one => text.test(one));

/** Somebody else orders with the same account: nothing but the watching can show it here. */
async function placeElsewhere(...orders: ((h: Harness) => Promise<unknown>)[]): Promise<void> {
  const { sandbox, origin } = product.service;
  const form = { apikey: sandbox.apiKey, client_id: 'IDP', grant_type: 'api_key' };
  const { access_token: token } = (await (await exchange(sandbox, form)).json()) as { access_token: string };
  const call: Harness['call'] = async (method, path, body) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await sandbox.fetch(new Request(origin + path, { method, headers, ...sent }));
    // The caller knows what is answered.
    return { status: response.status, headers: response.headers, body: (await response.json()) as never };
  };
  const h: Harness = { sandbox, clock: { now: 0 }, call, token: () => Promise.resolve(token) };
  for (const order of orders) {
    const { status } = await call('POST', '/api/v1/orders', await order(h));
    expect(status).toBe(201);
  }
}

const cars = (title: string) => async (h: Harness) => analyticOrder([await imageOf(h, 'PHR')], { title });
const pair = async (h: Harness) => {
  const image = await imageOf(h, 'PHR');
  return productOrder(productOf(image), productOf(image, { productType: 'pansharpened' }));
};

const readings = () =>
  product.service.sandbox.requests.filter(
    one => one.method === 'GET' && one.path.startsWith('/api/v1/orders'),
  );

/** What stands at the icons of the activity bar of each window: one number, of the Orders view. */
const badges = () =>
  Promise.all(
    pages().map(async page => {
      const texts = await page.locator('.activitybar .badge-content').allInnerTexts();
      return texts.filter(text => text !== '').join();
    }),
  );

describe('two windows that watch the orders of one account', () => {
  it('are both told by the reading of one, and tell a person once of what comes together', async () => {
    await placeElsewhere(cars('Quay'), cars('Mole'), pair);
    const before = readings().length;
    await runCommand(product.page, 'Swath: Refresh');
    for (const page of pages()) await treeRow(page, /^Quay, ordered/).waitFor();
    await until('the orders to be delivered in both windows', async () => {
      const rows = pages().map(page => treeRow(page, /^Quay, delivered/).isVisible());
      return (await Promise.all(rows)).every(Boolean);
    });
    await until('the end of all three to be told', async () => {
      const texts = (await told()).join('\n');
      return ['Quay', 'Mole', 'Image product'].every(name => texts.includes(name));
    });
    await screenshot(product.page, 'watching - one window');
    await screenshot(other.page, 'watching - the other window');
    for (const name of [/Quay/, /Mole/, /Image product/]) expect(await toldOf(name)).toHaveLength(1);
    await until('the badge in both windows', async () => (await badges()).join() === '3,3');
    // The refresh, and some rounds of one window; two that watched by themselves would take twice as many.
    expect(readings().length - before).toBeLessThanOrEqual(4);
  });

  it('clear the badge of what is opened in one of them', async () => {
    await treeRow(other.page, /^Quay, delivered/).click();
    await until('the badge to go down in both windows', async () => (await badges()).join() === '2,2');
  });
});
