import * as l10n from '@vscode/l10n';
import { nonEmptyText } from '../../../../base/fields.ts';
import { type Html, html } from '../../../../base/words/html.ts';
import { labeled } from '../../../../base/words/labeled.ts';
import { ageText, momentText, parseMoment } from '../../../../base/words/moment.ts';
import type { Contract } from '../../../../service/rules/account.ts';
import { type Image, isStereo } from '../../../../service/rules/imagery.ts';
import {
  type AnalyticNames,
  contractName,
  orderName,
  orderStatusText,
  statusText,
} from '../../../../service/rules/kindText.ts';
import { type Order, orderPhase } from '../../../../service/rules/order.ts';
import { membersOrNone } from '../../../../service/rules/orderContents.ts';
import { isRefund, type Payment, paymentAmountText } from '../../../../service/rules/payment.ts';
import { factList, pageButton } from '../../../../platform/documents/factPage.ts';
import { type Fact, factLines, otherFacts } from '../../../../platform/rows/row.ts';
import { isFailedDelivery, isReady } from '../../rules/deliveryState.ts';
import { imageTexts, riskText } from '../../rules/imageText.ts';
import { isReport } from '../../rules/isReport.ts';
import type { MoneyOfFailed } from '../../rules/orderMoney.ts';
import type { PlacedContents } from '../../rules/placedContents.ts';
import { deliveryFacts } from '../list/orderRow.ts';
import { factsIn, factsOfOrder } from '../words/facts.ts';
import { priceText } from '../words/price.ts';
import {
  deliveryName,
  deliveryText,
  latenessNote,
  moneyText,
  orderNotes,
  unlistedNote,
} from '../words/status.ts';
import { orderMap } from './orderMap.ts';

export interface OrderPageContents {
  order: Order;
  contents: PlacedContents;
  imageById: (id: string) => Image | undefined;
  /** Name of the analytic, if its list is known. */
  analytics: AnalyticNames | undefined;
  /** Those of this order that are known. */
  payments: readonly Payment[];
  /** What became of the money, if the order failed or got something back. */
  money?: MoneyOfFailed | undefined;
  /** Of the account in use, if known. */
  contract?: Contract | undefined;
  /** Whether an earlier report of the same place can be compared with this one. */
  hasPrevious: boolean;
  /** Whether it is from this machine and the service doesn't list it. */
  isUnlisted: boolean;
  isLate: boolean;
  /** Files of orders on this machine, as `id/index`. */
  downloaded: ReadonlySet<string>;
  /** Epoch ms. */
  now: number;
}

/** What the buttons of the page do; the page can ask for nothing else. */
export const orderActions = {
  openReport: 'swath.openReport',
  download: 'swath.downloadDelivery',
  reveal: 'swath.revealDelivery',
  reorder: 'swath.reorder',
  compare: 'swath.compareReports',
  copyId: 'swath.copyId',
  showRaw: 'swath.showDetails',
} as const;

export type OrderAction = keyof typeof orderActions;

/** Fields of the service that an order has under other names. */
const moreNames: readonly string[] = ['amount', 'amountUnit', 'isAmountEstimated'];

/** The body of the page. Works whatever the service leaves out. */
export function orderPageHtml(page: OrderPageContents): Html {
  const { order, contents, imageById, now } = page;
  const phase = orderPhase(order.status);
  const isForSupport = phase === 'failed' || page.isUnlisted || page.isLate;
  const footprints = contents.imageIds.flatMap(id => imageById(id)?.footprint ?? []);
  return html`<header>
      <h1>${orderName(order)}</h1>
      <p>
        <span class="status ${phase}">${orderStatusText(order.status)}</span>
        ${ageText(order.createdAt, now)}
      </p>
    </header>
    ${notesHtml(page)}
    <p class="actions">
      ${phase === 'delivered' ? resultButton(order) : undefined}
      ${pageButton('reorder', l10n.t('Order Again…'))}
      ${isForSupport ? pageButton('copyForSupport', l10n.t('Copy Details for Support')) : undefined}
      ${page.hasPrevious ? pageButton('compare', l10n.t('Compare with Previous…')) : undefined}
    </p>
    ${orderMap(contents.areas, footprints)} ${section(l10n.t('Order'), factList(orderFacts(page)))}
    ${section(l10n.t('Files'), fileList(page))} ${section(l10n.t('Timeline'), timeline(page))}
    ${section(l10n.t('Other fields from the service'), factList(otherFacts(order.fields, [...Object.keys(order), ...contents.members.map(({ name }) => name), ...moreNames], Infinity)))}
    <footer class="actions">
      ${pageButton('copyId', l10n.t('Copy ID'))} ${pageButton('showRaw', l10n.t('Show Raw JSON'))}
    </footer>`;
}

/** What came back is no error. */
function notesHtml({ order, money, isUnlisted, isLate }: OrderPageContents): Html[] {
  const phase = orderPhase(order.status);
  const note = (text: string, kind: string) => html`<p class="note ${kind}">${text}</p>`;
  const isFine = money?.kind === 'notCharged' || (money?.kind === 'returned' && money.isAll);
  return [
    ...orderNotes(order, phase).map(text => note(text, phase)),
    ...(money ? [note(moneyText(money), isFine ? 'fine' : '')] : []),
    ...(isUnlisted ? [note(unlistedNote(), '')] : []),
    ...(isLate ? [note(latenessNote(), '')] : []),
  ];
}

/**
 * What a support needs to find an order and what became of it, a line for each fact.
 *
 * @param about where the order is
 */
export function supportText(page: OrderPageContents, about: readonly Fact[]): string {
  const { order } = page;
  const { placed, updated } = factsOfOrder(order, page.contents, page.imageById);
  const status: Fact = [l10n.t('Status'), order.status];
  const facts = [...about, status, ...factsIn([placed, updated]), ...orderFacts(page)];
  return [
    orderName(order),
    ...factLines(facts.filter(([, value]) => value)),
    ...orderNotes(order, orderPhase(order.status), page.money),
    ...order.deliveries.map(delivery => factLines(deliveryFacts(delivery)).join('\n')),
  ].join('\n');
}

function section(heading: string, contents: Html | undefined): Html | undefined {
  return (
    contents &&
    html`<section>
      <h2>${heading}</h2>
      ${contents}
    </section>`
  );
}

/** Opens what was ordered; the command asks which if there are several. */
function resultButton(order: Order): Html {
  return isReport(order)
    ? pageButton('openReport', l10n.t('Open Report'))
    : pageButton('download', l10n.t('Download'));
}

function orderFacts(page: OrderPageContents): Fact[] {
  const { order, contents, imageById, analytics, payments, contract } = page;
  const { statusAsSent, kind, analytic, products, area, price, estimate, message, id } = factsOfOrder(
    order,
    contents,
    imageById,
    analytics,
  );
  return [
    ...factsIn([kind, analytic, products, area]),
    ...contents.imageIds.map((imageId, index): Fact => {
      const image = imageById(imageId);
      const name = contents.imageIds.length > 1 ? l10n.t('Image {0}', index + 1) : l10n.t('Image');
      return [name, image ? [...imageFacts(image, order), imageId].join(' · ') : imageId];
    }),
    ...factsIn([...contents.members, price]),
    ...factsIn(estimate.value === priceText(order) ? [] : [estimate]),
    [l10n.t('Payment'), payments.map(payment => paymentText(payment, order)).join('\n')],
    [l10n.t('Contract'), payerText(order, contract)],
    ...factsIn([statusAsSent, message, id]),
  ];
}

/** That an order of an image may never be delivered is of no interest once it was. */
function imageFacts(image: Image, { status }: Order): string[] {
  const risk = orderPhase(status) === 'delivered' ? riskText(image) : undefined;
  const fact = isStereo(image) ? image.productType : image.processingLevel;
  return imageTexts(image).map(text => (text === risk ? (fact ?? text) : text));
}

/** With its name if it is the contract of the account in use, and the ID, by which others know it. */
function payerText({ contractId, fields }: Order, contract: Contract | undefined): string | undefined {
  const id = contractId ?? nonEmptyText(membersOrNone(fields.payment).contractId);
  const name = id !== undefined && contract?.id === id ? contractName(contract) : undefined;
  return [name, id].filter(text => text !== undefined).join(' · ') || undefined;
}

/** Without what the page says beside it: that it is a payment, and the name and kind of the order. */
function paymentText(payment: Payment, order: Order): string {
  const { createdAt, type, description } = payment;
  const words = description === orderName(order) || description === order.kind ? undefined : description;
  const kind = type && type.toLowerCase() !== 'payment' ? statusText(type) : undefined;
  return [paymentAmountText(payment), kind, words, momentText(createdAt)].filter(Boolean).join(' · ');
}

/** What can be downloaded, is in progress or failed. A delivered order may be listed without its deliveries. */
function fileList({ order, downloaded }: OrderPageContents): Html | undefined {
  const isDelivered = orderPhase(order.status) === 'delivered';
  const { deliveries } = order;
  if (deliveries.length === 0 && !isDelivered) return undefined;
  const files = (deliveries.length > 0 ? deliveries : [undefined]).map((delivery, index) => {
    const isFailed = delivery !== undefined && isFailedDelivery(delivery);
    const isThere = !isFailed && (isDelivered || (delivery !== undefined && isReady(delivery)));
    const name = delivery ? deliveryName(delivery, index) : l10n.t('Delivery {0}', index + 1);
    return html`<li>
      <span class="${isFailed ? 'failed' : ''}">
        ${[name, delivery && deliveryText(delivery)].filter(Boolean).join(' · ')}
      </span>
      ${isThere ? fileButtons(order, index, name, downloaded.has(`${order.id}/${index}`)) : undefined}
    </li>`;
  });
  return html`<ul>
    ${files}
  </ul>`;
}

function fileButtons(order: Order, index: number, name: string, hasFile: boolean): Html {
  return html`<p class="actions">
    ${isReport(order) ? pageButton('openReport', l10n.t('Open Report'), index, name) : undefined}
    ${pageButton('download', l10n.t('Download'), index, name)}
    ${hasFile ? pageButton('reveal', l10n.t('Reveal File'), index, name) : undefined}
  </p>`;
}

/** What happened, the oldest first; what has no time comes last. */
function timeline({ order, payments }: OrderPageContents): Html {
  const { deliveries } = order;
  const ended = deliveries.flatMap((delivery, index): (readonly [string | undefined, string])[] => {
    const { status = '', deliveredAt, updatedAt } = delivery;
    const text = [deliveryName(delivery, index), deliveryText(delivery)].filter(Boolean).join(' · ');
    return isFailedDelivery(delivery) || orderPhase(status) === 'delivered'
      ? [[deliveredAt ?? updatedAt, text]]
      : [];
  });
  const isWaitStated = ended.length > 0 && orderPhase(order.status) !== 'inProgress';
  const events: (readonly [string | undefined, string])[] = [
    [order.createdAt, l10n.t('Placed')],
    ...payments.map(payment => [payment.createdAt, eventText(payment)] as const),
    ...ended,
    ...(isWaitStated
      ? []
      : [[order.updatedAt, labeled(l10n.t('Status'), orderStatusText(order.status))] as const]),
  ];
  const momentMs = (text: string | undefined) => parseMoment(text)?.time ?? Infinity;
  const sorted = events.toSorted(([a], [b]) => (momentMs(a) < momentMs(b) ? -1 : 1));
  return html`<ol>
    ${sorted.map(
      ([at, text]) =>
        html`<li>
          ${at === undefined ? undefined : html`<span class="time">${momentText(at)}</span>`}
          <span>${text}</span>
        </li>`,
    )}
  </ol>`;
}

function eventText(payment: Payment): string {
  const amount = paymentAmountText(payment);
  return [isRefund(payment) ? l10n.t('Refund') : l10n.t('Payment'), amount].filter(Boolean).join(' · ');
}
