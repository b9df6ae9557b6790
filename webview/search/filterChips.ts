import * as l10n from '@vscode/l10n';
import { constellations } from '../../src/model/images/imagery.ts';
import { countText, positionText } from '../ui/format.ts';
import type { FilterFields, Filters } from './filterFields.ts';
import { livingLibraryText, relationText, scopeName, sortText } from './filterWords.ts';
import { radiusFields } from './searchPlace.ts';
import { minuteText } from '../../src/model/words/momentText.ts';

/** A criterion in force, as one can take it off. */
export interface FilterChip {
  key: string;
  label: string;
  /** What the label leaves out. */
  title?: string;
  /** What goes with it from the criteria, and from the form. */
  criteria: readonly (keyof Filters)[];
  fields: readonly (keyof FilterFields)[];
}

/** One for each criterion, in the order of the form; the two ends of a range are one. */
export function chipsOf(filters: Filters): FilterChip[] {
  return [dateChip, cloudChip, ...textChips, scopeChip, placeChip, relationChip, sortChip].flatMap(
    make => make(filters) ?? [],
  );
}

export function withoutChip(filters: Filters, { criteria }: FilterChip): Filters {
  const gone: readonly string[] = criteria;
  const rest = Object.entries(filters).filter(([name]) => !gone.includes(name));
  return Object.fromEntries(rest);
}

function dateChip(filters: Filters): FilterChip | undefined {
  const { acquiredAfter, acquiredBefore } = filters;
  const first = filters.acquiredFrom ?? (acquiredAfter && minuteText(acquiredAfter));
  const last = filters.acquiredTo ?? (acquiredBefore && minuteText(acquiredBefore));
  const label = rangeText(first, last, {
    both: (from, to) => l10n.t('{0} to {1}', from, to),
    first: from => l10n.t('since {0}', from),
    last: to => l10n.t('until {0}', to),
  });
  return label === undefined
    ? undefined
    : {
        key: 'dates',
        label,
        title: l10n.t('Acquired, UTC'),
        criteria: ['acquiredFrom', 'acquiredTo', 'acquiredAfter', 'acquiredBefore'],
        fields: ['from', 'to', 'after', 'before'],
      };
}

function cloudChip({ minCloudCover, maxCloudCover }: Filters): FilterChip | undefined {
  const label = rangeText(minCloudCover, maxCloudCover, {
    both: (least, most) => l10n.t('cloud {0} to {1} %', least, most),
    first: least => l10n.t('cloud from {0} %', least),
    last: most => l10n.t('cloud up to {0} %', most),
  });
  return label === undefined
    ? undefined
    : {
        key: 'cloud',
        label,
        criteria: ['minCloudCover', 'maxCloudCover'],
        fields: ['minCloud', 'cloud'],
      };
}

function rangeText<T>(
  first: T | undefined,
  last: T | undefined,
  words: { both: (first: T, last: T) => string; first: (first: T) => string; last: (last: T) => string },
): string | undefined {
  if (first !== undefined) return last === undefined ? words.first(first) : words.both(first, last);
  return last === undefined ? undefined : words.last(last);
}

const textChips: readonly ((filters: Filters) => FilterChip | undefined)[] = [
  ({ processingLevel }) =>
    processingLevel && {
      key: 'level',
      label: processingLevel,
      title: livingLibraryText(),
      criteria: ['processingLevel'],
      fields: ['level'],
    },
  ({ constellation }) =>
    constellation && {
      key: 'constellation',
      label: l10n.t('{0} {1} m', constellation, constellations[constellation].gsd),
      criteria: ['constellation'],
      fields: ['constellation'],
    },
  ({ productType }) =>
    productType === undefined
      ? undefined
      : {
          key: 'productType',
          label: l10n.t('type {0}', productType),
          title: l10n.t('Product type'),
          criteria: ['productType'],
          fields: ['productType'],
        },
];

function scopeChip({ workspace, workspaceId }: Filters): FilterChip | undefined {
  if (workspace === undefined && workspaceId === undefined) return undefined;
  return {
    key: 'scope',
    label: scopeName(workspace, workspaceId),
    ...(workspaceId === undefined ? {} : { title: workspaceId }),
    criteria: ['workspace', 'workspaceId'],
    fields: ['scope'],
  };
}

function placeChip({ bounds, circle }: Filters): FilterChip | undefined {
  const [criteria, fields] = [['bounds', 'circle'] as const, ['where', 'radius', 'unit', 'place'] as const];
  if (bounds) {
    const [west, south, east, north] = bounds;
    const title = l10n.t('From {0} to {1}', positionText(south, west), positionText(north, east));
    return { key: 'place', label: l10n.t('box of the map'), title, criteria, fields };
  }
  if (!circle) return undefined;
  return {
    key: 'place',
    label: l10n.t('circle of {0}', radiusText(circle.radius)),
    title: l10n.t('Around {0}', positionText(circle.latitude, circle.longitude)),
    criteria,
    fields,
  };
}

function radiusText(metres: number): string {
  const { radius, unit } = radiusFields(metres);
  return `${countText(Number(radius))} ${unit}`;
}

function relationChip({ relation }: Filters): FilterChip | undefined {
  return (
    relation && {
      key: 'relation',
      label: relationText(relation),
      title: relation,
      criteria: ['relation'],
      fields: ['relation'],
    }
  );
}

function sortChip({ sortBy }: Filters): FilterChip | undefined {
  if (sortBy === undefined) return undefined;
  return { key: 'sort', label: sortText(sortBy), title: sortBy, criteria: ['sortBy'], fields: ['sort'] };
}
