/** Orders in documents, from the text to what can be placed. */
import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Problem } from '../../../../base/problem.ts';
import { quoted } from '../../../../base/words/quoted.ts';
import { safeLine } from '../../../../base/words/safeText.ts';
import type { Amount } from '../../../../service/rules/order.ts';
import type { Members } from '../../../../service/rules/orderContents.ts';
import { orderMember, orderPart } from '../../../../service/rules/orderMembers.ts';
import { requireOrderBody } from '../../../../platform/documents/swathDocuments.ts';
import { UserError } from '../../../../platform/host/userError.ts';
import { totalsByUnit } from '../../budget.ts';
import type { DraftNames } from '../../draftNames.ts';
import { type OrderAttempt, sentName } from '../../orderAttempts.ts';
import type { Ordering } from '../../ordering.ts';
import type { Obstacle, Ready } from '../../placing.ts';
import type { OrderContext } from '../../rules/checkOrder.ts';
import { bodyHash, type OrderBody } from '../../rules/orderBody.ts';
import type { LeftOut } from '../draft/optionStep.ts';
import { bodyTitle } from '../words/contents.ts';
import { ageNow } from '../words/placed.ts';

export interface OrderFile {
  uri: vscode.Uri;
  /** The path as shown to the user. */
  path: string;
  title: string;
  body: OrderBody;
  warnings: readonly Problem[];
}

/** Reads a document as an order. Throws a {@link UserError} if it can't be ordered as it is. */
export async function readOrderFile(
  document: vscode.TextDocument,
  context: OrderContext,
  names?: DraftNames,
): Promise<OrderFile> {
  const { uri } = document;
  const body = requireOrderBody(document);
  const warnings = await refuseBrokenOrder(body, context);
  return {
    uri,
    path: documentPath(document),
    title: titleIn(document, body, names),
    body,
    warnings,
  };
}

/** The same for several documents, with the reason for each that is left out. */
export async function readOrderFiles(
  documents: readonly vscode.TextDocument[],
  context: OrderContext,
  names?: DraftNames,
): Promise<{ files: OrderFile[]; leftOut: LeftOut[] }> {
  const files: OrderFile[] = [];
  const leftOut: LeftOut[] = [];
  const byHash = new Map<string, string>();
  for (const document of documents) {
    try {
      const file = await readOrderFile(document, context, names);
      const hash = bodyHash(file.body);
      const duplicate = byHash.get(hash);
      // One confirmation is for one order, so a duplicate is a mistake.
      if (duplicate !== undefined) throw new UserError(l10n.t('It is the same order as {0}.', duplicate));
      byHash.set(hash, file.path);
      files.push(file);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      leftOut.push({ name: documentPath(document), why: error.message });
    }
  }
  return { files, leftOut };
}

/** What an order is called: by its title, else as it was drafted, or as its file was named since. */
export function titleIn({ uri }: vscode.TextDocument, body: OrderBody, names?: DraftNames): string {
  return bodyTitle(body) || safeLine(names?.of(uri.path) ?? basename(uri.path, '.order.json'));
}

/**
 * Throws if the order violates the specification, with the location of the problem, before anything is sent.
 *
 * @returns warnings
 */
export async function refuseBrokenOrder(body: OrderBody, context: OrderContext = {}): Promise<Problem[]> {
  const { orderWork } = await import('../../rules/orderWork.ts');
  const problems = orderWork.checkOrder(body, context);
  const first = problems.find(problem => problem.severity === 'error');
  if (first) throw new UserError(l10n.t('{0} (at {1})', first.message, first.path.join('.')));
  return problems;
}

export function documentPath({ uri }: vscode.TextDocument): string {
  return uri.scheme === 'untitled'
    ? `${basename(uri.path)} · ${l10n.t('not saved')}`
    : vscode.workspace.asRelativePath(uri);
}

/** An order that can be placed. */
export interface ReadyOrder extends OrderFile {
  ready: Ready;
  /**
   * That it was priced on another connection before, what the account already has of it, and which order before it has
   * the same contents, one line each.
   */
  repeats: readonly string[];
  /** Whether one of them would be paid twice. */
  repeatsOthers?: boolean;
}

/** Whether an order can be placed now, and what a user must know of it. */
export async function orderReadiness(
  { placing, owned, context, prices }: Pick<Ordering, 'placing' | 'owned' | 'context' | 'prices'>,
  file: OrderFile,
): Promise<ReadyOrder | Obstacle> {
  const { body } = file;
  const ready = await placing.readiness(body);
  if (ready.kind !== 'ready') return ready;
  const { imageById = () => undefined } = context();
  const { name } = ready.signedIn.connection;
  const before = prices.pricedBefore(body);
  const isOther = before !== undefined && before !== name;
  return {
    ...file,
    ready,
    repeats: [
      ...(isOther ? [l10n.t('Priced on {0} before. This order goes to {1}', before, name)] : []),
      ...owned.ownedTexts(body, imageById),
    ],
    repeatsOthers: owned.repeats(body, imageById),
  };
}

/**
 * The orders, with a warning at each that has the contents of an earlier one, or of one that may have been booked, under
 * another name.
 */
export function markDuplicates(
  orders: readonly ReadyOrder[],
  unconfirmed: readonly OrderAttempt[] = [],
): ReadyOrder[] {
  const titles = new Map<string, string>();
  return orders.map(order => {
    const hash = contentsHash(order.body);
    const first = titles.get(hash);
    titles.set(hash, first ?? order.title);
    const sent = unconfirmed.find(({ body }) => contentsHash(body) === hash);
    const warnings = [
      ...(sent
        ? [
            l10n.t(
              'The same was sent {0} as {1} and is not confirmed',
              ageNow(sent.at),
              quoted(sentName(sent)),
            ),
          ]
        : []),
      ...(first === undefined ? [] : [l10n.t('The same images, area and options as {0}', quoted(first))]),
    ];
    if (warnings.length === 0) return order;
    return { ...order, repeats: [...warnings, ...order.repeats], repeatsOthers: true };
  });
}

/** Of what is paid for: no name, reference or tag. */
function contentsHash(body: Members): string {
  const part = orderPart(body);
  return bodyHash(
    Object.fromEntries(Object.entries(body).filter(([name]) => orderMember(part, name)?.role !== 'name')),
  );
}

/** One amount per unit. */
export function totalsOfOrders(orders: readonly Pick<ReadyOrder, 'ready'>[]): Amount[] {
  return totalsByUnit(orders.map(({ ready: { price } }) => price.total));
}
