import { vi } from 'vitest';
import type { Order, Price } from '../../../src/model/order/order.ts';
import type { Log } from '../../../src/platform/log.ts';
import { createAccount } from '../../../src/state/account.ts';
import type { Budget } from '../../../src/state/budget.ts';
import { createJournal } from '../../../src/state/journal.ts';
import { createLookUp } from '../../../src/state/lookUp.ts';
import type { Orders, OrdersState } from '../../../src/state/orders.ts';
import { createPlacing } from '../../../src/state/placing.ts';
import { createPrices } from '../../../src/state/prices.ts';
import { signal } from '@preact/signals-core';
import { bareOrder } from '../model/fixtures.ts';
import { box, polygon } from '../model/geometry/polygons.ts';
import { contract, fakeClient, memoryJournal, price, profile, signedInSession } from '../state/fakes.ts';
import { fakeInputs } from './fakeInputs.ts';
import { scripted, scriptedVscode } from './scriptedWindow.ts';

class FakeUri {
  readonly scheme = 'file';
  readonly path: string;
  constructor(path: string) {
    this.path = path;
  }
  static parse = (text: string) => new FakeUri(text.replace('file://', ''));
  toString = () => `file://${this.path}`;
}

export const orderDesk = {
  /** Text of each order file, by its name. */
  files: new Map<string, string>(),
  inputs: fakeInputs(),
  ran: [] as unknown[][],
  shown: [] as { title: string; text: string }[],
  /** Cancels what shows its progress. */
  cancel: () => {},
};

export const uriOf = (name: string) => new FakeUri(`/drafts/${name}.order.json`);

/** Buttons can be objects, which are answered by their titles. */
async function showMessage(text: string, ...rest: unknown[]): Promise<unknown> {
  const isButton = (one: unknown): one is { title: string } =>
    typeof one === 'object' && one !== null && 'title' in one;
  const given = rest.map(one => (isButton(one) ? one.title : one));
  const answer = await scriptedVscode.window.showWarningMessage(text, ...(given as string[]));
  return rest.filter(isButton).find(({ title }) => title === answer) ?? answer;
}

/** The editor as ordering meets it. */
export const orderVscode = {
  ...scriptedVscode,
  Uri: FakeUri,
  commands: {
    executeCommand: (...given: unknown[]) => Promise.resolve(void orderDesk.ran.push(given)),
  },
  window: {
    ...scriptedVscode.window,
    createQuickPick: () => {
      const pick = orderDesk.inputs.window.createQuickPick();
      return Object.assign(pick, { onDidChangeSelection: () => undefined });
    },
    showWarningMessage: showMessage,
    showInformationMessage: showMessage,
    withProgress: (options: { title: string }, run: (told: object, cancel: object) => unknown) => {
      scripted.statusBar.push(options.title);
      const cancel = {
        isCancellationRequested: false,
        onCancellationRequested(listener: () => void) {
          orderDesk.cancel = () => {
            cancel.isCancellationRequested = true;
            listener();
          };
          return { dispose: () => undefined };
        },
      };
      return run({ report: () => undefined }, cancel);
    },
  },
  workspace: {
    textDocuments: [],
    findFiles: () => Promise.resolve([...orderDesk.files.keys()].map(uriOf)),
    asRelativePath: ({ path }: FakeUri) => path.replace('/drafts/', ''),
    openTextDocument(uri: FakeUri) {
      const text = orderDesk.files.get(uri.path.replace(/^\/drafts\/|\.order\.json$/g, ''));
      return text === undefined
        ? Promise.reject(new Error(`No file ${uri.path}`))
        : Promise.resolve({ uri, getText: () => text });
    },
  },
};

export const reportOf = (title: string, rest: object = {}) => ({
  kind: 'order.analytics-toolbox.archive',
  title,
  analytic: 'cars',
  resolution: 0.5,
  imageIds: ['img'],
  aoi: polygon(box(5, 43, 6, 44)),
  ...rest,
});

/** A service and one window in which orders are placed. */
export async function orderBench(budget: Partial<Budget> = {}) {
  orderDesk.files.clear();
  orderDesk.inputs = fakeInputs();
  orderDesk.ran = [];
  orderDesk.shown = [];
  scripted.reset();
  const service = {
    sent: [] as unknown[],
    listed: [] as Order[],
    balance: () => Promise.resolve(5000),
    balancesRead: 0,
    price: (() => price(12)) as (body: unknown) => Price,
    place: ((body, count) => Promise.resolve(bareOrder({ id: `o${count}`, title: titleOf(body) }))) as (
      body: unknown,
      count: number,
    ) => Promise<Order>,
  };
  const session = await signedInSession(
    fakeClient({
      profile: async () => {
        service.balancesRead += 1;
        return profile({ contract: contract(await service.balance()) });
      },
      price: body => Promise.resolve(service.price(body)),
      ordersPage: () =>
        Promise.resolve({ items: service.listed, total: service.listed.length, isLast: true }),
      order: () => Promise.reject(new Error('Not to be read alone')),
      placeOrder: async (body, beforeItLeaves) => {
        await beforeItLeaves?.();
        service.sent.push(body);
        return service.place(body, service.sent.length);
      },
    }),
  );
  const clock = { now: Date.now() };
  const now = () => clock.now;
  const account = createAccount(session);
  const store = memoryJournal();
  const journal = createJournal(store, now);
  const prices = createPrices(session, now);
  const orders = {
    current: signal<OrdersState>({ kind: 'none' }),
    add: vi.fn(),
    refresh: () => Promise.resolve(),
  } as unknown as Orders;
  const limits = () => ({ perOrder: undefined, perDay: undefined, ...budget });
  const placing = createPlacing({ session, prices, orders, journal, budget: limits, now });
  const lookUp = createLookUp({ session, journal, placing, now, paceMs: 0 });
  const log = { error: () => undefined, info: () => undefined } as unknown as Log;
  await account.refresh();
  const parts = {
    ...{ session, prices, orders, journal, placing, lookUp, account, log },
    budget: limits,
    context: () => ({}),
    show: (title: string, text: string) => Promise.resolve(void orderDesk.shown.push({ title, text })),
  };
  const file = (name: string, body: object = reportOf(name)) => {
    orderDesk.files.set(name, JSON.stringify(body));
    return uriOf(name);
  };
  return { service, clock, store, parts, file };
}

function titleOf(body: unknown): string {
  return (body as { title?: string }).title ?? '';
}
