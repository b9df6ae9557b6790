import { basename } from 'node:path/posix';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { isRecord } from '../../../base/fields.ts';
import { itemAt } from '../../../base/itemAt.ts';
import { numberText } from '../../../base/words/displayLanguage.ts';
import { isoDay, minuteText, momentOf } from '../../../base/words/moment.ts';
import { withoutAltitude } from '../../../geo/aoi.ts';
import { polygonAreaKm2 } from '../../../geo/polygonArea.ts';
import { setStatusBarMessage, showInformationMessage } from '../../../platform/dialogs/window.ts';
import { openDraft, showText } from '../../../platform/documents/openDraft.ts';
import { isSearchDocument, searchName } from '../../../platform/documents/swathDocuments.ts';
import { runCommand } from '../../../platform/host/commands.ts';
import { UserError } from '../../../platform/host/userError.ts';
import { type SessionOwner, type SignedIn, signedInOf } from '../../../session/session.ts';
import { signedInFirst } from '../../../session/ui/signedInFirst.ts';
import type { AoiSource, Catalog, Filters } from '../imageCatalog.ts';
import type { SavedSearch } from '../rules/searchCriteria.ts';
import { criteriaOn, withRelativeSpan, writeSearchFile } from '../rules/searchFile.ts';
import { compareWithSeen, seenKey, type SeenMemory } from '../seenImages.ts';
import { searchToEnd } from './exportImages.ts';
import { readSearchDocument, resolveSearchDocument } from './searchDocument.ts';

/**
 * Opens the current search as a document: the current criteria, and the AOI unless they name another place. The
 * document isn't saved: the user decides whether it becomes a file of the workspace. What the search finds now counts as
 * seen, so that its first check for new images shows what was added since.
 *
 * @param argument the filters of the list in words, `{ listFilters }`, because the page applies them itself
 */
export async function saveSearch(
  { session, catalog, seen }: SavedSearchParts,
  argument?: unknown,
): Promise<void> {
  const search = currentSearch(catalog);
  const { aoi } = catalog.current.peek();
  if (Object.keys(search).length === 0) {
    throw new UserError(l10n.t('Search for images of an area first.'));
  }
  const text = writeSearchFile(search);
  const isSaved = (document: vscode.TextDocument) =>
    !document.isClosed && isSearchDocument(document) && document.getText() === text;
  const open = vscode.workspace.textDocuments.find(isSaved);
  const notSaved = notSavedText(isRecord(argument) ? argument.listFilters : undefined);
  if (open) {
    await showText(open);
    if (notSaved !== undefined) tell(notSaved);
    return;
  }
  const { document } = await openDraft({
    name: search.areaName ?? l10n.t('search'),
    ending: '.search.json',
    language: 'json',
    text,
    from: aoi?.uri,
  });
  offerToSave(document, notSaved);
  const signedIn = signedInOf(session.current.peek());
  if (signedIn) await markAsSeen(catalog, seen, signedIn, text);
}

function notSavedText(listFilters: unknown): string | undefined {
  if (!Array.isArray(listFilters) || listFilters.length === 0) return undefined;
  return l10n.t("A search can't contain what filters the list: {0}.", listFilters.join(', '));
}

/** A search that is only open is lost with its tab. */
function offerToSave(document: vscode.TextDocument, notSaved = ''): void {
  const save = l10n.t('Save');
  const text = l10n.t("{0} isn't saved yet.", basename(document.uri.path));
  void showInformationMessage(`${text} ${notSaved}`.trim(), save).then(choice =>
    choice === save ? document.save() : undefined,
  );
}

/** Unless it was checked before: what came since is new. @param text of the search */
async function markAsSeen(catalog: Catalog, seen: SeenMemory, signedIn: SignedIn, text: string) {
  // As it is read later.
  const search = JSON.parse(text) as SavedSearch;
  const key = seenKey(signedIn.connection.name, search);
  if (await seen.read(key)) return;
  const { phase, images, hasMore, incomplete } = catalog.current.peek();
  const at = new Date(catalog.clock.now());
  const ids: string[] = [];
  if (phase.kind === 'done' && !hasMore && incomplete === undefined) {
    ids.push(...[...images].sort((a, b) => acquiredMs(b) - acquiredMs(a)).map(({ id }) => id));
  } else {
    const client = await signedIn.client();
    const criteria = criteriaOn(search, isoDay(catalog.clock.now()));
    delete criteria.sortBy;
    for await (const { id } of client.searchAll(criteria)) ids.push(id);
  }
  await compareWithSeen(seen, key, ids, at);
}

export interface SavedSearchParts {
  session: SessionOwner;
  catalog: Catalog;
  /** What saved searches have found before. */
  seen: SeenMemory;
}

/** The current criteria, and the AOI unless they name another place; empty if there are none. */
export function currentSearch(catalog: Catalog): SavedSearch {
  const { aoi, filters } = catalog.current.peek();
  const isElsewhere = filters.circle !== undefined || filters.bounds !== undefined;
  const search: SavedSearch = { ...withRelativeSpan(filters, isoDay(catalog.clock.now())) };
  if (aoi && !isElsewhere) Object.assign(search, { areaName: aoi.name, aoi: withoutAltitude(aoi.polygon) });
  return search;
}

/** Runs a saved search and shows the results on the map. Offers to sign in first if needed. */
export async function runSearch(session: SessionOwner, catalog: Catalog, argument: unknown): Promise<void> {
  const saved = await resolveSaved(argument);
  if (!saved || !(await signedInFirst(session))) return;
  await start(catalog, saved);
}

/**
 * Runs a saved search to its end and shows the results that are new and cover enough of its AOI. After that all results
 * count as seen, but only if the search reached its end.
 */
export async function searchNew(
  { session, catalog, seen }: SavedSearchParts,
  argument: unknown,
): Promise<void> {
  const saved = await resolveSaved(argument);
  const signedIn = saved && (await signedInFirst(session));
  if (!signedIn) return;
  const { name, search } = saved;
  const title = l10n.t('New images for {0}', name);
  const isWhole = await searchToEnd(catalog, title, () => start(catalog, saved));
  const { images, searchId } = catalog.current.peek();
  const shares = isWhole ? await sharesOf(search, images) : undefined;
  // If another search has started, these would be the wrong images.
  if (!isWhole || catalog.current.peek().searchId !== searchId) {
    tell(
      l10n.t("The search for {0} didn't finish, so what is new is unknown. Nothing is marked as seen.", name),
    );
    return;
  }
  const newestFirst = [...images].sort((a, b) => acquiredMs(b) - acquiredMs(a));
  const key = seenKey(signedIn.connection.name, search);
  const ids = newestFirst.map(({ id }) => id);
  const minShare = (search.minCoverage ?? 0) / 100;
  const coversEnough = (id: string) => (shares?.get(id) ?? 1) >= minShare;
  const runOf = (fresh: readonly string[]) => {
    const enough = new Set(fresh.filter(coversEnough));
    return images.flatMap(({ id, constellation }) =>
      enough.has(id) ? [{ constellation, share: shares?.get(id) ?? 1 }] : [],
    );
  };
  const comparison = await compareWithSeen(seen, key, ids, new Date(catalog.clock.now()), runOf);
  if (!comparison) {
    tell(
      l10n.t(
        'First check of {0}: all current images ({1}) are marked as seen. From now on, New Images shows what was added.',
        name,
        numberText(images.length),
      ),
    );
    return;
  }
  const newIds = comparison.fresh.filter(coversEnough);
  const since = `${minuteText(comparison.since)} UTC`;
  if (newIds.length === 0) {
    tell(nothingNew(name, since, comparison.fresh.length, search.minCoverage));
    return;
  }
  catalog.narrow({ label: l10n.t('New since {0}', since), ids: newIds });
  const text = l10n.t('New images for {0} since {1}: {2}', name, since, newIds.length);
  setStatusBarMessage('bell', text, 10_000);
}

interface Saved {
  name: string;
  uri: string;
  search: SavedSearch;
}

/** `undefined` if the user cancels. Throws {@link UserError} with the first problem of the file. */
async function resolveSaved(argument: unknown): Promise<Saved | undefined> {
  const document = await resolveSearchDocument(argument);
  if (!document) return undefined;
  const file = basename(document.uri.path);
  const reading = await readSearchDocument(document);
  if (!reading) throw new UserError(l10n.t('{0} is not complete JSON. Fix it first.', file));
  if (reading.kind === 'problems')
    throw new UserError(l10n.t('{0}: {1}', file, itemAt(reading.problems, 0).message));
  return { name: searchName(document), uri: document.uri.toString(), search: reading.search };
}

/** Its first step starts the search with the criteria of the file, and no others. */
async function start(catalog: Catalog, { name, uri, search }: Saved): Promise<void> {
  const { aoi: polygon, ...filters } = criteriaOn(search, isoDay(catalog.clock.now()));
  const aoi: AoiSource | 'none' = polygon
    ? { uri, path: ['aoi'], name: search.areaName ?? name, polygon, areaKm2: polygonAreaKm2(polygon) }
    : 'none';
  const searching = catalog.search({ aoi, filters: filters satisfies Filters });
  await runCommand('swath.openMap', ...(polygon ? [{ show: 'aoi' }] : []));
  await searching;
}

/** The fraction of the AOI that each image covers, 0 to 1, by id. */
async function sharesOf(
  { aoi }: SavedSearch,
  images: Catalog['current']['value']['images'],
): Promise<Map<string, number> | undefined> {
  if (!aoi) return undefined;
  const { figures } = await import('../rules/figures.ts');
  const shares = figures.coveredShares(
    aoi,
    images.map(({ footprint }) => footprint),
  );
  return new Map(images.map(({ id }, index) => [id, itemAt(shares, index)]));
}

function acquiredMs({ acquisitionDate }: { acquisitionDate: string | undefined }): number {
  return momentOf(acquisitionDate)?.time ?? 0;
}

function tell(text: string): void {
  void showInformationMessage(text);
}

/** @param tooLittle number of new images that cover less of the AOI than required */
function nothingNew(name: string, since: string, tooLittle: number, minCoverage = 0): string {
  if (tooLittle === 0) return l10n.t('Nothing new for {0} since {1}. The map shows all images.', name, since);
  return l10n.t(
    'Nothing new for {0} since {1} that covers {2} % of the area. New images with less coverage: {3}. The map shows all images.',
    name,
    since,
    minCoverage,
    tooLittle,
  );
}
