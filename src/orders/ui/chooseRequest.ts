import * as l10n from '@vscode/l10n';
import { basename } from 'node:path/posix';
import * as vscode from 'vscode';
import type { Connection } from '../../model/account/connection.ts';
import { criteriaOn } from '../../model/images/searchFile.ts';
import type { SearchCriteria } from '../../model/images/searchQuery.ts';
import { orderPlan, readOrderPlan, searchPlan, type RequestPlan } from '../../model/request/requestPlan.ts';
import { isoDay } from '../../model/words/moment.ts';
import { orderName } from '../../model/words/orderName.ts';
import { givenRow } from '../../editor/givenRow.ts';
import { isOrderDocument, requireOrderBody, resolveOrderDocument } from '../../editor/orderDocument.ts';
import { UserError } from '../../editor/userError.ts';
import {
  isSearchDocument,
  readSearchDocument,
  resolveSearchDocument,
  searchName,
} from '../../editor/searchDocument.ts';
import { showQuickPick } from '../../editor/window.ts';
import type { Catalog } from '../../images/catalog.ts';
import type { Orders } from '../orders.ts';
import type { SessionOwner } from '../../account/session.ts';
import { titleOf } from './orderDialog.ts';
import { signedInFirst } from '../../account/ui/signedInFirst.ts';

export interface RequestParts {
  session: SessionOwner;
  catalog: Pick<Catalog, 'current'>;
  orders: Pick<Orders, 'current'>;
  /** Results of a search that are asked for at once. */
  pageSize: () => number;
}

/** The calls that a person wants to see. */
export interface ChosenRequest {
  connection: Connection;
  plan: RequestPlan;
  /** Address of the document that they are made from. */
  from: string | undefined;
}

/** What calls can be about. */
type Subject =
  | { kind: 'orderFile'; document: vscode.TextDocument }
  | { kind: 'searchFile'; document: vscode.TextDocument }
  | { kind: 'search'; title: string; criteria: SearchCriteria }
  | { kind: 'order'; title: string; orderId: string };

/**
 * The calls of an order document, a saved search, the search on the map or an order of the service; asked for where
 * nothing is given. Offers to sign in first where needed: the addresses are those of the connection in use.
 *
 * @param given a document's address or a row of the Orders view
 */
export async function chooseRequest(
  parts: RequestParts,
  given: unknown,
  title: string,
): Promise<ChosenRequest | undefined> {
  const subject = await subjectOf(parts, given, title);
  const signedIn = subject && (await signedInFirst(parts.session));
  if (!signedIn) return undefined;
  const { connection } = signedIn;
  const from = 'document' in subject ? subject.document.uri.toString() : undefined;
  return { connection, plan: await planOf(connection, subject, parts.pageSize()), from };
}

async function planOf(connection: Connection, subject: Subject, pageSize: number): Promise<RequestPlan> {
  switch (subject.kind) {
    case 'orderFile': {
      const body = requireOrderBody(subject.document);
      return orderPlan(titleOf(body) || basename(subject.document.uri.path), body);
    }
    case 'searchFile': {
      const { document } = subject;
      const criteria = await requireCriteria(document);
      return planOfSearch(connection, searchName(document), criteria, pageSize);
    }
    case 'search':
      return planOfSearch(connection, subject.title, subject.criteria, pageSize);
    case 'order':
      return readOrderPlan(subject.title, subject.orderId);
  }
}

function planOfSearch(
  connection: Connection,
  title: string,
  criteria: SearchCriteria,
  pageSize: number,
): RequestPlan {
  try {
    return searchPlan(title, connection, criteria, pageSize, isoDay(Date.now()));
  } catch (error) {
    if (error instanceof RangeError) throw new UserError(error.message);
    throw error;
  }
}

/** @throws UserError with the first thing that is wrong in the file */
async function requireCriteria(document: vscode.TextDocument): Promise<SearchCriteria> {
  const reading = await readSearchDocument(document);
  if (reading?.kind === 'search') return criteriaOn(reading.search, isoDay(Date.now()));
  const file = basename(document.uri.path);
  throw new UserError(
    reading
      ? l10n.t('{0}: {1}', file, reading.problems[0]?.message ?? '')
      : l10n.t('{0} is not complete JSON: mend it first.', file),
  );
}

async function subjectOf(parts: RequestParts, given: unknown, title: string): Promise<Subject | undefined> {
  const row = givenRow(given);
  const orderId = row?.subject.orderId;
  if (row && typeof orderId === 'string') return { kind: 'order', title: row.label, orderId };
  const uri =
    typeof given === 'string' ? vscode.Uri.parse(given) : given instanceof vscode.Uri ? given : undefined;
  if (!uri) return askSubject(parts, title);
  const subject = subjectIn(await vscode.workspace.openTextDocument(uri));
  if (subject) return subject;
  throw new UserError(
    l10n.t(
      '{0} is neither an order file (*.order.json) nor a saved search (*.search.json).',
      basename(uri.path),
    ),
  );
}

function subjectIn(document: vscode.TextDocument): Subject | undefined {
  if (isOrderDocument(document)) return { kind: 'orderFile', document };
  return isSearchDocument(document) ? { kind: 'searchFile', document } : undefined;
}

interface SubjectItem extends vscode.QuickPickItem {
  take: () => Promise<Subject | undefined> | Subject | undefined;
}

async function askSubject(parts: RequestParts, title: string): Promise<Subject | undefined> {
  const active = vscode.window.activeTextEditor?.document;
  const here = active && subjectIn(active);
  const search = searchInHand(parts.catalog);
  const state = parts.orders.current.peek();
  const orders = state.kind === 'ready' ? state.orders : [];
  const ofFile = (
    choose: typeof resolveOrderDocument,
    kind: 'orderFile' | 'searchFile',
  ): SubjectItem['take'] => {
    return async () => {
      const document = await choose(undefined);
      return document && { kind, document };
    };
  };
  const items: SubjectItem[] = [
    ...(here ? [{ label: basename(active.uri.path), take: () => here }] : []),
    ...(search
      ? [{ label: l10n.t('Search on the Map'), description: search.title, take: () => search }]
      : []),
    { label: l10n.t('Order File…'), take: ofFile(resolveOrderDocument, 'orderFile') },
    { label: l10n.t('Saved Search…'), take: ofFile(resolveSearchDocument, 'searchFile') },
    ...orders.map(order => ({
      label: orderName(order),
      description: order.id,
      take: (): Subject => ({ kind: 'order', title: orderName(order), orderId: order.id }),
    })),
  ];
  const chosen = await showQuickPick(items, {
    title,
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  return chosen?.take();
}

/** `undefined` while nothing is searched for. */
function searchInHand(catalog: Pick<Catalog, 'current'>): Extract<Subject, { kind: 'search' }> | undefined {
  const { aoi, filters, phase } = catalog.current.peek();
  if (phase.kind === 'idle') return undefined;
  const isElsewhere = filters.circle !== undefined || filters.bounds !== undefined;
  const criteria = { ...filters, ...(aoi && !isElsewhere ? { aoi: aoi.polygon } : {}) };
  const title = (isElsewhere ? undefined : aoi?.name) ?? l10n.t('search');
  return { kind: 'search', title, criteria };
}
