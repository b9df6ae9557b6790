import * as l10n from '@vscode/l10n';
import type { MapState } from '../../src/shared/protocol.ts';
import type { Filters } from '../search/filterFields.ts';

export type NoticeAction = 'searchAgain' | 'more' | 'signIn' | 'useSandbox';

/** What stands in place of the results, or above them. */
export interface Notice {
  tone: 'plain' | 'busy' | 'failure';
  title: string;
  text?: string;
  hints?: readonly string[];
  /** The first is the one that a person most likely wants. */
  actions?: readonly { label: string; does: NoticeAction }[];
}

/**
 * @param loaded images of the search in force that are on screen
 * @param stale whether images of an earlier search are on screen
 */
export function noticeFor(state: MapState, loaded: number, stale: boolean): Notice | undefined {
  if (state.connection === undefined)
    return {
      tone: 'plain',
      title: l10n.t('You are signed out'),
      text: l10n.t('Sign in to search the catalogue, or try everything in the sandbox without an account.'),
      actions: [
        { label: l10n.t('Sign In'), does: 'signIn' },
        { label: l10n.t('Use the Sandbox'), does: 'useSandbox' },
      ],
    };
  switch (state.phase.kind) {
    case 'failed':
      return {
        tone: 'failure',
        title: loaded > 0 ? l10n.t('No more images could be loaded') : l10n.t('The search failed'),
        text: state.phase.message,
        actions: [{ label: l10n.t('Try Again'), does: loaded > 0 ? 'more' : 'searchAgain' }],
      };
    case 'searching':
      return loaded > 0 || stale ? undefined : { tone: 'busy', title: l10n.t('Searching…') };
    case 'idle':
      return state.aoi === undefined ? chooseArea() : readyToSearch(state.aoi.name);
    case 'done':
      if (state.imageCount === 0) return nothingFound(state.filters);
      if (loaded === 0) return stale ? undefined : { tone: 'busy', title: l10n.t('Loading images…') };
      return state.aoiChanged && state.aoi !== undefined ? searchedElsewhere() : undefined;
  }
}

function chooseArea(): Notice {
  return {
    tone: 'plain',
    title: l10n.t('No area of interest yet'),
    text: l10n.t('Draw one on the map, or open a GeoJSON file and choose “Search Images” above a polygon.'),
  };
}

/** Above the images: they can still be used. */
function searchedElsewhere(): Notice {
  return {
    tone: 'plain',
    title: l10n.t('The area has changed since this search.'),
    actions: [{ label: l10n.t('Search again'), does: 'searchAgain' }],
  };
}

function readyToSearch(name: string): Notice {
  return {
    tone: 'plain',
    title: l10n.t('Ready to search'),
    text: l10n.t('Set the filters you need and choose Search to find images over {0}.', name),
  };
}

function nothingFound(filters: Filters): Notice {
  const hints: string[] = [];
  if (filters.acquiredFrom !== undefined || filters.acquiredTo !== undefined)
    hints.push(l10n.t('widen the dates'));
  if (filters.maxCloudCover !== undefined)
    hints.push(l10n.t('allow more than {0} % cloud', filters.maxCloudCover));
  if (filters.constellation !== undefined)
    hints.push(l10n.t('look beyond {0} at any constellation', filters.constellation));
  if (filters.processingLevel !== undefined)
    hints.push(l10n.t('take any processing level, not only {0}', filters.processingLevel));
  const text = hints.length > 0 ? l10n.t('You could:') : l10n.t('The catalogue holds no image of this area.');
  return { tone: 'plain', title: l10n.t('No images match'), text, hints };
}
