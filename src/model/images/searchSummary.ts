import * as l10n from '@vscode/l10n';
import { areaText } from '../words/areaText.ts';
import { polygonAreaKm2 } from '../geometry/polygonArea.ts';
import { constellations } from './imagery.ts';
import type { SavedSearch } from './searchFile.ts';
import type { Relation } from './searchQuery.ts';

/** The criteria of a search in one line, for people: what is not set is not told. */
export function searchSummary(search: SavedSearch): string {
  const parts = [
    placeText(search),
    relationText(search),
    timeText(search),
    cloudText(search),
    constellationText(search),
    search.processingLevel,
    search.productType,
    scopeText(search),
    search.sortBy === undefined ? undefined : l10n.t('sorted by {0}', search.sortBy),
    search.minCoverage === undefined ? undefined : l10n.t('new ones cover {0} %', search.minCoverage),
  ].filter(part => part !== undefined);
  return parts.join(' · ');
}

function placeText({ aoi, circle, bounds }: SavedSearch): string {
  if (aoi) return areaText(polygonAreaKm2(aoi));
  if (circle) {
    const { longitude, latitude, radius } = circle;
    return l10n.t('{0} km around {1}, {2}', radius / 1000, longitude, latitude);
  }
  return bounds ? l10n.t('box {0}', bounds.join(', ')) : l10n.t('everywhere');
}

function relationText({ relation = 'intersects' }: SavedSearch): string | undefined {
  const texts: Record<Relation, string | undefined> = {
    intersects: undefined,
    contains: l10n.t('images that cover the whole area'),
    within: l10n.t('images inside the area'),
    disjoint: l10n.t('images outside the area'),
  };
  return texts[relation];
}

function timeText(search: SavedSearch): string | undefined {
  const { lastDays } = search;
  if (lastDays !== undefined) return lastDays === 1 ? l10n.t('today') : l10n.t('last {0} days', lastDays);
  const from = search.acquiredFrom ?? search.acquiredAfter;
  const to = search.acquiredTo ?? search.acquiredBefore;
  if (from !== undefined && to !== undefined) return l10n.t('{0} to {1}', from, to);
  if (from !== undefined) return l10n.t('from {0}', from);
  return to === undefined ? undefined : l10n.t('up to {0}', to);
}

function cloudText({ minCloudCover, maxCloudCover }: SavedSearch): string | undefined {
  if (minCloudCover !== undefined && maxCloudCover !== undefined) {
    return l10n.t('cloud {0} to {1} %', minCloudCover, maxCloudCover);
  }
  if (maxCloudCover !== undefined) return l10n.t('cloud up to {0} %', maxCloudCover);
  return minCloudCover === undefined ? undefined : l10n.t('cloud from {0} %', minCloudCover);
}

function constellationText({ constellation }: SavedSearch): string | undefined {
  if (constellation === undefined) return undefined;
  return l10n.t('{0} ({1} m)', constellation, constellations[constellation].gsd);
}

function scopeText({ workspace, workspaceId }: SavedSearch): string | undefined {
  if (workspaceId !== undefined) return l10n.t('private workspace');
  if (workspace === undefined) return undefined;
  return workspace === 'public' ? l10n.t('public catalog, 0.5 and 1.5 m') : l10n.t('public catalog, 0.3 m');
}
