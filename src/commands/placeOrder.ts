import { basename } from 'node:path';
import * as vscode from 'vscode';
import { analyticOrderKind } from '../model/order/analyticOrder.ts';
import type { Image } from '../model/images/imagery.ts';
import { balanceAfter, formatAmount, orderPhase, type Order, type Price } from '../model/order/order.ts';
import { imagesOf } from '../model/order/orderContents.ts';
import { runCommand } from '../platform/commands.ts';
import type { Log } from '../platform/log.ts';
import { requireOrderBody, resolveOrderDocument } from '../platform/orderDocument.ts';
import { describeError, logError, UserError } from '../platform/presentError.ts';
import { balanceOf, type Account } from '../state/account.ts';
import type { Catalog } from '../state/catalog.ts';
import type { Unresolved } from '../state/journal.ts';
import type { OrderBody } from '../state/orderBody.ts';
import type { Placed, Placing, Readiness } from '../state/placing.ts';
import { refuseBrokenOrder } from './priceOrder.ts';

export interface PlaceOrderParts {
  log: Log;
  placing: Placing;
  account: Account;
  catalog: Catalog;
}

/**
 * Orders a document: only with a fresh price of exactly this body, only after one plain yes to this price. Everything
 * that stands in the way is told with the next step.
 */
export async function placeOrder(parts: PlaceOrderParts, given: unknown): Promise<void> {
  const document = await resolveOrderDocument(given);
  if (!document) return;
  const body = requireOrderBody(document);
  const problems = await refuseBrokenOrder(body, { imageOf: id => imageIn(parts.catalog, id) });
  const readiness = await parts.placing.readiness(body);
  if (readiness.kind !== 'ready') {
    await explain(parts, readiness, document.uri.toString());
    return;
  }
  const { price, under, placedBefore } = readiness;
  const detail = [
    ...(placedBefore ? [warnOfDouble(placedBefore.at, placedBefore.orderId)] : []),
    ...warnOfBalance(price, parts.account),
    ...warnOfAlbum(body, parts.catalog),
    ...problems.map(problem => `⚠ ${problem.message}\n`),
    ...describeOrder(body, price, under.connection.name, parts.account),
  ].join('\n');
  const order = vscode.l10n.t('Order for {0}', formatAmount(price.total));
  const question = vscode.l10n.t('Order "{0}"?', titleOf(body) || basename(document.uri.path));
  const answer = await vscode.window.showWarningMessage(question, { modal: true, detail }, order);
  if (answer !== order) return;
  const placed = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Placing the order') },
    () => parts.placing.place(body, { price, under }),
  );
  await tell(parts, placed, document.uri.toString(), missingFor(price, parts.account));
}

/** What the balance lacks for a price; `undefined` when it suffices or cannot be compared. */
function missingFor(price: Price, account: Account): string | undefined {
  const after = balanceAfter(balanceOf(account), price.total);
  return after && after.value < 0 ? formatAmount({ value: -after.value, unit: after.unit }) : undefined;
}

function warnOfBalance(price: Price, account: Account): string[] {
  const missing = missingFor(price, account);
  if (missing === undefined) return [];
  return [
    vscode.l10n.t(
      '⚠ The balance does not suffice: {0} missing. The service will reject the order.\n',
      missing,
    ),
  ];
}

/** Images that were searched are known. */
function imageIn(catalog: Catalog, id: string): Image | undefined {
  return catalog.current.peek().images.find(image => image.id === id);
}

/** Only SENSOR images are fully supported by analytics. */
function warnOfAlbum(body: OrderBody, catalog: Catalog): string[] {
  if (body.kind !== analyticOrderKind) return [];
  if (!imagesOf(body).some(id => imageIn(catalog, id)?.processingLevel === 'ALBUM')) return [];
  return [
    vscode.l10n.t('⚠ An image is of level ALBUM, which reports do not fully support: production may fail.\n'),
  ];
}

function describeOrder(body: OrderBody, price: Price, connection: string, account: Account): string[] {
  const total = formatAmount(price.total);
  const balance = balanceOf(account);
  const after = balanceAfter(balance, price.total);
  const images = imagesOf(body).length;
  const products = Array.isArray(body.products) ? body.products.length : undefined;
  return [
    vscode.l10n.t('Connection: {0}', connection),
    vscode.l10n.t('Images: {0}', images),
    ...(products === undefined ? [] : [vscode.l10n.t('Products: {0}', products)]),
    ...(price.areaKm2 === undefined ? [] : [vscode.l10n.t('Area: {0} km²', price.areaKm2.toFixed(2))]),
    price.isEstimate
      ? vscode.l10n.t('Price: {0} (the service calls it an estimate)', total)
      : vscode.l10n.t('Price: {0}', total),
    balance ? vscode.l10n.t('Balance: {0}', formatAmount(balance)) : vscode.l10n.t('Balance: not known'),
    ...(after ? [vscode.l10n.t('Balance after: {0}', formatAmount(after))] : []),
  ];
}

function warnOfDouble(at: string, orderId: string): string {
  const minutes = Math.floor((Date.now() - Date.parse(at)) / 60_000);
  return minutes < 1
    ? vscode.l10n.t('⚠ You ordered exactly this less than a minute ago (order {0}).\n', orderId)
    : vscode.l10n.t('⚠ You ordered exactly this {0} min ago (order {1}).\n', minutes, orderId);
}

function titleOf(body: OrderBody): string {
  return typeof body.title === 'string' ? body.title : '';
}

async function explain(
  parts: PlaceOrderParts,
  readiness: Exclude<Readiness, { kind: 'ready' }>,
  uri: string,
): Promise<void> {
  switch (readiness.kind) {
    case 'signedOut':
      await runCommand('swath.signIn');
      return;
    case 'noFreshPrice': {
      const price = vscode.l10n.t('Price');
      const message = vscode.l10n.t(
        'The order has no price yet, or was edited since. Price it first, then order.',
      );
      if ((await vscode.window.showInformationMessage(message, price)) === price)
        await runCommand('swath.priceOrder', uri);
      return;
    }
    case 'notOrderable':
      throw new UserError(
        vscode.l10n.t('The service does not let this account place the order: "{0}".', readiness.reason),
      );
    case 'unresolved':
      await resolveUnknownOutcome(parts, readiness, uri);
  }
}

/** An order left before and its answer never came: the list is read again, and only the user's word frees the way. */
async function resolveUnknownOutcome(
  { placing }: PlaceOrderParts,
  { entry }: Extract<Readiness, { kind: 'unresolved' }>,
  uri: string,
): Promise<void> {
  await vscode.commands.executeCommand('swath.orders.focus');
  const candidates = await placing.candidates(entry);
  const [likely] = candidates ?? [];
  const since = entry.at.slice(0, 16).replace('T', ' ');
  const detail = [
    vscode.l10n.t('It was sent at {0} UTC, and no clear answer came: the service may have booked it.', since),
    describeCandidates(candidates),
    ...(candidates ? [vscode.l10n.t('Compare with the Orders view before you answer.')] : []),
  ].join('\n');
  const itIsThis = vscode.l10n.t('It Is This Order');
  const notBooked = vscode.l10n.t('It Was Not Booked');
  // Without a readable list nobody can know; and the first button is the one that costs nothing when it is wrong.
  const options = candidates === undefined ? [] : likely ? [itIsThis, notBooked] : [notBooked];
  const message = vscode.l10n.t('It is not known what became of "{0}".', nameOf(entry));
  const answer = await vscode.window.showWarningMessage(message, { modal: true, detail }, ...options);
  if (answer === itIsThis && likely) {
    await placing.resolve(entry, likely);
    void vscode.window.showInformationMessage(
      vscode.l10n.t('"{0}" counts as ordered: it is order {1}.', nameOf(entry), likely.id),
    );
  }
  if (answer === notBooked) {
    await placing.resolve(entry, 'notBooked');
    await runCommand('swath.placeOrder', uri);
  }
}

/** Orders of products have no title. */
function nameOf({ title, orderKind }: Unresolved): string {
  return title || orderKind;
}

function describeCandidates(candidates: readonly Order[] | undefined): string {
  if (candidates === undefined) {
    return vscode.l10n.t('The list of orders could not be read just now: try again in a while.');
  }
  if (candidates.length === 0)
    return vscode.l10n.t('The service lists no order of this kind with these images.');
  const named = candidates.map(order => `${order.id} (${order.status})`).join(', ');
  return vscode.l10n.t('The service lists: {0}.', named);
}

async function tell(
  parts: PlaceOrderParts,
  placed: Placed,
  uri: string,
  missing: string | undefined,
): Promise<void> {
  void parts.account.refresh();
  switch (placed.kind) {
    case 'placed': {
      const { order } = placed;
      await vscode.commands.executeCommand('swath.orders.focus');
      if (orderPhase(order.status) === 'failed') {
        throw new UserError(
          missing === undefined
            ? vscode.l10n.t('The service answered "{0}": nothing will be produced.', order.status)
            : vscode.l10n.t(
                'The service answered "{0}": {1} missing from the balance.',
                order.status,
                missing,
              ),
        );
      }
      void vscode.window.showInformationMessage(
        vscode.l10n.t('"{0}" is ordered. Swath tells you when it is delivered.', order.title ?? order.id),
      );
      return;
    }
    case 'refused':
      throw placed.error;
    case 'unclear': {
      logError(placed.error, parts.log);
      const look = vscode.l10n.t('Look It Up');
      const message = vscode.l10n.t(
        'It is not known whether the order was booked: {0} It is not sent again by itself.',
        describeError(placed.error),
      );
      if ((await vscode.window.showErrorMessage(message, look)) === look)
        await runCommand('swath.placeOrder', uri);
      return;
    }
    case 'notSent':
      await explain(parts, placed.readiness, uri);
  }
}
