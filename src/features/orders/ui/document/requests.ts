import { basename } from 'node:path/posix';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { CommandId } from '../../../../base/commandId.ts';
import { isoDay } from '../../../../base/words/moment.ts';
import type { Connection } from '../../../../service/rules/connection.ts';
import { orderName } from '../../../../service/rules/kindText.ts';
import type { SearchCriteria } from '../../../../service/rules/searchCriteria.ts';
import { setStatusBarMessage, showQuickPick } from '../../../../platform/dialogs/window.ts';
import { activeEditor, openEditable } from '../../../../platform/documents/editableDocuments.ts';
import { openDraft } from '../../../../platform/documents/openDraft.ts';
import {
  isOrderDocument,
  isSearchDocument,
  requireOrderBody,
  resolveOrderDocument,
  searchName,
  uriFrom,
} from '../../../../platform/documents/swathDocuments.ts';
import { runCommand } from '../../../../platform/host/commands.ts';
import { UserError } from '../../../../platform/host/userError.ts';
import { rowFrom } from '../../../../platform/rows/row.ts';
import type { SessionOwner } from '../../../../session/session.ts';
import { signedInFirst } from '../../../../session/ui/signedInFirst.ts';
import { criteriaOn, filterTexts, searchedLimits, searchForImage } from '../../../images/rules/index.ts';
import { type Catalog, readListFilters } from '../../../images/index.ts';
import { readSearchDocument, resolveSearchDocument } from '../../../images/ui/index.ts';
import {
  curlScript,
  orderPlan,
  readOrderPlan,
  requestFile,
  type RequestPlan,
  script,
  type ScriptLanguage,
  searchPlan,
} from '../../../scripts/rules/index.ts';
import { listedOrders } from '../../knownOrders.ts';
import type { Orders } from '../../orders.ts';
import { imageName, summarizeOrders } from '../../rules/index.ts';
import { bodyTitle } from '../words/contents.ts';

export interface RequestParts {
  session: SessionOwner;
  catalog: Pick<Catalog, 'current' | 'estimates' | 'selectedImages' | 'clock'>;
  orders: Pick<Orders, 'current'>;
  /** Number of search results per request. */
  pageSize: () => number;
}

/** How long the status bar shows the confirmation, ms. */
const noticeMs = 4000;

/**
 * Copies the calls of an order or a search as a script that runs, without the key.
 *
 * @param argument a document's URI, a row of the Orders view, or `{ search: true }` for the search on the map
 */
export async function copyRequest(
  parts: RequestParts,
  language: ScriptLanguage | 'curl',
  argument: unknown,
): Promise<void> {
  const chosen = await chooseRequest(parts, argument);
  if (!chosen) return;
  const { connection, plan } = chosen;
  const text = language === 'curl' ? curlScript(connection, plan) : script(language, connection, plan);
  await vscode.env.clipboard.writeText(text);
  setStatusBarMessage('check', l10n.t('Copied. It takes the key from SWATH_API_KEY.'), noticeMs);
}

/** Asks in which form to copy the calls of an order or a search, then does it. */
export async function askForm(argument: unknown): Promise<void> {
  const forms: { label: string; description: string; command: CommandId }[] = [
    { label: 'Python', description: l10n.t('copy a script'), command: 'swath.copyAsPython' },
    { label: 'JavaScript', description: l10n.t('copy a script'), command: 'swath.copyAsJavaScript' },
    { label: 'curl', description: l10n.t('copy a shell script'), command: 'swath.copyAsCurl' },
    {
      label: l10n.t('Notebook Cell'),
      description: l10n.t('insert it below the active cell'),
      command: 'swath.insertNotebookCell',
    },
    {
      label: l10n.t('HTTP Request File'),
      description: l10n.t('open a new file'),
      command: 'swath.openRequest',
    },
  ];
  const chosen = await showQuickPick(forms, {
    title: l10n.t('Copy Request'),
    placeHolder: l10n.t('In which form?'),
  });
  if (chosen) await runCommand(chosen.command, argument);
}

/** Inserts the same calls as a Python cell below the active one, in a new notebook if none is open. */
export async function insertNotebookCell(parts: RequestParts, argument: unknown): Promise<void> {
  const notebook = vscode.window.activeNotebookEditor;
  const chosen = await chooseRequest(parts, argument);
  if (!chosen) return;
  const text = script('python', chosen.connection, chosen.plan);
  const cell = new vscode.NotebookCellData(vscode.NotebookCellKind.Code, text.trimEnd(), 'python');
  if (!notebook) {
    const made = new vscode.NotebookData([cell]);
    await vscode.window.showNotebookDocument(
      await vscode.workspace.openNotebookDocument('jupyter-notebook', made),
    );
    return;
  }
  const edit = new vscode.WorkspaceEdit();
  const at = notebook.notebook.cellCount === 0 ? 0 : notebook.selection.end;
  edit.set(notebook.notebook.uri, [vscode.NotebookEdit.insertCells(at, [cell])]);
  if (!(await vscode.workspace.applyEdit(edit)))
    throw new UserError(l10n.t("Couldn't insert the cell. The notebook may be read-only."));
}

/** Opens the same calls as an unsaved request file (`.http`). */
export async function openRequest(parts: RequestParts, argument: unknown): Promise<void> {
  const chosen = await chooseRequest(parts, argument);
  if (!chosen) return;
  const { connection, plan, from } = chosen;
  await openDraft({ name: plan.title, ending: '.http', text: requestFile(connection, plan), from });
}

/** What the calls are for: an order document, a saved search, the search on the map, or an order of the service. */
interface Subject {
  /** URI of the document that the calls are created from. */
  from?: string;
  /** @param today `YYYY-MM-DD`, by the clock of the service */
  plan: (connection: Connection, pageSize: number, today: string) => RequestPlan | Promise<RequestPlan>;
}

/** Asks the user if nothing is given. Offers to sign in, because the URLs are those of the current connection. */
async function chooseRequest(parts: RequestParts, argument: unknown) {
  const subject = await requestSubject(parts, argument);
  const signedIn = subject && (await signedInFirst(parts.session));
  if (!signedIn) return undefined;
  const { connection } = signedIn;
  return {
    connection,
    plan: await subject.plan(connection, parts.pageSize(), isoDay(parts.catalog.clock.now())),
    from: subject.from,
  };
}

async function requestSubject(parts: RequestParts, argument: unknown): Promise<Subject | undefined> {
  const row = rowFrom(argument);
  const orderId = row?.subject.orderId;
  if (row && typeof orderId === 'string') {
    // The label of a row can say that it is new.
    const order = listedOrders(parts.orders).find(({ id }) => id === orderId);
    return { plan: () => readOrderPlan(order ? orderName(order) : row.label, orderId) };
  }
  const uri = uriFrom(argument);
  const [ofMap] = isOfMap(argument) ? searchOnMap(parts.catalog) : [];
  if (ofMap) return ofMap.take();
  if (!uri) return askSubject(parts);
  const subject = ofDocument(await openEditable(uri));
  if (subject) return subject;
  throw new UserError(
    l10n.t('{0} is not an order file (*.order.json) or a saved search (*.search.json).', basename(uri.path)),
  );
}

/** Whether it is what the menu of the map's list says: `{ search: true }`. */
function isOfMap(argument: unknown): boolean {
  // A text has a method of this name.
  return (argument as { search?: unknown } | undefined)?.search === true;
}

function ofDocument(document: vscode.TextDocument | undefined): Subject | undefined {
  if (!document) return undefined;
  const from = document.uri.toString();
  if (isOrderDocument(document)) {
    const plan = () => {
      const body = requireOrderBody(document);
      return orderPlan(bodyTitle(body) || basename(document.uri.path), body);
    };
    return { from, plan };
  }
  if (!isSearchDocument(document)) return undefined;
  return {
    from,
    plan: (connection, pageSize, today) => savedSearchPlan(connection, document, pageSize, today),
  };
}

function planOfSearch(
  connection: Connection,
  title: string,
  criteria: SearchCriteria,
  pageSize: number,
  today: string,
  listFilters?: readonly string[],
) {
  try {
    return searchPlan(title, connection, criteria, pageSize, today, listFilters);
  } catch (error) {
    if (error instanceof RangeError) throw new UserError(error.message);
    throw error;
  }
}

/** @throws UserError with the first problem of the file */
async function savedSearchPlan(
  connection: Connection,
  document: vscode.TextDocument,
  pageSize: number,
  today: string,
): Promise<RequestPlan> {
  const reading = await readSearchDocument(document);
  if (reading?.kind === 'search') {
    const { search } = reading;
    const filters = filterTexts({ limits: searchedLimits(search) });
    return planOfSearch(
      connection,
      searchName(document),
      criteriaOn(search, today),
      pageSize,
      today,
      filters,
    );
  }
  const file = basename(document.uri.path);
  throw new UserError(
    reading
      ? l10n.t('{0}: {1}', file, reading.problems[0]?.message ?? '')
      : l10n.t('{0} is not complete JSON. Fix it first.', file),
  );
}

interface SubjectItem extends vscode.QuickPickItem {
  take: () => Promise<Subject | undefined> | Subject | undefined;
}

async function askSubject({ catalog, orders }: RequestParts): Promise<Subject | undefined> {
  const active = activeEditor()?.document;
  const here = ofDocument(active);
  const listed = listedOrders(orders);
  const summaries = summarizeOrders(listed);
  const items: SubjectItem[] = [
    ...(active && here ? [{ label: basename(active.uri.path), take: () => here }] : []),
    ...searchOnMap(catalog),
    ...selectedImage(catalog),
    {
      label: l10n.t('Order File…'),
      take: async () => ofDocument(await resolveOrderDocument(undefined)),
    },
    {
      label: l10n.t('Saved Search…'),
      take: async () => ofDocument(await resolveSearchDocument(undefined)),
    },
    ...listed.map((order, at) => ({
      label: orderName(order),
      description: summaries[at],
      take: () => ({ plan: () => readOrderPlan(orderName(order), order.id) }),
    })),
  ];
  const options = {
    title: l10n.t('Which request?'),
    matchOnDescription: true,
    matchOnDetail: true,
    ignoreFocusOut: true,
  };
  return (await showQuickPick(items, options))?.take();
}

/** The first of the selected images, found again by its day and place. */
function selectedImage({ selectedImages }: Pick<Catalog, 'selectedImages'>): SubjectItem[] {
  return selectedImages
    .peek()
    .slice(0, 1)
    .map(image => {
      const plan: Subject['plan'] = (connection, size, today) => ({
        ...planOfSearch(connection, image.id, searchForImage(image), size, today),
        imageId: image.id,
      });
      return {
        label: l10n.t('Selected image'),
        description: imageName(image),
        detail: image.id,
        take: () => ({ plan }),
      };
    });
}

/** Empty if there is no search on the map. */
function searchOnMap(catalog: Pick<Catalog, 'current' | 'estimates'>): SubjectItem[] {
  const { aoi, filters, phase } = catalog.current.peek();
  if (phase.kind === 'idle') return [];
  const isElsewhere = filters.circle !== undefined || filters.bounds !== undefined;
  const criteria = { ...filters, aoi: isElsewhere ? undefined : aoi?.polygon };
  const description = (isElsewhere ? undefined : aoi?.name) ?? l10n.t('search');
  const plan: Subject['plan'] = (connection, size, today) =>
    planOfSearch(connection, description, criteria, size, today, filterTexts(readListFilters(catalog)));
  return [{ label: l10n.t('Search on the Map'), description, take: () => ({ plan }) }];
}
