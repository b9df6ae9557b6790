import * as l10n from '@vscode/l10n';
import { sensorText } from '../../../src/base/words/figureText.ts';
import { isoDay, minuteText } from '../../../src/base/words/moment.ts';
import { typedNumber } from '../../../src/base/words/typedNumber.ts';
import { cornersText, positionText } from '../../../src/geo/positionText.ts';
import { endOfDay } from '../../../src/service/rules/acquisitionInterval.ts';
import { constellations, isConstellation } from '../../../src/service/rules/imagery.ts';
import type { SearchCriteria } from '../../../src/service/rules/searchCriteria.ts';
import type { Bounds, Relation } from '../../../src/service/rules/searchQuery.ts';
import { factNamed, factNames, serviceOrder } from '../../../src/features/images/rules/index.ts';
import { countText } from '../../ui/format.ts';
import {
  metersOf,
  radiusFields,
  readSearchPlace,
  searchBox,
  searchPlaceText,
  viewCircle,
} from './searchPlace.ts';

/**
 * The criteria of a search: the fields for each of them, how it is read from these, and the text of its chip. The
 * controls of the fields are in `FilterPanel.tsx`.
 */

export type FormFilters = Omit<SearchCriteria, 'aoi'>;

/** The texts in the fields of the filter form; an empty text is a criterion that isn't set. */
export const blankFields = {
  /** `YYYY-MM-DD`. */
  from: '',
  /** `YYYY-MM-DD`. */
  to: '',
  /** A start time in the active criteria; a day in `from` replaces it. */
  after: '',
  /** An end time in the active criteria; a day in `to` replaces it. */
  before: '',
  /** Percent. */
  minCloud: '',
  /** Percent. */
  cloud: '',
  level: '',
  constellation: '',
  productType: '',
  /** `workspace/workspaceId`, either of them empty if it isn't set; see {@link scopeText}. */
  scope: '',
  /**
   * `box` and `circle` are taken from the map when the search starts, `kept` is the place that was searched; anything
   * else means the AOI.
   */
  where: '',
  radius: '',
  /** `m` or `km`. */
  unit: 'km',
  /** The place that was searched, see `placeText`. */
  place: '',
  relation: '',
  sort: '',
};

export type FilterFields = typeof blankFields;
export type FieldName = keyof FilterFields;
export type FilterProblems = Partial<Record<FieldName, string>>;

export type FilterReading =
  | { kind: 'filters'; filters: FormFilters }
  | { kind: 'problems'; problems: FilterProblems };

interface ChipText {
  label: string;
  /** More than the label shows. */
  title?: string;
}

/** An active criterion, which can be removed. */
export interface FilterChip extends ChipText {
  key: string;
  /** What is removed with it from the criteria and from the form. */
  criteria: readonly (keyof FormFilters)[];
  fields: readonly FieldName[];
}

interface Reading {
  filters: FormFilters;
  problems: FilterProblems;
  view: Bounds | undefined;
  unfinished: ReadonlySet<FieldName>;
}

interface Criterion extends Pick<FilterChip, 'key' | 'criteria' | 'fields'> {
  show: (filters: FormFilters) => Partial<FilterFields>;
  /** Adds the values of the fields to the filters of the reading, or their errors to its problems. */
  read: (fields: FilterFields, reading: Reading) => void;
  /** `undefined` if it isn't set. */
  chip: (filters: FormFilters) => ChipText | undefined;
}

function single<Name extends keyof FormFilters>(
  field: FieldName,
  name: Name,
  read: (fields: FilterFields, problems: FilterProblems) => FormFilters[Name] | undefined,
  chip: (value: NonNullable<FormFilters[Name]>) => ChipText,
): Criterion {
  return {
    key: field,
    criteria: [name],
    fields: [field],
    show: ({ [name]: value }) => ({ [field]: value ?? '' }),
    read: (fields, { filters, problems }) => {
      const value = read(fields, problems);
      if (value !== undefined) filters[name] = value;
    },
    chip: ({ [name]: value }) => (value === undefined ? undefined : chip(value)),
  };
}

const dates: Criterion = {
  key: 'dates',
  criteria: ['acquiredFrom', 'acquiredTo', 'acquiredAfter', 'acquiredBefore'],
  fields: ['from', 'to', 'after', 'before'],
  show: ({ acquiredFrom = '', acquiredTo = '', acquiredAfter = '', acquiredBefore = '' }) => ({
    from: acquiredFrom,
    to: acquiredTo,
    after: acquiredAfter,
    before: acquiredBefore,
  }),
  read: ({ from, to, after, before }, { filters, problems, unfinished }) => {
    for (const [field, day] of Object.entries({ from, to }) as ['from' | 'to', string][]) {
      if (unfinished.has(field) || !isDay(day))
        problems[field] = l10n.t('Enter a day such as {0}.', '2025-03-31');
    }
    if (from !== '') filters.acquiredFrom = from;
    else if (after !== '') filters.acquiredAfter = after;
    if (to !== '') filters.acquiredTo = to;
    else if (before !== '') filters.acquiredBefore = before;
    const first = from || utcDay(after);
    const last = to || utcDay(before);
    if (!problems.from && !problems.to && first !== '' && last !== '' && last < first)
      problems.to = l10n.t('This day is before the start.');
  },
  chip: ({ acquiredFrom, acquiredTo, acquiredAfter, acquiredBefore }) => {
    const label = criterionRange(
      acquiredFrom ?? (acquiredAfter && minuteText(acquiredAfter)),
      acquiredTo ?? (acquiredBefore && minuteText(acquiredBefore)),
      (from, to) => l10n.t('{0} to {1}', from, to),
      from => l10n.t('since {0}', from),
      to => l10n.t('until {0}', to),
    );
    return label === undefined ? undefined : { label, title: l10n.t('Acquired (UTC)') };
  },
};

/** A date field accepts the year 26 as complete, but no image in the catalog is older than 2000. */
function isDay(day: string): boolean {
  return day === '' || (day >= '2000' && /^\d{4}-/.test(day) && !Number.isNaN(endOfDay(day)));
}

function utcDay(moment: string): string {
  const time = Date.parse(moment);
  return Number.isNaN(time) ? '' : isoDay(time);
}

const cloudCover: Criterion = {
  key: 'cloud',
  criteria: ['minCloudCover', 'maxCloudCover'],
  fields: ['minCloud', 'cloud'],
  show: ({ minCloudCover = '', maxCloudCover = '' }) => ({
    minCloud: String(minCloudCover),
    cloud: String(maxCloudCover),
  }),
  read: ({ minCloud, cloud }, { filters, problems }) => {
    const min = parsePercent(minCloud);
    const max = parsePercent(cloud);
    if (Number.isNaN(min)) problems.minCloud = l10n.t('Enter 0 to {0}.', 100);
    else if (min !== undefined) filters.minCloudCover = min;
    if (Number.isNaN(max)) problems.cloud = l10n.t('Enter 0 to {0}.', 100);
    else if (max !== undefined) filters.maxCloudCover = max;
    if (min !== undefined && max !== undefined && min > max)
      problems.cloud = l10n.t('This is less than the minimum.');
  },
  chip: ({ minCloudCover, maxCloudCover }) => {
    const label = criterionRange(
      minCloudCover,
      maxCloudCover,
      (min, max) => l10n.t('cloud {0} to {1} %', min, max),
      min => l10n.t('cloud from {0} %', min),
      max => l10n.t('cloud up to {0} %', max),
    );
    return label === undefined ? undefined : { label };
  },
};

/** `undefined` for an empty text, `NaN` for an invalid percentage. */
function parsePercent(text: string): number | undefined {
  const bare = text.replace('%', '').trim();
  if (bare === '') return undefined;
  const percent = typedNumber(bare) ?? Number.NaN;
  return percent >= 0 && percent <= 100 ? percent : Number.NaN;
}

function criterionRange<T>(
  first: T | undefined,
  last: T | undefined,
  both: (first: T, last: T) => string,
  onlyFirst: (first: T) => string,
  onlyLast: (last: T) => string,
): string | undefined {
  if (first !== undefined) return last === undefined ? onlyFirst(first) : both(first, last);
  return last === undefined ? undefined : onlyLast(last);
}

const scope: Criterion = {
  key: 'scope',
  criteria: ['workspace', 'workspaceId'],
  fields: ['scope'],
  show: ({ workspace, workspaceId }) => ({ scope: scopeText(workspace, workspaceId) }),
  read: (fields, { filters }) => Object.assign(filters, parseScope(fields.scope)),
  chip: ({ workspace, workspaceId }) =>
    workspace === undefined && workspaceId === undefined
      ? undefined
      : {
          label: scopeName(workspace, workspaceId),
          title: workspaceId,
        },
};

export function scopeText(workspace: FormFilters['workspace'] | '' = '', workspaceId = ''): string {
  return workspace === '' && workspaceId === '' ? '' : `${workspace}/${workspaceId}`;
}

/** The inverse of {@link scopeText}. */
export function parseScope(text: string): Pick<FormFilters, 'workspace' | 'workspaceId'> {
  const slash = text.indexOf('/');
  const workspace = text.slice(0, Math.max(slash, 0));
  const workspaceId = text.slice(slash + 1);
  return {
    workspace: workspace === 'public' || workspace === 'public-pneo' ? workspace : undefined,
    workspaceId: workspaceId === '' ? undefined : workspaceId,
  };
}

/** A search without a scope covers both public catalogs and the private workspace. */
export function scopeName(workspace: FormFilters['workspace'], workspaceId?: string): string {
  const names: string[] = [];
  if (workspace === 'public') names.push(l10n.t('Public 0.5 and 1.5 m'));
  if (workspace === 'public-pneo') names.push(l10n.t('Public 0.3 m'));
  if (workspaceId !== undefined && workspaceId !== '') names.push(l10n.t('Private workspace'));
  return names.join(', ');
}

const place: Criterion = {
  key: 'place',
  criteria: ['bounds', 'circle'],
  fields: ['where', 'radius', 'unit', 'place'],
  show: filters => {
    const text = searchPlaceText(filters);
    return { where: text === '' ? '' : 'kept', ...radiusFields(filters.circle?.radius), place: text };
  },
  read: (fields, { filters, problems, view }) => {
    const { where } = fields;
    const meters = metersOf(fields.radius, fields.unit);
    const kept = readSearchPlace(fields.place);
    if (where === 'kept') {
      if (kept) Object.assign(filters, kept);
      else problems.where = l10n.t('Choose where to search.');
    } else if (where === 'circle' && meters === undefined) {
      problems.radius = l10n.t('Enter a radius above 0, such as 2500 or 2.5.');
    } else if (where === 'circle' || where === 'box') {
      if (!view) problems.where = l10n.t('The map has no position yet. Move it, then search.');
      else if (where === 'box') filters.bounds = searchBox(view);
      else if (meters !== undefined) filters.circle = viewCircle(view, meters);
    }
  },
  chip: ({ bounds, circle }) => {
    if (bounds) {
      return { label: l10n.t('Map view'), title: cornersText(bounds) };
    }
    if (!circle) return undefined;
    const { radius, unit } = radiusFields(circle.radius);
    return {
      label: l10n.t('circle of {0}', `${countText(Number(radius))} ${unit}`),
      title: positionText([circle.longitude, circle.latitude]),
    };
  },
};

const relations: readonly string[] = ['intersects', 'contains', 'within', 'disjoint'] satisfies Relation[];

export function relationTexts(): Record<Relation, string> {
  return {
    intersects: l10n.t('Intersects the area'),
    contains: l10n.t('Covers the whole area'),
    within: l10n.t('Within the area'),
    disjoint: l10n.t('Outside the area'),
  };
}

/** By the value that is sent; the default, newest first, is not. */
export function sortTexts(): Record<string, string> {
  return Object.fromEntries(
    factNames.flatMap(name => {
      const { sortField = '', orders: { ascending, descending } = {} } = factNamed(name);
      return [
        ...(ascending ? [[serviceOrder(sortField, false), ascending()]] : []),
        ...(descending ? [[serviceOrder(sortField, true), descending()]] : []),
      ];
    }),
  ) as Record<string, string>;
}

/** From the specification: content of the Living Library. */
export function levelTitle(): string {
  return l10n.t(
    'SENSOR: cloud under {0} %, incidence angle under {1}°. ALBUM: the others, whose orders may never be delivered.',
    30,
    40,
  );
}

const criteria: readonly Criterion[] = [
  dates,
  cloudCover,
  single(
    'level',
    'processingLevel',
    ({ level }) => (level === 'SENSOR' || level === 'ALBUM' ? level : undefined),
    label => ({ label, title: levelTitle() }),
  ),
  single(
    'constellation',
    'constellation',
    ({ constellation }) => (isConstellation(constellation) ? constellation : undefined),
    code => ({ label: sensorText({ constellation: code, resolution: constellations[code].gsd }) }),
  ),
  single(
    'productType',
    'productType',
    ({ productType }) => {
      const parts = productType.split(',').map(part => part.trim());
      return parts.join(',') || undefined;
    },
    type => ({ label: l10n.t('{0}: {1}', l10n.t('Product type'), type) }),
  ),
  scope,
  place,
  single(
    'relation',
    'relation',
    // A relation applies to the AOI.
    ({ where, relation }) =>
      where === '' && relations.includes(relation) ? (relation as Relation) : undefined,
    relation => ({ label: relationTexts()[relation], title: relation }),
  ),
  single(
    'sort',
    'sortBy',
    // Set by the list's own order or by a saved search, which the extension has checked.
    ({ sort }) => sort || undefined,
    sortBy => ({ label: sortTexts()[sortBy] ?? l10n.t('sorted by {0}', sortBy), title: sortBy }),
  ),
];

export function filledFields(filters: FormFilters): FilterFields {
  return Object.assign({}, blankFields, ...criteria.map(({ show }) => show(filters))) as FilterFields;
}

/**
 * Reads the criteria from the fields. Nothing is added that isn't in a field, and nothing unreadable is skipped.
 *
 * @param view the view of the map: west, south, east, north, degrees
 * @param unfinished fields whose control contains an incomplete value, such as half a date
 */
export function readFilters(
  fields: FilterFields,
  view?: Bounds,
  unfinished: ReadonlySet<FieldName> = new Set(),
): FilterReading {
  const reading: Reading = { filters: {}, problems: {}, view, unfinished };
  for (const { read } of criteria) read(fields, reading);
  const { filters, problems } = reading;
  return Object.keys(problems).length > 0 ? { kind: 'problems', problems } : { kind: 'filters', filters };
}

/** One chip for each criterion, in the order of the form; the two ends of a range share one. */
export function filterChips(filters: FormFilters): FilterChip[] {
  return criteria.flatMap(({ key, criteria, fields, chip }) => {
    const text = chip(filters);
    return text ? [{ key, criteria, fields, ...text }] : [];
  });
}

export function withoutChip(filters: FormFilters, { criteria }: FilterChip): FormFilters {
  const gone: readonly string[] = criteria;
  const rest = Object.entries(filters).filter(([name]) => !gone.includes(name));
  return Object.fromEntries(rest);
}
