import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { CommandId } from '../../../../base/commandId.ts';
import { labeled } from '../../../../base/words/labeled.ts';
import { dayText } from '../../../../base/words/moment.ts';
import { safeLabel, safeLine } from '../../../../base/words/safeText.ts';
import type { Image } from '../../../../service/rules/imagery.ts';
import {
  type Amount,
  balanceAfter,
  formatAmount,
  type OrderPhase,
  orderPhase,
  type Price,
} from '../../../../service/rules/order.ts';
import { bodyAois } from '../../../../service/rules/orderContents.ts';
import { confirmDelayMs } from '../../../../platform/dialogs/confirmDelay.ts';
import type { DocumentChecks } from '../../../../platform/documents/checkedDocuments.ts';
import { documentRange } from '../../../../platform/documents/makeEdits.ts';
import { lensTitle, withShownTooltip } from '../../../../platform/documents/shownInDocument.ts';
import {
  isOrderDocument,
  orderFilePattern,
  readOrderBody,
} from '../../../../platform/documents/swathDocuments.ts';
import { contextKey, onLaterChange } from '../../../../platform/host/onChange.ts';
import { describeError, serverWords } from '../../../../platform/host/presentError.ts';
import { onLensSettingChange, showsLenses } from '../../../../platform/host/settings.ts';
import type { Account } from '../../../../session/account.ts';
import {
  asSignedIn,
  lostConnection,
  lostReason,
  lostTitle,
  type Session,
  type SessionOwner,
} from '../../../../session/session.ts';
import type { DraftNames } from '../../draftNames.ts';
import type { Estimates } from '../../estimates.ts';
import { listedOrders } from '../../knownOrders.ts';
import type { PlacedBefore } from '../../orderAttempts.ts';
import type { OrderFacts } from '../../orderFacts.ts';
import type { Orders } from '../../orders.ts';
import type { Placing } from '../../placing.ts';
import type { Prices } from '../../prices.ts';
import { isForBalance, notOrderableText, shortNotOrderableText } from '../../rules/notOrderable.ts';
import type { OrderBody } from '../../rules/orderBody.ts';
import type { OrderProblem } from '../../rules/orderProblems.ts';
import { firstLines, sizeText } from '../words/contents.ts';
import { ageNow, notConfirmedText, orderedText, placedText } from '../words/placed.ts';
import { balanceSince, missingAmount, missingText, totalsText } from '../words/price.ts';

export interface OrderLensParts {
  session: SessionOwner;
  account: Account;
  orders: Pick<Orders, 'current'>;
  prices: Pick<Prices, 'current' | 'of'>;
  placing: Pick<Placing, 'changed' | 'placedOf' | 'unresolvedAttempt' | 'lastPlacedMs'>;
  facts: Pick<OrderFacts, 'current' | 'context'>;
  diagnostics: Pick<DocumentChecks<OrderProblem>, 'lastCheck' | 'onDidCheck'>;
  estimates: Estimates;
  draftNames?: Pick<DraftNames, 'isLater'> | undefined;
}

/** The first lens is also the language status: what is the case, and what its command does. */
type OrderLens = vscode.Command & { icon: string; fact: string; action: string };

/** Maximum length of a reason in a lens, in characters: _Try Again_ must fit behind it beside the map. */
const longestReason = 32;

/** How often the ages that are shown are updated, ms. */
const ageTick = 60_000;

/** By then, a dialog that follows from a change has the focus; ms. */
const settledAfter = 1000;

/** The lenses above an order file: its problems, its price and the balance, and the command to order. */
export function registerOrderLenses(parts: OrderLensParts): vscode.Disposable {
  const { session, account, orders, prices, placing, facts, diagnostics, estimates, draftNames } = parts;
  const changed = new vscode.EventEmitter<void>();
  let tick: NodeJS.Timeout | undefined;
  let settled: NodeJS.Timeout | undefined;
  /** The session in which a document last had a price. */
  const pricedIn = new WeakMap<vscode.TextDocument, Session>();
  /** The last price of a document, and when it was first shown, epoch ms. */
  const shownPrices = new WeakMap<vscode.TextDocument, { price: Price; at: number }>();
  let offering: NodeJS.Timeout | undefined;
  let status: vscode.LanguageStatusItem | undefined;
  let latest: vscode.TextDocument | undefined;

  /** VS Code doesn't request lenses if the text loses focus at that moment, so this fires again later. */
  function fireChange() {
    changed.fire();
    clearTimeout(settled);
    settled = setTimeout(() => changed.fire(), settledAfter);
  }

  /** The first row: the verdict and the next step, which must fit beside the map. */
  function lensesFor(document: vscode.TextDocument): OrderLens[] {
    const body = readOrderBody(document);
    const problems = diagnostics.lastCheck(document)?.problems ?? [];
    const errors = problems.filter(({ severity }) => severity === 'error');
    const toFix = errors.length > 0 ? [problemsLens(document, errors)] : [];
    if (!body) return toFix;
    return [
      ...placedLenses(document, body),
      ...toFix,
      ...(!asSignedIn(session.current.peek())
        ? [signInLens()]
        : errors.length === 0
          ? nextLenses(document, body)
          : []),
    ];
  }

  function signInLens(): OrderLens {
    const lost = lostConnection(session.current.peek());
    const signIn = l10n.t('Sign In…');
    const title = lost ? lostTitle(lost) : l10n.t('Sign in to see the price');
    const tooltip = lost ? lostReason() : signIn;
    return lens('swath.signIn', 'sign-in', title, lost ? [lost.name] : [], tooltip, signIn);
  }

  /** The latest order with these contents, and whether it was sent before the document was drafted. */
  function placedFrom(
    { uri }: vscode.TextDocument,
    body: OrderBody,
  ): (PlacedBefore & { isOther: boolean }) | undefined {
    const placed = placing.placedOf(body);
    return placed && { ...placed, isOther: draftNames?.isLater(uri.path, placed.at) ?? false };
  }

  /** An order that was placed is ordered again; only a price that was requested since offers the file itself. */
  function nextLenses(document: vscode.TextDocument, body: OrderBody): OrderLens[] {
    const placed = placedFrom(document, body);
    const state = prices.of(body);
    const isPast =
      state === undefined || (state.kind === 'priced' && state.at <= Date.parse(placed?.at ?? ''));
    if (!placed || !isPast || placing.unresolvedAttempt(body)) return priceLenses(document, body);
    return [
      ...(placed.isOther ? [] : [lens('swath.reorder', 'history', l10n.t('Order Again…'), [placed.orderId])]),
      lens('swath.priceOrder', 'tag', l10n.t('Price'), [document.uri.toString()], priceRequestText()),
    ];
  }

  function priceLenses(document: vscode.TextDocument, body: OrderBody): OrderLens[] {
    const state = prices.of(body);
    const uri = document.uri.toString();
    const request = priceRequestText();
    switch (state?.kind) {
      case undefined: {
        const isOutdated = pricedIn.get(document) === session.current.peek();
        const fact = isOutdated ? l10n.t('Price out of date') : l10n.t('Not priced');
        const estimate = estimates.current.peek()?.orderText(body, id => facts.context().imageById?.(id));
        return [
          { ...lens('swath.priceOrder', 'tag', l10n.t('Price'), [uri], request), fact },
          ...(estimate === undefined ? [] : [lens('', 'graph', estimate)]),
        ];
      }
      case 'pricing':
        return [
          lens('', 'sync~spin', l10n.t('Pricing…')),
          lens('swath.priceOrder', 'close', l10n.t('Cancel'), [uri, 'cancel']),
        ];
      case 'failed': {
        const described = describeError(state.error);
        const quoted = serverWords(state.error);
        const reason =
          quoted === undefined
            ? l10n.t('No price: {0}', safeLine(described, longestReason))
            : l10n.t('No price: "{0}"', safeLine(quoted, longestReason));
        return [
          lens('', 'warning', reason, [], described),
          lens('swath.priceOrder', 'refresh', l10n.t('Try Again'), [uri], request),
        ];
      }
      case 'priced': {
        const { price } = state;
        pricedIn.set(document, session.current.peek());
        const balance = balanceSince(account, placing.lastPlacedMs());
        const isUnresolved = placing.unresolvedAttempt(body) !== undefined;
        const isSent = isUnresolved || placedFrom(document, body)?.isOther === false;
        const tooltip = [...priceTooltip(body, price, balance, facts.context().imageById), request].join(
          '\n',
        );
        const spends = l10n.t('You confirm before anything is spent');
        const obstacle = obstacleText(price, balance);
        const icon = obstacle === undefined ? 'tag' : 'warning';
        const text = [totalsText(price), obstacle].filter(Boolean).join(' · ');
        const balanceText =
          balance && obstacle === undefined && !isSent
            ? l10n.t('balance {0}', formatAmount(balance))
            : undefined;
        const priced = {
          ...lens('swath.priceOrder', icon, text, [uri], tooltip, l10n.t('Price')),
          fact: [text, balanceText].filter(Boolean).join(' · '),
        };
        // Not if it was sent before, which must be checked first, or if the service says that it can't be ordered.
        if (price.notOrderable !== undefined || isUnresolved) return [priced];
        const order = lens('swath.placeOrder', 'credit-card', l10n.t('Order…'), [uri], spends);
        // Never where another lens was a moment ago: a second click on that one must not reach it.
        if (!mayOffer(document, price)) return [priced];
        // What a narrow editor cuts off is the balance, not the next step.
        return [priced, order, ...(balanceText === undefined ? [] : [lens('', 'credit-card', balanceText)])];
      }
    }
  }

  /** Whether the price has been on screen long enough for a click to be meant for what comes with it. */
  function mayOffer(document: vscode.TextDocument, price: Price): boolean {
    const before = shownPrices.get(document);
    const at = before?.price === price ? before.at : Date.now();
    if (before?.price !== price) shownPrices.set(document, { price, at });
    const waitMs = at + confirmDelayMs - Date.now();
    if (waitMs <= 0) return true;
    clearTimeout(offering);
    offering = setTimeout(fireChange, waitMs);
    return false;
  }

  function placedLenses(document: vscode.TextDocument, body: OrderBody): OrderLens[] {
    const unresolved = placing.unresolvedAttempt(body);
    const placed = placedFrom(document, body);
    if (!unresolved && !placed) return [];
    tick ??= setTimeout(() => {
      tick = undefined;
      changed.fire();
    }, ageTick);
    if (unresolved) {
      const when = ageNow(unresolved.at);
      const title = l10n.t('Sent {0}, not confirmed. Check status', when);
      const ids = [[unresolved.id], document.uri.toString()];
      const check = lens(
        'swath.resolveOrder',
        'question',
        title,
        ids,
        undefined,
        l10n.t('Check Order Status'),
      );
      return [{ ...check, fact: notConfirmedText(when) }];
    }
    if (!placed) return [];
    const { orderId, isOther } = placed;
    const phase = listedPhase(orderId, orders);
    const icon = isOther ? 'warning' : phase === 'failed' ? 'error' : 'check';
    const row = { id: orderId, label: orderId, subject: { orderId } };
    const show = l10n.t('Show Order');
    const text = placedText(placed, phase);
    const about = lens('swath.revealRelated', icon, orderedText(placed, phase), [row], text, show);
    return [{ ...about, fact: text }];
  }

  /** In the language status, of one document: the editor shows another one before this is updated. */
  function showStatus() {
    const active = vscode.window.activeTextEditor?.document;
    if (active && isOrderDocument(active)) latest = active;
    if (!latest || latest.isClosed) return;
    // A name is no pattern: one with many stars would keep the editor busy with other names.
    const pattern = latest.uri.fsPath.replaceAll(/[*?{}[\]]/g, '[$&]');
    const selector = { scheme: latest.uri.scheme, pattern };
    status ??= vscode.languages.createLanguageStatusItem('swath.order', selector);
    // Nothing here places an order.
    const [first, second] = lensesFor(latest).filter(({ command }) => command !== 'swath.placeOrder');
    const next = first?.command === '' ? second : first;
    const current = session.current.peek();
    const { Information, Warning } = vscode.LanguageStatusSeverity;
    const isProblem = /^(error|warning|question)$/.test(first?.icon ?? '');
    Object.assign(status, {
      selector,
      name: l10n.t('Swath Order'),
      busy: first?.icon === 'sync~spin',
      severity: isProblem ? Warning : Information,
      text: safeLabel(first?.fact ?? l10n.t('Not priced')),
      detail: 'connection' in current ? safeLabel(current.connection.name) : '',
      command: next && { title: next.action, command: next.command, arguments: next.arguments },
    });
  }

  const hasDraft = contextKey('swath.hasDraft');
  const provider = vscode.languages.registerCodeLensProvider(
    { pattern: orderFilePattern },
    {
      onDidChangeCodeLenses: changed.event,
      provideCodeLenses(document) {
        if (!isOrderDocument(document)) return [];
        hasDraft(true);
        void estimates.need();
        if (!showsLenses('orders')) return [];
        return [
          ...lensesFor(document).map(lensIn(0)),
          ...otherLenses(document).map(lensIn(secondRow(document))),
        ];
      },
    },
  );
  const signals = [
    session.current,
    account.current,
    orders.current,
    prices.current,
    placing.changed,
    estimates.current,
  ];
  showStatus();
  return vscode.Disposable.from(
    provider,
    onLaterChange(signals, fireChange),
    onLensSettingChange(fireChange),
    diagnostics.onDidCheck(fireChange),
    changed,
    changed.event(showStatus),
    vscode.window.onDidChangeActiveTextEditor(showStatus),
    { dispose: () => [tick, settled, offering].forEach(clearTimeout) },
    { dispose: () => status?.dispose() },
  );
}

/** In the list, if the order is known. */
export function listedPhase(orderId: string, orders: Pick<Orders, 'current'>): OrderPhase | undefined {
  const order = listedOrders(orders).find(({ id }) => id === orderId);
  return order && orderPhase(order.status);
}

/** Goes to the first problem. The Problems view lists the others. */
function problemsLens(document: vscode.TextDocument, errors: readonly OrderProblem[]): OrderLens {
  const selection = documentRange(document, errors[0]?.range ?? { offset: 0, length: 0 });
  // No number: the tab and the Problems view count warnings too.
  const title = l10n.t('Problems to fix first');
  const tooltip = errors.map(({ message }) => message).join('\n');
  return lens('vscode.open', 'error', title, [document.uri, { selection }], tooltip, l10n.t('Go to Problem'));
}

/** Above the first member. In a document of one line, it continues the first row. */
function secondRow({ lineCount }: vscode.TextDocument): number {
  return Math.min(1, lineCount - 1);
}

function lensIn(line: number): (command: vscode.Command) => vscode.CodeLens {
  const range = new vscode.Range(line, 0, line, 0);
  return command => new vscode.CodeLens(range, withShownTooltip(command));
}

function otherLenses(document: vscode.TextDocument): vscode.Command[] {
  const body = readOrderBody(document);
  if (!body) return [];
  const [aoi] = bodyAois(body);
  const uri = document.uri.toString();
  return [
    ...(aoi ? [lens('swath.openMap', 'map', l10n.t('Show on Map'), [{ uri, path: aoi.path }])] : []),
    lens('swath.copyAsCurl', 'copy', l10n.t('Copy as curl'), [uri]),
  ];
}

/** @param id empty: no command */
function lens(
  id: CommandId | 'vscode.open' | '',
  icon: string,
  title: string,
  args: readonly unknown[] = [],
  tooltip?: string,
  action = title,
): OrderLens {
  return {
    icon,
    title: lensTitle(icon, title),
    fact: title,
    action,
    command: id,
    tooltip,
    arguments: [...args],
  };
}

function priceRequestText(): string {
  return l10n.t('Request the price. This costs nothing.');
}

/** In a few words: the tooltip has the sentence. */
function obstacleText(price: Price, balance: Amount | undefined): string | undefined {
  const { notOrderable } = price;
  const missing = missingAmount(price, balance);
  const shortText = missing === undefined ? undefined : l10n.t('{0} short', missing);
  if (notOrderable === undefined) return shortText;
  if (!isForBalance(notOrderable)) return shortNotOrderableText(safeLine(notOrderable, longestReason));
  if (shortText !== undefined) return shortText;
  // The service counts otherwise, so both sides are shown.
  const known = balance ? [l10n.t('balance {0}', formatAmount(balance))] : [];
  return [shortNotOrderableText(notOrderable), ...known].join(' · ');
}

/** Maximum number of deliveries to list individually. */
const maxListed = 12;

/** Plain text, one item per line. */
function priceTooltip(
  body: OrderBody,
  price: Price,
  balance: Amount | undefined,
  imageById: ((id: string) => Image | undefined) | undefined,
): string[] {
  const after = balanceAfter(balance, price.total);
  const missing = missingText(price, balance);
  const { perDelivery } = price;
  const size = sizeText(body, price);
  const deliveries = perDelivery.map(({ imageId, amount }) => {
    const day = imageId === undefined ? undefined : imageById?.(imageId)?.acquisitionDate;
    return [formatAmount(amount), day && dayText(day), imageId].filter(Boolean).join(' · ');
  });
  return [
    ...(deliveries.length > 1 ? firstLines(deliveries, maxListed) : []),
    ...(size === undefined ? [] : [labeled(l10n.t('Area'), size)]),
    ...(missing === undefined ? [] : [missing]),
    ...(after ? [l10n.t('Balance after order: {0}', formatAmount(after))] : []),
    ...(price.notOrderable === undefined ? [] : [notOrderableText(price.notOrderable)]),
  ];
}
