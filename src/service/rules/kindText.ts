/** Display text for the kinds of the service. Unknown ones are shown as spelled. */
import * as l10n from '@vscode/l10n';
import { safeLine } from '../../base/words/safeText.ts';
import type { Contract } from './account.ts';
import type { Analytic } from './analyticOrder.ts';
import { customName } from './customName.ts';
import { type ConsumptionMode, consumptionModes, isOrderKind, type Order, orderPhase } from './order.ts';

/** What a contract is called everywhere. */
export function contractName({ companyName, name }: Partial<Contract>): string | undefined {
  return companyName ?? name;
}

/** The name of a contract, or its ID if nothing else is known of it. */
export function contractText(contract: Pick<Contract, 'id'> & Partial<Contract>): string {
  return contractName(contract) ?? l10n.t('Contract {0}', shortId(contract.id));
}

/** `Premium`, `Evaluation`: the contract types of the specification, from the end of the contract's kind. */
export function contractTypeText({ kind }: Pick<Contract, 'kind'>): string | undefined {
  const word = kind?.split('.').at(-1)?.toLowerCase();
  if (word === 'premium') return l10n.t('Premium');
  if (word === 'techeval') return l10n.t('Evaluation');
  return kind === undefined ? undefined : safeLine(kind);
}

/** What is ordered, for example `Analytic report`. */
export function orderKindText(kind: string): string {
  switch (kind) {
    case 'order.analytics-toolbox.archive':
      return l10n.t('Analytic report');
    case 'order.data.product':
      return l10n.t('Image product');
    case 'order.data.gb.product':
      return l10n.t('Image product by volume');
    default:
      return safeLine(kind);
  }
}

export type AnalyticNames = readonly Pick<Analytic, 'code' | 'name'>[];

/** The name of an analytic if it is listed, otherwise the end of its code in words: `vessels detection`. */
export function analyticText(code: string, listed: AnalyticNames | undefined): string {
  const name = listed?.find(analytic => analytic.code === code)?.name;
  const words = code.split('.').at(-1)?.replaceAll(/[-_]+/g, ' ').trim();
  return safeLine(name || words || code);
}

/** The states of contracts, subscriptions, orders and deliveries, and the types of payments, in lower case. */
const statusTexts: ReadonlyMap<string, () => string> = new Map([
  ['created', () => l10n.t('created')],
  ['pending', () => l10n.t('pending')],
  ['ordered', () => l10n.t('ordered')],
  ['processing', () => l10n.t('processing')],
  ['delivered', () => l10n.t('delivered')],
  ['error', () => l10n.t('error')],
  ['failed', () => l10n.t('failed')],
  ['rejected', () => l10n.t('rejected')],
  ['unknown', () => l10n.t('unknown')],
  ['active', () => l10n.t('active')],
  ['suspended', () => l10n.t('suspended')],
  ['revoked', () => l10n.t('revoked')],
  ['payment', () => l10n.t('payment')],
  ['refund', () => l10n.t('refund')],
  ['credit', () => l10n.t('credit')],
]);

/** A word of the service for a state or a type of payment, in the display language; English as the service spells it. */
export function statusText(word: string): string {
  const known = word.toLowerCase();
  const text = statusTexts.get(known)?.() ?? known;
  return text === known ? word : text;
}

/** Of a contract or an account. Each that is in use is `created`, which says nothing. */
export function unusualStatus({ status }: { status?: string | undefined }): string | undefined {
  return status === undefined || status.toLowerCase() === 'created' ? undefined : statusText(status);
}

/**
 * The state of an order or a delivery: whatever the service calls a failure is `failed`, and a state that isn't known,
 * such as `IN_PRODUCTION` or `inProduction`, is in words.
 */
export function orderStatusText(status: string): string {
  if (orderPhase(status) === 'failed') return l10n.t('failed');
  return statusTexts.has(status.toLowerCase()) ? statusText(status) : (codeWords(status) ?? status);
}

/** The status of an order or a delivery as the service spells it, where {@link orderStatusText} differs. */
export function statusAsSent(status: string): string | undefined {
  if (orderPhase(status) === 'failed') return status.toLowerCase() === 'failed' ? undefined : status;
  return statusTexts.has(status.toLowerCase()) || codeWords(status) === undefined ? undefined : status;
}

/** `undefined` for what is a word already. */
function codeWords(code: string): string | undefined {
  const words = code
    .replaceAll(/[\s_-]+/g, ' ')
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .trim();
  return words === code || words === '' ? undefined : words.toLowerCase();
}

/** What is ordered and how it is counted: `Image product (by area; by tiles viewed, to be abandoned)`. */
export function offerText(kind: string): string {
  if (!isOrderKind(kind)) return safeLine(kind);
  const modes = consumptionModes[kind].map(modeText).filter(mode => mode !== undefined);
  return modes.length === 0 ? orderKindText(kind) : `${orderKindText(kind)} (${modes.join('; ')})`;
}

function modeText({ counts, toBeAbandoned }: ConsumptionMode): string | undefined {
  const text = countsText(counts);
  return text !== undefined && toBeAbandoned ? l10n.t('{0}, deprecated', text) : text;
}

/** Nothing for orders that are paid per item. */
function countsText(counts: ConsumptionMode['counts']): string | undefined {
  switch (counts) {
    case 'report':
      return undefined;
    case 'km2':
      return l10n.t('by area');
    case 'tiles':
      return l10n.t('by tiles viewed');
    case 'GB':
      return l10n.t('by processed GB');
  }
}

/** Display name of an order: without a title, what was ordered, or its kind and the first characters of its id. */
export function orderName(order: Order): string {
  const { kind, id, what } = order;
  const usual = kind === undefined ? id : `${orderKindText(kind)} ${shortId(id)}`;
  return safeLine(customName(order) ?? what ?? usual);
}

/** Longer ids aren't suitable for display. */
const longestName = 12;

/** The first characters of an id, enough to tell items apart on screen; the full id is always available next to it. */
export function shortId(id: string): string {
  return safeLine(id.length <= longestName ? id : id.slice(0, 8));
}
