import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { signal } from '@preact/signals-core';
import { vi } from 'vitest';
import * as vscode from 'vscode';
import type { Profile } from '../../../../src/service/rules/account.ts';
import type { LedgerSubject } from '../../../../src/service/rules/ledgerEntry.ts';
import type { Order, Price } from '../../../../src/service/rules/order.ts';
import type { Extent } from '../../../../src/service/wire/listed.ts';
import type { Reading } from '../../../../src/platform/host/reading.ts';
import { createAccount } from '../../../../src/session/account.ts';
import { jpeg } from '../images/picturesSetup.ts';
import type { PropertyFacts, ReportFacts } from '../../../../src/features/reports/rules/reportIndex.ts';
import type { MoneyOfFailed } from '../../../../src/features/orders/rules/orderMoney.ts';
import { createPrices } from '../../../../src/features/orders/prices.ts';
import { draftSetup, image } from '../orders/ui/draftSetup.ts';
import { registerTools } from '../../../../src/features/agents/registerTools.ts';
import { repository } from '../../../editor/repository.ts';
import { editor } from '../../../fake/editor.ts';
import { apiError, order, price, profile } from '../../fakes.ts';
import { bareDelivery } from '../../fixtures.ts';
import { tempFolder } from '../../tempFolder.ts';

/** Of the only report on this machine. */
export const reportFacts: ReportFacts & { properties: PropertyFacts[] } = {
  features: 3,
  placeless: 0,
  tooLong: 0,
  hasLostText: false,
  isInDegrees: true,
  geometries: [['Point', 3]],
  bounds: [5, 43, 6, 44],
  areaKm2: 0,
  seenAt: Date.UTC(2026, 2, 1),
  properties: [
    {
      name: 'class',
      count: 3,
      values: [
        ['car', 2],
        ['truck', 1],
      ],
      range: undefined,
    },
    { name: 'score', count: 3, values: undefined, range: [0.5, 0.9] },
  ],
};

/** Stands in for what a build makes of the page in a conversation, so that no test waits for one. */
async function builtExtension(): Promise<string> {
  const folder = await tempFolder();
  const built = {
    'conversationTexts.json': '[]',
    'conversationMap.js': '',
    'land.json': '{}',
    'coast.bin': '',
  };
  await mkdir(join(folder, 'dist'));
  await Promise.all(Object.entries(built).map(([name, text]) => writeFile(join(folder, 'dist', name), text)));
  return folder;
}

/**
 * The tools as a model calls them, on a service with a few images.
 *
 * @param folder of the extension as it is built; a stand-in, whose page shows nothing, unless a test shows it
 */
export async function toolSetup(takesIds = true, readProfile?: () => Promise<Profile>, folder?: string) {
  const parts = await draftSetup(() => Promise.resolve());
  const { session, catalog } = parts;
  const pricing = {
    price: (() => price(12)) as (body: unknown) => Price | Promise<Price>,
    bodies: [] as unknown[],
  };
  const signedIn = session.current.peek();
  if (signedIn.kind !== 'signedIn') throw new Error('Not signed in.');
  const client = await signedIn.client();
  const search = client.search.bind(client);
  // The service supports IDs as a criterion.
  client.search = async (criteria, page, size, abort) => {
    if (criteria.ids && !takesIds) throw apiError('invalid', 400);
    const answer = await search(criteria, page, criteria.ids ? 50 : size, abort);
    const images = answer.images.filter(({ id }) => criteria.ids?.includes(id) ?? true);
    return { ...answer, images };
  };
  client.price = body => {
    pricing.bodies.push(body);
    return Promise.resolve().then(() => pricing.price(body));
  };
  /** Addresses of the pictures that were requested. */
  const pictured: string[] = [];
  client.picture = async (address, _kind, target) => {
    pictured.push(address);
    await target.write(jpeg());
    await target.commit();
    return undefined;
  };
  /** Calls that tools must never make. */
  const forbidden: string[] = [];
  for (const name of Object.keys(client) as (keyof typeof client)[]) {
    if (typeof client[name] !== 'function' || ['search', 'analytics', 'price', 'picture'].includes(name))
      continue;
    Object.assign(client, {
      [name]: () => {
        forbidden.push(name);
        return Promise.reject(new Error('Forbidden'));
      },
    });
  }
  if (readProfile) client.profile = readProfile;
  const log = { info: vi.fn(), error: vi.fn() };
  const current = signal<Reading<Profile>>({ kind: 'ready', value: profile(), at: 0 });
  /** Another window has ordered since the balance was requested. */
  const account = {
    current,
    readSince: () => {
      const contract = { ...profile().contract, balance: { value: 4_900, unit: 'credits' } };
      current.value = { kind: 'ready', value: { ...profile(), contract }, at: Date.UTC(2026, 4, 1) };
      return Promise.resolve();
    },
  };
  const delivered = {
    ...order('o1', 'delivered'),
    price: { value: 12, unit: 'credits' },
    deliveries: [bareDelivery({ deliveredAt: '2026-03-02T00:00:00Z' })],
  };
  const list = { kind: 'ready', orders: [order('o2', 'ordered'), delivered] };
  const shownOrders = signal<object>(list);
  const orders = {
    current: shownOrders,
    refreshAnew: () => Promise.resolve(),
    /** The service returns the delivered order with other members. */
    replace: (members: object) => {
      shownOrders.value = { ...list, orders: [list.orders[0], { ...delivered, ...members }] };
    },
    /** The list was read without some of its entries. */
    lack: (lack: Extent) => {
      shownOrders.value = { ...list, lack };
    },
    /** The service is away: what was read before stays. */
    breakDown: () => {
      orders.refreshAnew = () => {
        shownOrders.value = { ...list, stale: apiError('network') };
        return Promise.resolve();
      };
    },
  };
  /** By order ID: what became of the money, known once the payments were requested. */
  const moneyOf = new Map<string, MoneyOfFailed>();
  const asked = new Set<string>();
  const money = {
    of: ({ id }: Order) => (asked.has(id) ? moneyOf.get(id) : undefined),
    learn: (about: readonly Order[] = []) => {
      for (const { id } of about) asked.add(id);
      return Promise.resolve();
    },
  };
  const subscriptions = {
    current: signal<Reading<readonly object[]>>({
      kind: 'ready',
      value: [{ id: 's1', title: 'Starter', status: 'active', offers: ['order.data.product'] }],
      at: 0,
    }),
    refresh: () => Promise.resolve(),
  };
  /** Queries of links that the user is asked about. */
  const opened: string[] = [];
  const recorded: LedgerSubject[] = [];
  const prices = createPrices(session, subject => {
    recorded.push(subject);
    return () => undefined;
  });
  const tools = registerTools({
    session,
    catalog,
    shortlist: () =>
      Promise.resolve({ pins: signal([{ image: image('c', 3), note: 'Best' }, { image: image('p', 5) }]) }),
    prices,
    account: readProfile ? createAccount(session) : account,
    orders,
    money,
    subscriptions,
    reportFacts: ({ id }: { id: string }) =>
      Promise.resolve(
        id === 'o1' ? { facts: reportFacts, features: [], savedAt: Date.UTC(2026, 2, 4) } : undefined,
      ),
    facts: () => Promise.resolve({ context: () => ({}) }),
    extension: {
      packageJSON: JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as unknown,
      extensionUri: vscode.Uri.file(folder ?? (await builtExtension())),
    },
    openLink(query: string) {
      opened.push(query);
      return Promise.resolve('asked');
    },
    log,
  } as unknown as Parameters<typeof registerTools>[0]);
  const call = async (name: string, input: unknown) => {
    const options = { input: input as object, toolInvocationToken: undefined };
    const result = await editor.tools
      .get(`swath_${name}`)
      ?.invoke(options, new vscode.CancellationTokenSource().token);
    const [part] = result?.content ?? [];
    return JSON.parse((part as vscode.LanguageModelTextPart).value) as Record<string, unknown>;
  };
  return {
    ...parts,
    pricing,
    call,
    log,
    tools,
    recorded,
    forbidden,
    opened,
    pictured,
    account,
    orders,
    moneyOf,
    subscriptions,
  };
}
