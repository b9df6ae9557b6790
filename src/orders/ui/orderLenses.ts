import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { aoisOf } from '../../model/order/orderContents.ts';
import type { OrderProblem } from '../../model/order/orderProblems.ts';
import type { CommandId } from '../../editor/commandTable.ts';
import { rangeOf } from '../../editor/makeEdits.ts';
import { onLaterChange } from '../../editor/onChange.ts';
import { orderFilePattern, readOrderBody } from '../../editor/orderDocument.ts';
import { describeError, serverWords } from '../../editor/presentError.ts';
import { type Account, balanceOf } from '../../account/account.ts';
import type { OrderBody } from '../../model/order/orderBody.ts';
import type { OrderFacts } from '../orderFacts.ts';
import type { Placing } from '../placing.ts';
import type { Prices } from '../prices.ts';
import { type SessionOwner, signedInOf } from '../../account/session.ts';
import { lensTitle, withShownTooltip } from '../../editor/shownInDocument.ts';
import type { Image } from '../../model/images/imagery.ts';
import { type Amount, balanceAfter, formatAmount, type Price } from '../../model/order/order.ts';
import { shownLine } from '../../model/words/shownText.ts';
import { totalText } from './budgetText.ts';
import { areaText } from '../../model/words/areaText.ts';
import { ageText, dayText } from '../../model/words/moment.ts';
import { shortId } from '../../model/words/kindText.ts';

/** What is known to be wrong with the open orders. */
export interface OrderDiagnostics {
  /** As of the last check, which an edit may have overtaken; `undefined` before the first one. */
  problemsOf(document: vscode.TextDocument): readonly OrderProblem[] | undefined;
  onDidCheck: vscode.Event<vscode.TextDocument>;
  dispose(): void;
}

export interface OrderLensParts {
  session: SessionOwner;
  account: Account;
  prices: Pick<Prices, 'current' | 'of'>;
  placing: Pick<Placing, 'changed' | 'placedOf' | 'unresolvedOf'>;
  facts: Pick<OrderFacts, 'current' | 'context'>;
  diagnostics: Pick<OrderDiagnostics, 'problemsOf' | 'onDidCheck'>;
}

/** Letters of a reason that a lens has room for. */
const longestReason = 60;

/** Ages that are shown grow; ms. */
const ageTick = 60_000;

/** A dialog that a change leads to has the focus by then; ms. */
const settledAfter = 1000;

/** The row above an order file: what is wrong with it, its price beside the balance, and the way to order. */
export function registerOrderLenses(parts: OrderLensParts): vscode.Disposable {
  const { session, account, prices, placing, facts, diagnostics } = parts;
  const changed = new vscode.EventEmitter<void>();
  let tick: NodeJS.Timeout | undefined;
  let settled: NodeJS.Timeout | undefined;

  /** The editor forgets to ask for lenses where the text loses the focus just then, so it is told once more. */
  function tellChange() {
    changed.fire();
    clearTimeout(settled);
    settled = setTimeout(() => changed.fire(), settledAfter);
  }

  function lensesFor(document: vscode.TextDocument): vscode.Command[] {
    const body = readOrderBody(document);
    const errors = (diagnostics.problemsOf(document) ?? []).filter(({ severity }) => severity === 'error');
    const mend = errors.length > 0 ? [problemsLens(document, errors)] : [];
    const signedIn = signedInOf(session.current.peek());
    const signIn = lensTitle('sign-in', l10n.t('Sign in to see the price'));
    if (!body) return mend;
    return [
      ...placedLenses(document, body),
      ...mend,
      ...(!signedIn
        ? [{ title: signIn, command: 'swath.signIn' satisfies CommandId }]
        : mend.length > 0
          ? []
          : priceLenses(document, body)),
      ...otherLenses(document, body),
    ];
  }

  function priceLenses(document: vscode.TextDocument, body: OrderBody): vscode.Command[] {
    const state = prices.of(body);
    const again = l10n.t('Request the price again');
    switch (state?.kind) {
      case undefined: {
        const costs = l10n.t('Request the price. This costs nothing.');
        return [command(document, lensTitle('tag', l10n.t('Price')), 'swath.priceOrder', costs)];
      }
      case 'pricing':
        return [
          { title: lensTitle('sync~spin', l10n.t('Pricing…')), command: '' },
          {
            title: lensTitle('close', l10n.t('Cancel')),
            command: 'swath.priceOrder' satisfies CommandId,
            arguments: [document.uri.toString(), 'cancel'],
          },
        ];
      case 'failed': {
        const said = describeError(state.error);
        const quoted = serverWords(state.error);
        const reason =
          quoted === undefined
            ? l10n.t('No price: {0}', shownLine(said, longestReason))
            : l10n.t('No price: "{0}"', shownLine(quoted, longestReason));
        return [
          { title: lensTitle('warning', reason), tooltip: said, command: '' },
          command(document, lensTitle('refresh', l10n.t('Try Again')), 'swath.priceOrder', again),
        ];
      }
      case 'priced': {
        const { price } = state;
        const balance = balanceOf(account);
        const tooltip = [...priceTooltip(price, balance, facts.context().imageOf), again].join('\n');
        const spends = l10n.t('You confirm before anything is spent');
        return [
          command(document, lensTitle('tag', priceText(price, balance)), 'swath.priceOrder', tooltip),
          // One that was sent before is looked up first, and the service has said no to one that cannot be ordered.
          ...(price.notOrderable !== undefined || placing.unresolvedOf(body)
            ? []
            : [command(document, lensTitle('credit-card', l10n.t('Order…')), 'swath.placeOrder', spends)]),
        ];
      }
    }
  }

  const age = ({ at }: { at: string }) => ageText(at, Date.now()) ?? at;

  function placedLenses(document: vscode.TextDocument, body: OrderBody): vscode.Command[] {
    const unresolved = placing.unresolvedOf(body);
    const placed = placing.placedOf(body);
    if (!unresolved && !placed) return [];
    tick ??= setTimeout(() => {
      tick = undefined;
      changed.fire();
    }, ageTick);
    if (unresolved) {
      const title = lensTitle('question', l10n.t('Sent {0}, not confirmed. Check status', age(unresolved)));
      const tooltip = l10n.t('Check the orders of the service for it');
      return [command(document, title, 'swath.placeOrder', tooltip)];
    }
    if (!placed) return [];
    const { orderId } = placed;
    const reveal: CommandId = 'swath.revealRelated';
    return [
      {
        title: lensTitle('check', l10n.t('Ordered {0}: order {1}', age(placed), shortId(orderId))),
        tooltip: l10n.t('Show order {0} in the Orders view', orderId),
        command: reveal,
        arguments: [{ id: orderId, label: orderId, subject: { orderId } }],
      },
    ];
  }

  const provider = vscode.languages.registerCodeLensProvider(
    { pattern: orderFilePattern },
    {
      onDidChangeCodeLenses: changed.event,
      provideCodeLenses(document) {
        const top = new vscode.Position(0, 0);
        return lensesFor(document).map(
          one => new vscode.CodeLens(new vscode.Range(top, top), withShownTooltip(one)),
        );
      },
    },
  );
  const signals = [session.current, account.current, prices.current, placing.changed];
  return vscode.Disposable.from(
    provider,
    onLaterChange(signals, tellChange),
    diagnostics.onDidCheck(tellChange),
    changed,
    { dispose: () => [tick, settled].forEach(clearTimeout) },
  );
}

/** Goes to the first problem; the others stand in the list of problems. */
function problemsLens(document: vscode.TextDocument, errors: readonly OrderProblem[]): vscode.Command {
  const [first] = errors;
  return {
    title: lensTitle('error', l10n.t('Problems to fix first: {0}', errors.length)),
    tooltip: errors.map(({ message }) => message).join('\n'),
    command: 'vscode.open',
    arguments: [document.uri, { selection: rangeOf(document, first?.range ?? { offset: 0, length: 0 }) }],
  };
}

function otherLenses(document: vscode.TextDocument, body: OrderBody): vscode.Command[] {
  const [aoi] = aoisOf(body);
  const uri = document.uri.toString();
  return [
    ...(aoi
      ? [
          {
            title: lensTitle('map', l10n.t('Show on Map')),
            tooltip: l10n.t('Show the AOI of the order on the map'),
            command: 'swath.openMap' satisfies CommandId,
            arguments: [{ uri, path: aoi.path }],
          },
        ]
      : []),
    command(
      document,
      lensTitle('copy', l10n.t('Copy as curl')),
      'swath.copyAsCurl',
      l10n.t('Copy the request as a terminal command, without your key'),
    ),
  ];
}

function command(
  document: vscode.TextDocument,
  title: string,
  id: CommandId,
  tooltip: string,
): vscode.Command {
  return { title, command: id, tooltip, arguments: [document.uri.toString()] };
}

/** The price beside the balance, and what keeps the order from being placed. */
function priceText(price: Price, balance: Amount | undefined): string {
  const deliveries = price.perDelivery.length;
  const parts = [totalText(price)];
  if (deliveries > 1) parts.push(l10n.t('{0} deliveries', deliveries));
  if (balance) {
    const isShort = (balanceAfter(balance, price.total)?.value ?? 0) < 0;
    const shown = formatAmount(balance);
    parts.push(isShort ? l10n.t('balance {0}: insufficient', shown) : l10n.t('balance {0}', shown));
  }
  if (price.notOrderable !== undefined) parts.push(l10n.t("can't be ordered: {0}", price.notOrderable));
  return parts.join(' · ');
}

/** Deliveries that are listed one by one. */
const mostListed = 12;

/** Lines of plain text. */
function priceTooltip(
  price: Price,
  balance: Amount | undefined,
  imageOf: ((id: string) => Image | undefined) | undefined,
): string[] {
  const after = balanceAfter(balance, price.total);
  const { perDelivery, areaKm2 } = price;
  const listed = perDelivery.slice(0, mostListed).map(({ imageId, amount }) => {
    const day = imageId === undefined ? undefined : imageOf?.(imageId)?.acquisitionDate;
    const name = [day && dayText(day), imageId].filter(Boolean).join(', ');
    return l10n.t('{0} for {1}', formatAmount(amount), name || l10n.t('one delivery'));
  });
  return [
    ...(perDelivery.length > 1 ? listed : []),
    ...(perDelivery.length > mostListed ? [l10n.t('… and {0} more', perDelivery.length - mostListed)] : []),
    ...(areaKm2 === undefined ? [] : [l10n.t('Area: {0}', areaText(areaKm2))]),
    ...(after ? [l10n.t('Balance after order: {0}', formatAmount(after))] : []),
    ...(price.isEstimate ? [l10n.t('The service marks the price as an estimate.')] : []),
    ...(price.notOrderable === undefined
      ? []
      : [l10n.t('The service doesn\'t allow this account to place it: "{0}".', price.notOrderable)]),
  ];
}
