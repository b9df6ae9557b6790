/** The tools that read the account and its orders. They read what the views show, and change nothing. */
import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import { numberText } from '../../base/words/displayLanguage.ts';
import { utcText } from '../../base/words/moment.ts';
import { isoTime } from '../../service/rules/acquisitionInterval.ts';
import { orderName } from '../../service/rules/kindText.ts';
import { formatAmount, type Order, orderPhase } from '../../service/rules/order.ts';
import { describeError } from '../../platform/host/presentError.ts';
import { readingError, readValue } from '../../platform/host/reading.ts';
import { UserError } from '../../platform/host/userError.ts';
import { listedExtent } from '../../platform/rows/row.ts';
import { loadFigures } from '../images/rules/index.ts';
import type { AnswerMap } from '../../protocol/answerMap.ts';
import { moneySentence, placedContents } from '../orders/rules/index.ts';
import { throwIfNotLoaded } from '../orders/index.ts';
import { areaNote, linkTo, orderFeatures, reportFeatures } from './answerMaps.ts';
import { answerPage, listLacks, type ToolAnswer } from './toolAnswer.ts';
import { type ToolArea, toolArea } from './toolArea.ts';
import { timeOfService, type ToolDesk } from './toolDesk.ts';
import type { ToolInput } from './toolInputs.ts';

const usualLimit = 20;
const maxValues = 12;
const maxProperties = 30;

/**
 * The latest orders and their states, page by page; with an area, those on it; with an id, this one with its deliveries.
 */
export async function listOrders(
  desk: ToolDesk,
  { id, phase, limit = usualLimit, page = 1, ...input }: ToolInput<'swath_listOrders'>,
): Promise<ToolAnswer> {
  const area = await toolArea(input);
  const { orders, ...age } = await ordersNow(desk);
  if (id !== undefined) {
    const order = orderNamed(orders, id, age);
    await desk.money.learn([order]);
    return oneOrder(desk, order, age);
  }
  const onArea = area ? await coverTest(area) : undefined;
  const matching = orders
    .filter(({ status }) => phase === undefined || orderPhase(status) === phase)
    .map(order => ({ order, areas: placedContents(order).areas }))
    .filter(({ areas }) => !onArea || areas.some(onArea));
  const from = (page - 1) * limit;
  const returned = matching.slice(from, from + limit);
  await desk.money.learn(returned.map(({ order }) => order));
  return {
    result: {
      total: matching.length,
      ...answerPage(page, from + returned.length, matching.length),
      area: area?.name,
      orders: returned.map(({ order }) => described(desk, order)),
      ...age,
    },
    map: {
      title: l10n.t('{0} of {1} orders', numberText(returned.length), numberText(matching.length)),
      notes: area ? [areaNote(area)] : [],
      ...mapAge(age),
      area,
      features: returned.flatMap(({ order, areas }) => orderFeatures(order, areas)),
    },
  };
}

async function coverTest({ polygon }: ToolArea): Promise<(area: Polygon) => boolean> {
  const { figures } = await loadFigures();
  return area => figures.footprintCover(polygon, [area]).share > 0;
}

function oneOrder(desk: ToolDesk, order: Order, age: Age): ToolAnswer {
  const { message, deliveries } = order;
  return {
    result: {
      ...described(desk, order),
      message,
      deliveries: deliveries.map(delivery => ({
        status: delivery.status,
        message: delivery.message,
        deliveredAt: delivery.deliveredAt,
      })),
      ...age,
    },
    map: {
      title: orderName(order),
      notes: [order.status, ...(order.price ? [formatAmount(order.price)] : [])],
      ...mapAge(age),
      features: orderFeatures(order, placedContents(order).areas),
      link: orderLink(desk, order),
    },
  };
}

function orderLink(desk: ToolDesk, { id }: Order): string | undefined {
  const connection = desk.connection();
  return connection === undefined ? undefined : linkTo({ kind: 'order', id, connection });
}

/** What the map says of orders that were read before. */
function mapAge({ readAt, notRefreshed }: Age): Pick<AnswerMap, 'readAt' | 'notRefreshed'> {
  return { readAt, notRefreshed };
}

interface Age {
  /** ISO 8601; missing if they were read before this call. */
  readAt?: string;
  /** Why they were. */
  notRefreshed?: string;
  /** What their list lacks. */
  lacks?: string[];
}

interface OrdersNow extends Age {
  orders: readonly Order[];
}

/** The orders, requested at each call. If that fails, those read before, and why. */
async function ordersNow(desk: ToolDesk): Promise<OrdersNow> {
  // Throws while signed out.
  await desk.client();
  const startedAt = Date.now();
  await desk.orders.refreshAnew();
  const state = desk.orders.current.peek();
  throwIfNotLoaded(state);
  if (state.kind !== 'ready') throw new UserError(l10n.t('The session has ended. Try again.'));
  const { orders, stale, lack } = state;
  const lacks = listLacks({ ...lack, count: orders.length });
  if (stale !== undefined) return { orders, notRefreshed: describeError(stale), ...lacks };
  return { orders, readAt: timeOfService(desk, startedAt), ...lacks };
}

function orderNamed(orders: readonly Order[], id: string, { lacks }: Age): Order {
  const found = orders.find(order => order.id === id);
  if (found) return found;
  if (lacks)
    throw new UserError(l10n.t("Order {0} isn't in the list, which may lack it. {1}.", id, lacks.join('. ')));
  throw new UserError(l10n.t('There is no order {0}. List the orders first.', id));
}

function described(desk: ToolDesk, order: Order): object {
  const { id, kind, status, createdAt, price, deliveries } = order;
  const money = desk.money.of(order);
  return {
    id,
    title: orderName(order),
    kind,
    status,
    phase: orderPhase(status),
    createdAt,
    price: price ? formatAmount(price) : undefined,
    refund: money ? moneySentence(money, describeError) : undefined,
    deliveries: deliveries.length,
  };
}

/**
 * What a downloaded report contains now: counts, values and ranges of its properties, where it is, and when it was
 * delivered and saved.
 */
export async function reportSummary(
  desk: ToolDesk,
  { orderId }: ToolInput<'swath_reportSummary'>,
): Promise<ToolAnswer> {
  const { orders, ...age } = await ordersNow(desk);
  const { notRefreshed } = age;
  const order = orderNamed(orders, orderId, age);
  const readAt = Date.now();
  const report = await desk.reportFacts(order);
  if (!report) {
    throw new UserError(
      l10n.t("Report {0} isn't downloaded. The user can do so in the Orders view.", orderId),
    );
  }
  const { features, placeless, geometries, bounds, areaKm2, seenAt, properties } = report.facts;
  return {
    result: {
      title: orderName(order),
      features,
      withoutGeometry: placeless > 0 ? placeless : undefined,
      geometries: Object.fromEntries(geometries),
      bounds,
      areaKm2: areaKm2 > 0 ? Number(areaKm2.toFixed(4)) : undefined,
      acquired: seenAt === undefined ? undefined : isoTime(seenAt),
      deliveredAt: order.deliveries[0]?.deliveredAt,
      savedAt: timeOfService(desk, report.savedAt),
      readAt: timeOfService(desk, readAt),
      notRefreshed,
      properties: properties.slice(0, maxProperties).map(({ name, count, values, range }) => ({
        name,
        count,
        least: range?.[0],
        greatest: range?.[1],
        values: values && !range ? values.slice(0, maxValues) : undefined,
        moreValues: values && !range && values.length > maxValues ? values.length - maxValues : undefined,
      })),
      moreProperties: properties.length > maxProperties ? properties.length - maxProperties : undefined,
    },
    map: {
      title: l10n.t('{0} of {1} features', numberText(report.features.length), numberText(features)),
      notes: [orderName(order), l10n.t('saved {0}', utcText(timeOfService(desk, report.savedAt)))],
      readAt: timeOfService(desk, readAt),
      notRefreshed,
      features: reportFeatures(report.features),
      link: orderLink(desk, order),
    },
  };
}

/**
 * The balance of the contract, and the subscriptions with what is left of them: requested at each call. If that fails,
 * what was read before is returned with its age, and why it wasn't refreshed.
 */
export async function readAccount(desk: ToolDesk): Promise<ToolAnswer> {
  await desk.client();
  const { account, subscriptions } = desk;
  await Promise.all([account.readSince(Date.now()), subscriptions.refresh()]);
  const profile = account.current.peek();
  const listed = subscriptions.current.peek();
  const problem: unknown = readingError(profile) ?? readingError(listed);
  // oxlint-disable-next-line typescript/only-throw-error -- it was thrown before it was stored
  if (problem !== undefined && profile.kind !== 'ready') throw problem;
  const balance = readValue(profile)?.contract.balance;
  return {
    result: {
      balance: balance ? formatAmount(balance) : undefined,
      balanceReadAt: profile.kind === 'ready' ? timeOfService(desk, profile.at) : undefined,
      subscriptionsReadAt: listed.kind === 'ready' ? timeOfService(desk, listed.at) : undefined,
      notRefreshed: problem === undefined ? undefined : describeError(problem),
      subscriptions: readValue(listed)?.map(subscription => ({
        id: subscription.id,
        title: subscription.title,
        kind: subscription.kind,
        status: subscription.status,
        ends: subscription.endedAt,
        ordersOf: subscription.offers,
        used: subscription.amountConsumed ? formatAmount(subscription.amountConsumed) : undefined,
        allowance: subscription.amountMax ? formatAmount(subscription.amountMax) : undefined,
      })),
      ...(listed.kind === 'ready' ? listLacks(listedExtent(listed.value)) : {}),
    },
  };
}
