import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { signal } from '@preact/signals-core';
import { vi } from 'vitest';
import * as vscode from 'vscode';
import { box, polygon } from '../../../geo/polygons.ts';
import type { Order, Price } from '../../../../../src/service/rules/order.ts';
import type { Log } from '../../../../../src/platform/host/presentError.ts';
import { createAccount } from '../../../../../src/session/account.ts';
import type { Budget } from '../../../../../src/features/orders/budget.ts';
import { createDraftNames } from '../../../../../src/features/orders/draftNames.ts';
import { createJournal } from '../../../../../src/features/orders/journal.ts';
import type { OrdersState } from '../../../../../src/features/orders/knownOrders.ts';
import { createOrderCheck } from '../../../../../src/features/orders/orderCheck.ts';
import type { Orders } from '../../../../../src/features/orders/orders.ts';
import { ordersHere } from '../../../../../src/features/orders/ordersHere.ts';
import { createOwned, type DeliveredFiles, type OnUnread } from '../../../../../src/features/orders/owned.ts';
import { createPlacing } from '../../../../../src/features/orders/placing.ts';
import { createPrices } from '../../../../../src/features/orders/prices.ts';
import type { Batch } from '../../../../../src/features/orders/ui/page/batchPage.ts';
import { editor } from '../../../../fake/editor.ts';
import { newUser } from '../../../../fake/user.ts';
import {
  clockAt,
  contract,
  fakeClient,
  memoryJournal,
  memorySlot,
  noRecord,
  price,
  profile,
  signedInSession,
} from '../../../fakes.ts';
import { bareOrder } from '../../../fixtures.ts';
import { tempFolder } from '../../../tempFolder.ts';

/** URI of an order file in the open folder. */
export const uriOf = (name: string) => vscode.Uri.file(join(editor.folders[0] ?? '', `${name}.order.json`));

export const reportOf = (title: string, rest: object = {}) => ({
  kind: 'order.analytics-toolbox.archive',
  title,
  analytic: 'cars',
  resolution: 0.5,
  imageIds: ['img'],
  // 30 km².
  aoi: polygon(box(5, 43, 5.0664, 43.05)),
  ...rest,
});

/** A service and one window for placing orders. */
export async function orderSetup(budget: Partial<Budget> = {}) {
  newUser();
  editor.folders = [await tempFolder()];
  /** Results that were shown. */
  const reports: Batch[] = [];
  const service = {
    sent: [] as unknown[],
    listed: [] as Order[],
    list: () =>
      Promise.resolve({ items: service.listed, total: service.listed.length, isLast: true as const }),
    /** The list of the account is read again. */
    listAnew: () => {},
    balance: () => Promise.resolve(5000),
    balancesRead: 0,
    price: (() => price(12)) as (body: unknown) => Price | Promise<Price>,
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
      ordersPage: () => service.list(),
      order: () => Promise.reject(new Error('Not to be read alone')),
      orderSlot: () =>
        Promise.resolve({
          place: body => {
            service.sent.push(body);
            return service.place(body, service.sent.length);
          },
          end: () => undefined,
        }),
    }),
  );
  const clock = { now: Date.now(), listedAt: Date.now() };
  const now = () => clock.now;
  const account = createAccount(session);
  const store = memoryJournal();
  const journal = createJournal(store, now);
  const prices = createPrices(session, noRecord, { now });
  const orders = {
    current: signal<OrdersState>({ kind: 'none' }),
    add: vi.fn(),
    refresh: () => {
      service.listAnew();
      return Promise.resolve();
    },
  } as unknown as Orders;
  const limits = () => ({ perOrder: undefined, perDay: undefined, ...budget });
  const placing = createPlacing({
    session,
    prices,
    orders,
    journal,
    now,
    budget: limits,
    contractId: () => ordersHere(session, account)?.contract,
  });
  const checkOrder = createOrderCheck({ session, journal, placing, now });
  const workspace = {
    read: (_onUnread: OnUnread): Promise<DeliveredFiles> => Promise.resolve({ items: [], isWhole: true }),
    problems: [] as unknown[],
  };
  /** The list of the account, for what it already has. */
  const listed = signal<OrdersState>({ kind: 'ready', orders: [] });
  const owned = createOwned(
    { current: listed, sent: signal(new Map()), readAt: () => clock.listedAt },
    onUnread => workspace.read(onUnread),
    error => workspace.problems.push(error),
    clockAt(now),
  );
  const logged: string[] = [];
  const log = { error: (text: string) => logged.push(text), info: () => undefined } as unknown as Log;
  await account.refresh();
  const parts = {
    session,
    prices,
    orders,
    journal,
    placing,
    checkOrder,
    account,
    log,
    budget: limits,
    money: { learn: () => Promise.resolve() },
    owned,
    draftNames: createDraftNames(memorySlot()),
    context: () => ({}),
    batchPage: { showResults: (results: Batch) => void reports.push(results) },
  };
  const file = (name: string, body: object | string = reportOf(name)) => {
    writeFileSync(uriOf(name).fsPath, typeof body === 'string' ? body : JSON.stringify(body));
    return uriOf(name);
  };
  return { service, clock, store, parts, file, reports, listed, workspace, logged };
}

function titleOf(body: unknown): string {
  return (body as { title?: string }).title ?? '';
}
