import * as l10n from '@vscode/l10n';
import type { Relation, SearchCriteria } from '../../src/model/images/searchQuery.ts';

/** What the fields and the chips call the values of a criterion. */

type Scope = SearchCriteria['workspace'];

/** Specification: Living Library content. */
export function livingLibraryText(): string {
  return l10n.t(
    'The Living Library holds images with a cloud cover under {0} % and an incidence angle under {1}°: processing level {2}.',
    30,
    40,
    'SENSOR',
  );
}

export function relationText(relation: Relation): string {
  switch (relation) {
    case 'intersects':
      return l10n.t('touches the area');
    case 'contains':
      return l10n.t('covers the whole area');
    case 'within':
      return l10n.t('lies inside the area');
    case 'disjoint':
      return l10n.t('lies outside the area');
  }
}

/** A search without a scope covers both public catalogues and the private workspace. */
export function scopeName(workspace: Scope, workspaceId: string | undefined): string {
  const names: string[] = [];
  if (workspace === 'public') names.push(l10n.t('public 0.5 and 1.5 m'));
  if (workspace === 'public-pneo') names.push(l10n.t('public 0.3 m'));
  if (workspaceId !== undefined && workspaceId !== '') names.push(l10n.t('private workspace'));
  return names.join(', ');
}

/** Orders by name; the default, newest first, is not sent. */
export const sortOrders: readonly string[] = [
  'acquisitionDate,cloudCover',
  'cloudCover,-acquisitionDate',
  'incidenceAngle,-acquisitionDate',
  'resolution,-acquisitionDate',
];

export function sortText(sortBy: string): string {
  switch (sortOrders.indexOf(sortBy)) {
    case 0:
      return l10n.t('oldest first');
    case 1:
      return l10n.t('least cloud first');
    case 2:
      return l10n.t('smallest incidence angle first');
    case 3:
      return l10n.t('highest resolution first');
    default:
      return l10n.t('sorted by {0}', sortBy);
  }
}
