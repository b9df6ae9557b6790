import * as l10n from '@vscode/l10n';
import { minuteText } from '../../../src/base/words/moment.ts';
import type { MapState, ToHost } from '../../../src/protocol/protocol.ts';
import { filterChips, type FormFilters } from '../search/index.ts';
import { notImagesText } from './words.ts';

/** A message instead of the results, or above them. */
export interface Notice {
  tone?: 'busy' | 'failure';
  title: string;
  text?: string;
  hints?: readonly string[];
  /** The first one is the most likely. */
  actions?: readonly NoticeAction[];
}

export interface NoticeAction {
  label: string;
  post: ToHost;
}

/**
 * @param loaded images of the current search that are on screen
 * @param stale whether images of an earlier search are on screen
 * @param elsewhere the name of the searched area, if another one is active
 */
export function noticeFor(
  state: MapState,
  loaded: number,
  stale: boolean,
  elsewhere?: string,
): Notice | undefined {
  if (state.connection === undefined)
    return {
      title: state.signedOut?.title ?? l10n.t('Signed out'),
      text:
        state.signedOut?.reason ??
        l10n.t('Sign in to search the catalog, or try the sandbox without an account.'),
      actions: [
        { label: l10n.t('Sign In'), post: { kind: 'signIn' } },
        { label: l10n.t('Use the Sandbox'), post: { kind: 'useSandbox' } },
      ],
    };
  const searchAgain: ToHost = { kind: 'search', filters: state.filters };
  switch (state.phase.kind) {
    case 'failed':
      // Above the images of the search before, which can still be used.
      if (state.earlier)
        return {
          title: l10n.t("Couldn't search: {0}", state.phase.message),
          text: earlierText(state.earlier, state.filters),
          actions: [{ label: l10n.t('Try Again'), post: searchAgain }],
        };
      return {
        tone: 'failure',
        title: l10n.t('The search failed'),
        text: state.phase.message,
        actions: [{ label: l10n.t('Try Again'), post: loaded > 0 ? { kind: 'more' } : searchAgain }],
      };
    case 'searching':
      return loaded > 0 || stale ? undefined : { tone: 'busy', title: l10n.t('Searching…') };
    case 'idle':
      return state.aoi === undefined
        ? {
            title: l10n.t('No area of interest'),
            text: l10n.t('Draw one, or open a GeoJSON file and choose “Search Images” above a polygon.'),
          }
        : { title: l10n.t('No search over {0} yet', state.aoi.name) };
    case 'done':
      if (state.imageCount === 0 && state.unreadable !== undefined)
        return {
          tone: 'failure',
          title: notImagesText(state.unreadable),
          actions: [
            { label: l10n.t('Show Log'), post: { kind: 'showLog' } },
            ...(state.hasMore ? [{ label: l10n.t('Load more'), post: { kind: 'more' } } as const] : []),
          ],
        };
      if (state.imageCount === 0) return nothingFound(state.filters);
      if (loaded === 0) return stale ? undefined : { tone: 'busy', title: l10n.t('Loading images…') };
      if (!state.aoiChanged || state.aoi === undefined) return undefined;
      // Above the images, which can still be used.
      return elsewhere === undefined
        ? {
            title: l10n.t('The area has changed since this search.'),
            actions: [{ label: l10n.t('Search again'), post: searchAgain }],
          }
        : {
            title: l10n.t('These are images of {0}.', elsewhere),
            actions: [{ label: l10n.t('Search {0}', state.aoi.name), post: searchAgain }],
          };
  }
}

/** When the images were searched, and with what if that isn't what is set now. */
function earlierText({ filters, at }: NonNullable<MapState['earlier']>, set: FormFilters): string {
  const text = (of: FormFilters) => filterChips(of).map(({ label }) => label);
  const searched = text(filters).join(', ');
  const time = l10n.t('{0} UTC', minuteText(new Date(at).toISOString()));
  if (searched === text(set).join(', ')) return l10n.t('These images were found at {0}.', time);
  return searched === ''
    ? l10n.t('These images were found at {0}, without filters.', time)
    : l10n.t('These images were found at {0}, for: {1}.', time, searched);
}

function nothingFound(filters: FormFilters): Notice {
  // The sort order excludes nothing, and neither does "intersects", because every image of an area intersects it.
  const narrowing = filterChips(filters).filter(
    ({ key }) => key !== 'sort' && (key !== 'relation' || filters.relation !== 'intersects'),
  );
  const hints = narrowing.map(({ label }) => label);
  const title = l10n.t('No images match');
  if (hints.length === 0) return { title, text: l10n.t('The catalog has no images of this area.') };
  const left = withoutFilters(filters);
  const isMoreThanPlace = filterChips(left).length < filterChips(filters).length;
  const clear: NoticeAction = {
    label: l10n.t('Clear All Filters'),
    post: { kind: 'search', filters: left },
  };
  return {
    title,
    text: l10n.t('Change or clear some of these filters:'),
    hints,
    actions: isMoreThanPlace ? [clear] : [],
  };
}

/** What remains when all filters are cleared: the place that is searched instead of an area, and the sort order. */
export function withoutFilters({ bounds, circle, sortBy }: FormFilters): FormFilters {
  return {
    bounds,
    circle,
    sortBy,
  };
}
