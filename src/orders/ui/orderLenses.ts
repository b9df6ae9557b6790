import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { aoisOf } from '../../model/order/orderContents.ts';
import type { OrderProblem } from '../../model/order/orderProblems.ts';
import type { CommandId } from '../../editor/commandTable.ts';
import { rangeOf } from '../../editor/makeEdits.ts';
import { contextKey, onLaterChange } from '../../editor/onChange.ts';
import { orderFilePattern, readOrderBody } from '../../editor/orderDocument.ts';
import { describeError, serverWords } from '../../editor/presentError.ts';
import { type Account, balanceOf } from '../../account/account.ts';
import type { OrderBody } from '../../model/order/orderBody.ts';
import type { OrderFacts } from '../orderFacts.ts';
import type { Orders } from '../orders.ts';
import type { Placing } from '../placing.ts';
import type { Prices } from '../prices.ts';
import { type SessionOwner, signedInOf } from '../../account/session.ts';
import { lensTitle, withShownTooltip } from '../../editor/shownInDocument.ts';
import type { Image } from '../../model/images/imagery.ts';
import {
  type Amount,
  balanceAfter,
  formatAmount,
  orderPhase,
  type OrderPhase,
  type Price,
} from '../../model/order/order.ts';
import { shownLine } from '../../model/words/shownText.ts';
import { totalText } from './budgetText.ts';
import { ageNow, firstOf, missingText, notOrderableText, placedText } from './orderDialog.ts';
import { areaText } from '../../model/words/areaText.ts';
import { dayText } from '../../model/words/moment.ts';

export interface OrderDiagnostics {
  /** As of the last check, which may be older than the last edit; `undefined` before the first check. */
  problemsOf(document: vscode.TextDocument): readonly OrderProblem[] | undefined;
  onDidCheck: vscode.Event<vscode.TextDocument>;
  dispose(): void;
}

export interface OrderLensParts {
  session: SessionOwner;
  account: Account;
  orders: Pick<Orders, 'current'>;
  prices: Pick<Prices, 'current' | 'of'>;
  placing: Pick<Placing, 'changed' | 'placedOf' | 'unresolvedOf'>;
  facts: Pick<OrderFacts, 'current' | 'context'>;
  diagnostics: Pick<OrderDiagnostics, 'problemsOf' | 'onDidCheck'>;
}

/** Maximum length of a reason in a lens, in characters: _Try Again_ must fit behind it beside the map. */
const longestReason = 40;

/** How often the ages that are shown are updated, ms. */
const ageTick = 60_000;

/** By then, a dialog that follows from a change has the focus; ms. */
const settledAfter = 1000;

/** The lenses above an order file: its problems, its price and the balance, and the command to order. */
export function registerOrderLenses(parts: OrderLensParts): vscode.Disposable {
  const { session, account, orders, prices, placing, facts, diagnostics } = parts;
  const changed = new vscode.EventEmitter<void>();
  let tick: NodeJS.Timeout | undefined;
  let settled: NodeJS.Timeout | undefined;

  /** VS Code doesn't request lenses if the text loses focus at that moment, so this fires again later. */
  function fireChange() {
    changed.fire();
    clearTimeout(settled);
    settled = setTimeout(() => changed.fire(), settledAfter);
  }

  /** The first row: the verdict and the next step, which must fit beside the map. */
  function lensesFor(document: vscode.TextDocument): vscode.Command[] {
    const body = readOrderBody(document);
    const errors = (diagnostics.problemsOf(document) ?? []).filter(({ severity }) => severity === 'error');
    const toFix = errors.length > 0 ? [problemsLens(document, errors)] : [];
    if (!body) return toFix;
    return [
      ...placedLenses(document, body),
      ...toFix,
      ...(!signedInOf(session.current.peek())
        ? [lens('swath.signIn', 'sign-in', l10n.t('Sign in to see the price'))]
        : errors.length === 0
          ? priceLenses(document, body)
          : []),
    ];
  }

  function priceLenses(document: vscode.TextDocument, body: OrderBody): vscode.Command[] {
    const state = prices.of(body);
    const uri = document.uri.toString();
    const request = l10n.t('Request the price. This costs nothing.');
    switch (state?.kind) {
      case undefined:
        return [lens('swath.priceOrder', 'tag', l10n.t('Price'), [uri], request)];
      case 'pricing':
        return [
          { title: lensTitle('sync~spin', l10n.t('Pricing…')), command: '' },
          lens('swath.priceOrder', 'close', l10n.t('Cancel'), [uri, 'cancel']),
        ];
      case 'failed': {
        const described = describeError(state.error);
        const quoted = serverWords(state.error);
        const reason =
          quoted === undefined
            ? l10n.t('No price: {0}', shownLine(described, longestReason))
            : l10n.t('No price: "{0}"', shownLine(quoted, longestReason));
        return [
          { title: lensTitle('warning', reason), tooltip: described, command: '' },
          lens('swath.priceOrder', 'refresh', l10n.t('Try Again'), [uri], request),
        ];
      }
      case 'priced': {
        const { price } = state;
        const balance = balanceOf(account);
        const isPlaced = placing.placedOf(body) !== undefined;
        const tooltip = [...priceTooltip(price, balance, facts.context().imageOf), request].join('\n');
        const spends = l10n.t('You confirm before anything is spent');
        const priced = lens('swath.priceOrder', 'tag', priceText(price, balance, isPlaced), [uri], tooltip);
        // Not if it was sent before, which must be checked first, or if the service says that it can't be ordered.
        if (price.notOrderable !== undefined || placing.unresolvedOf(body)) return [priced];
        const order = lens('swath.placeOrder', 'credit-card', l10n.t('Order…'), [uri], spends);
        // The next step first, because a narrow editor cuts off the end of the row.
        return [order, priced];
      }
    }
  }

  function placedLenses(document: vscode.TextDocument, body: OrderBody): vscode.Command[] {
    const unresolved = placing.unresolvedOf(body);
    const placed = placing.placedOf(body);
    if (!unresolved && !placed) return [];
    tick ??= setTimeout(() => {
      tick = undefined;
      changed.fire();
    }, ageTick);
    if (unresolved) {
      const title = l10n.t('Sent {0}, not confirmed. Check status', ageNow(unresolved.at));
      return [lens('swath.placeOrder', 'question', title, [document.uri.toString()])];
    }
    if (!placed) return [];
    const { orderId } = placed;
    const phase = phaseOf(orderId);
    const title = placedText(placed, phase);
    const row = { id: orderId, label: orderId, subject: { orderId } };
    return [
      lens('swath.revealRelated', phase === 'failed' ? 'error' : 'check', title, [row], l10n.t('Show Order')),
    ];
  }

  function phaseOf(orderId: string): OrderPhase | undefined {
    const state = orders.current.peek();
    const order = state.kind === 'ready' ? state.orders.find(({ id }) => id === orderId) : undefined;
    return order && orderPhase(order.status);
  }

  const hasDraft = contextKey('swath.hasDraft');
  const provider = vscode.languages.registerCodeLensProvider(
    { pattern: orderFilePattern },
    {
      onDidChangeCodeLenses: changed.event,
      provideCodeLenses(document) {
        hasDraft(true);
        return [
          ...lensesFor(document).map(lensIn(0)),
          ...otherLenses(document).map(lensIn(secondRow(document))),
        ];
      },
    },
  );
  const signals = [session.current, account.current, orders.current, prices.current, placing.changed];
  return vscode.Disposable.from(
    provider,
    onLaterChange(signals, fireChange),
    diagnostics.onDidCheck(fireChange),
    changed,
    { dispose: () => [tick, settled].forEach(clearTimeout) },
  );
}

/** Goes to the first problem. The Problems view lists the others. */
function problemsLens(document: vscode.TextDocument, errors: readonly OrderProblem[]): vscode.Command {
  const [first] = errors;
  return {
    title: lensTitle('error', l10n.t('Problems to fix first: {0}', errors.length)),
    tooltip: errors.map(({ message }) => message).join('\n'),
    command: 'vscode.open',
    arguments: [document.uri, { selection: rangeOf(document, first?.range ?? { offset: 0, length: 0 }) }],
  };
}

/** Above the first member. In a document of one line, it continues the first row. */
function secondRow({ lineCount }: vscode.TextDocument): number {
  return Math.min(1, lineCount - 1);
}

function lensIn(line: number): (command: vscode.Command) => vscode.CodeLens {
  const place = new vscode.Range(line, 0, line, 0);
  return command => new vscode.CodeLens(place, withShownTooltip(command));
}

/** What the second row offers. */
function otherLenses(document: vscode.TextDocument): vscode.Command[] {
  const body = readOrderBody(document);
  if (!body) return [];
  const [aoi] = aoisOf(body);
  const uri = document.uri.toString();
  return [
    ...(aoi ? [lens('swath.openMap', 'map', l10n.t('Show on Map'), [{ uri, path: aoi.path }])] : []),
    lens('swath.copyAsCurl', 'copy', l10n.t('Copy as curl'), [uri]),
  ];
}

function lens(
  id: CommandId,
  icon: string,
  title: string,
  given: readonly unknown[] = [],
  tooltip?: string,
): vscode.Command {
  return {
    title: lensTitle(icon, title),
    command: id,
    ...(tooltip === undefined ? {} : { tooltip }),
    arguments: [...given],
  };
}

/** The price, and what prevents placing the order; otherwise the balance, unless the order is placed already. */
function priceText(price: Price, balance: Amount | undefined, isPlaced: boolean): string {
  const obstacle =
    price.notOrderable === undefined
      ? missingText(price, balance)
      : l10n.t("can't be ordered: {0}", price.notOrderable);
  const balanceText = balance && !isPlaced ? l10n.t('balance {0}', formatAmount(balance)) : undefined;
  return [totalText(price), obstacle ?? balanceText].filter(Boolean).join(' · ');
}

/** Maximum number of deliveries to list individually. */
const mostListed = 12;

/** Plain text, one item per line. */
function priceTooltip(
  price: Price,
  balance: Amount | undefined,
  imageOf: ((id: string) => Image | undefined) | undefined,
): string[] {
  const after = balanceAfter(balance, price.total);
  const { perDelivery, areaKm2 } = price;
  const deliveries = perDelivery.map(({ imageId, amount }) => {
    const day = imageId === undefined ? undefined : imageOf?.(imageId)?.acquisitionDate;
    return [formatAmount(amount), day && dayText(day), imageId].filter(Boolean).join(' · ');
  });
  return [
    ...(deliveries.length > 1 ? firstOf(deliveries, mostListed) : []),
    ...(areaKm2 === undefined ? [] : [l10n.t('Area: {0}', areaText(areaKm2))]),
    ...(after ? [l10n.t('Balance after order: {0}', formatAmount(after))] : []),
    ...(price.notOrderable === undefined ? [] : [notOrderableText(price.notOrderable)]),
  ];
}
