import { basename } from 'node:path/posix';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { itemAt } from '../../../base/itemAt.ts';
import { numberText } from '../../../base/words/displayLanguage.ts';
import { isoDay, minuteText, parseMoment } from '../../../base/words/moment.ts';
import { withoutAltitude } from '../../../geo/aoi.ts';
import { polygonAreaKm2 } from '../../../geo/polygonArea.ts';
import { isDeliveredItem } from '../../../service/rules/links.ts';
import { setStatusBarMessage, showInformationMessage } from '../../../platform/dialogs/window.ts';
import { searchEnding, searchName } from '../../../platform/documents/swathDocuments.ts';
import { saveFile, suggestedPlace } from '../../../platform/files/saveFile.ts';
import { writeUserFile } from '../../../platform/files/userFile.ts';
import { describeError } from '../../../platform/host/presentError.ts';
import { UserError } from '../../../platform/host/userError.ts';
import { asSignedIn, type SessionOwner, type SignedIn } from '../../../session/session.ts';
import { showSearch } from '../../../session/ui/showSearch.ts';
import { signedInFirst } from '../../../session/ui/signedInFirst.ts';
import type { AoiSource, Catalog, Filters } from '../imageCatalog.ts';
import { readListFilters } from '../listedImages.ts';
import { loadFigures } from '../rules/lazy.ts';
import {
  applicableLimits,
  filterTexts,
  isHidden,
  limitNames,
  type Limits,
  limitsIn,
} from '../rules/listFilters.ts';
import type { SavedSearch } from '../rules/searchCriteria.ts';
import { criteriaOn, searchedLimits, withRelativeSpan, writeSearchFile } from '../rules/searchFile.ts';
import { compareWithSeen, seenKey, type SeenMemory } from '../seenImages.ts';
import { searchToEnd } from './exportImages.ts';
import { readSearchDocument, resolveSearchDocument } from './searchDocument.ts';

/**
 * Writes the current search to a file that the user names: the current criteria, the limits of the list, and the AOI unless
 * they name another place. What the search finds now counts as seen, so that its first check for new images shows what was
 * added since.
 */
export async function saveSearch({ session, catalog, seen }: SavedSearchParts): Promise<void> {
  const search = currentSearch(catalog);
  const { aoi } = catalog.current.peek();
  if (Object.keys(search).length === 0) {
    throw new UserError(l10n.t('Search for images of an area first.'));
  }
  const text = writeSearchFile(search);
  const signedIn = asSignedIn(session.current.peek());
  await saveFile({
    title: l10n.t('Save Search'),
    format: { label: l10n.t('Saved search'), ending: searchEnding, isText: true },
    place: suggestedPlace(
      search.areaName ?? l10n.t('search'),
      searchEnding,
      aoi && search.aoi && vscode.Uri.parse(aoi.uri),
    ),
    async write(target) {
      await writeUserFile(target, text);
      const notSeen = signedIn && (await markAsSeen(catalog, seen, signedIn, text).catch(notSeenText));
      return [l10n.t('Saved {0}.', basename(target.path)), leftOutText(catalog), notSeen]
        .filter(Boolean)
        .join(' ');
    },
  });
}

/** The file is saved: only what it finds now isn't known. */
function notSeenText(error: unknown): string {
  return l10n.t("Couldn't note what it finds now: {0}", describeError(error));
}

/** What limits the list and isn't in the search; `undefined` if nothing is. */
export function leftOutText(catalog: Catalog): string | undefined {
  const { limits: all, span } = readListFilters(catalog);
  const { only } = catalog.current.peek();
  const saved = savedLimits(catalog);
  const limits = Object.fromEntries(
    limitNames.flatMap(name => (saved[name] === undefined ? [[name, all[name]]] : [])),
  );
  const texts = filterTexts({ limits, span });
  // The shortlist isn't of the search.
  if (only && !only.images) texts.push(only.label);
  if (texts.length === 0) return undefined;
  return l10n.t("A search can't contain everything that filters the list. Left out: {0}.", texts.join(', '));
}

/** What the list is limited by, as far as the search has what it depends on. */
function savedLimits(catalog: Catalog): Limits {
  const { aoi, filters } = catalog.current.peek();
  return limitsIn(
    applicableLimits(readListFilters(catalog).limits, aoi !== undefined && !isElsewhere(filters)),
  );
}

function isElsewhere({ circle, bounds }: Filters): boolean {
  return circle !== undefined || bounds !== undefined;
}

/** Unless it was checked before: what came since is new. @param text of the search */
async function markAsSeen(
  catalog: Catalog,
  seen: SeenMemory,
  signedIn: SignedIn,
  text: string,
): Promise<undefined> {
  // As it is read later.
  const search = JSON.parse(text) as SavedSearch;
  const key = seenKey(signedIn.connection.name, search);
  if (await seen.read(key)) return undefined;
  const { phase, images, hasMore, incomplete, searchedAt } = catalog.current.peek();
  let at = catalog.clock.now();
  const ids: string[] = [];
  if (phase.kind === 'done' && !hasMore && incomplete === undefined) {
    // What the service added after that isn't in the list, so it's new.
    at = searchedAt ?? at;
    ids.push(...[...images].sort((a, b) => acquiredMs(b) - acquiredMs(a)).map(({ id }) => id));
  } else {
    const client = await signedIn.client();
    const criteria = criteriaOn(search, isoDay(catalog.clock.now()));
    delete criteria.sortBy;
    for await (const { id } of client.searchAll(criteria)) ids.push(id);
  }
  await compareWithSeen(seen, key, ids, new Date(at));
  return undefined;
}

export interface SavedSearchParts {
  session: SessionOwner;
  catalog: Catalog;
  /** What saved searches have found before. */
  seen: SeenMemory;
}

/** The current criteria, what the list is limited by, and the AOI unless they name another place; empty without criteria. */
export function currentSearch(catalog: Catalog): SavedSearch {
  const { aoi, filters } = catalog.current.peek();
  const search: SavedSearch = { ...withRelativeSpan(filters, isoDay(catalog.clock.now())) };
  if (aoi && !isElsewhere(filters))
    Object.assign(search, { areaName: aoi.name, aoi: withoutAltitude(aoi.polygon) });
  return Object.keys(search).length === 0 ? {} : { ...search, ...savedLimits(catalog) };
}

/** Runs a saved search and shows the results on the map. Offers to sign in first if needed. */
export async function runSearch(session: SessionOwner, catalog: Catalog, argument: unknown): Promise<void> {
  const saved = await resolveSaved(argument);
  if (!saved || !(await signedInFirst(session))) return;
  await start(catalog, saved, argument);
}

/**
 * Runs a saved search to its end and shows the results that are new and that its list doesn't hide. What was delivered to the
 * user isn't new imagery. How clear they are isn't
 * known yet. After that all results count as seen, but only if the search reached its end.
 */
export async function searchNew(
  { session, catalog, seen }: SavedSearchParts,
  argument: unknown,
): Promise<void> {
  const saved = await resolveSaved(argument);
  const signedIn = saved && (await signedInFirst(session));
  if (!signedIn) return;
  const { name, search } = saved;
  const title = l10n.t('Looking for new images for {0}', name);
  const isWhole = await searchToEnd(catalog, title, () => start(catalog, saved, argument));
  const { images, searchId } = catalog.current.peek();
  const shares = isWhole ? await imageShares(search, images) : undefined;
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
  const { minClear, ...limits } = applicableLimits(searchedLimits(search), search.aoi !== undefined);
  const filters = { limits, clear: new Map<string, never>() };
  const listed = new Set(
    images
      .filter(image => !isDeliveredItem(image) && !isHidden(image, filters, shares?.get(image.id)))
      .map(({ id }) => id),
  );
  const runImages = (fresh: readonly string[]) => {
    const enough = new Set(fresh.filter(id => listed.has(id)));
    return images.flatMap(({ id, constellation }) =>
      enough.has(id) ? [{ constellation, share: shares?.get(id) ?? 1 }] : [],
    );
  };
  const comparison = await compareWithSeen(seen, key, ids, new Date(catalog.clock.now()), runImages);
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
  const newIds = comparison.fresh.filter(id => listed.has(id));
  const since = `${minuteText(comparison.since)} UTC`;
  if (newIds.length === 0) {
    const ordered = new Set(images.filter(isDeliveredItem).map(({ id }) => id));
    const hidden = comparison.fresh.filter(id => !ordered.has(id)).length;
    tell(nothingNew(name, since, hidden, filterTexts({ limits })));
    return;
  }
  catalog.narrow({ label: l10n.t('New since {0}', since), ids: newIds });
  const text = l10n.t('New images for {0} since {1}: {2}', name, since, newIds.length);
  const unknown = filterTexts({ limits: { minClear } }).map(filter =>
    l10n.t('before the filter “{0}”', filter),
  );
  setStatusBarMessage('bell', [text, ...unknown].join(', '), 10_000);
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
async function start(catalog: Catalog, { name, uri, search }: Saved, argument: unknown): Promise<void> {
  const { aoi: polygon, ...filters } = criteriaOn(search, isoDay(catalog.clock.now()));
  const aoi: AoiSource | 'none' = polygon
    ? { uri, path: ['aoi'], name: search.areaName ?? name, polygon, areaKm2: polygonAreaKm2(polygon) }
    : 'none';
  const limits = searchedLimits(search);
  await showSearch({
    search: () => catalog.search({ aoi, filters: filters satisfies Filters, limits }),
    movesMap: polygon !== undefined,
    argument,
  });
}

/** The fraction of the AOI that each image covers, 0 to 1, by id. */
async function imageShares(
  { aoi }: SavedSearch,
  images: Catalog['current']['value']['images'],
): Promise<Map<string, number> | undefined> {
  if (!aoi) return undefined;
  const shares = (await loadFigures()).figures.measureShares(aoi, images);
  return new Map(images.map(({ id }, index) => [id, itemAt(shares, index)]));
}

function acquiredMs({ acquisitionDate }: { acquisitionDate: string | undefined }): number {
  return parseMoment(acquisitionDate)?.time ?? 0;
}

function tell(text: string): void {
  void showInformationMessage(text);
}

/** @param hidden number of new images that the filters hide */
function nothingNew(name: string, since: string, hidden: number, filters: readonly string[]): string {
  if (hidden === 0)
    return l10n.t('Nothing new for {0} since {1}. The map shows the earlier images.', name, since);
  return l10n.t(
    'Nothing new for {0} since {1} that passes the filters: {2}. New images that they hide: {3}. The map shows the earlier images.',
    name,
    since,
    filters.join(', '),
    hidden,
  );
}
