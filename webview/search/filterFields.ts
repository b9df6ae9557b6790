import * as l10n from '@vscode/l10n';
import { endOfDay } from '../../src/model/images/acquisitionInterval.ts';
import { isConstellation } from '../../src/model/images/imagery.ts';
import type { Bounds, Relation, SearchCriteria } from '../../src/model/images/searchQuery.ts';
import { circleOf, metresOf, placeOf, placeText, radiusFields, searchBox } from './searchPlace.ts';
import { isoDay } from '../../src/model/words/moment.ts';

export type Filters = Omit<SearchCriteria, 'aoi'>;

/** The texts in the fields of the filter form; an empty text is a criterion that is not set. */
export interface FilterFields {
  /** `YYYY-MM-DD`. */
  from: string;
  /** `YYYY-MM-DD`. */
  to: string;
  /** A moment that the criteria in force begin at; a day in `from` takes its place. */
  after: string;
  /** A moment that the criteria in force end at; a day in `to` takes its place. */
  before: string;
  /** Percent. */
  minCloud: string;
  /** Percent. */
  cloud: string;
  level: string;
  constellation: string;
  productType: string;
  /** `workspace/workspaceId`, either of them empty when it is not set; see {@link scopeText}. */
  scope: string;
  /**
   * `box` and `circle` are taken from the map at the time of the search, `kept` is the place that was searched; an
   * empty text stands for the AOI.
   */
  where: '' | 'box' | 'circle' | 'kept';
  radius: string;
  /** `m` or `km`. */
  unit: string;
  /** The place that was searched, see `placeText`. */
  place: string;
  relation: string;
  sort: string;
}

export const blankFields: FilterFields = {
  from: '',
  to: '',
  after: '',
  before: '',
  minCloud: '',
  cloud: '',
  level: '',
  constellation: '',
  productType: '',
  scope: '',
  where: '',
  radius: '',
  unit: 'km',
  place: '',
  relation: '',
  sort: '',
};

export type FilterProblems = Partial<Record<keyof FilterFields, string>>;

export type FilterReading =
  { kind: 'filters'; filters: Filters } | { kind: 'problems'; problems: FilterProblems };

export function fieldsOf(filters: Filters): FilterFields {
  const place = placeText(filters);
  return {
    from: filters.acquiredFrom ?? '',
    to: filters.acquiredTo ?? '',
    after: filters.acquiredAfter ?? '',
    before: filters.acquiredBefore ?? '',
    minCloud: filters.minCloudCover === undefined ? '' : String(filters.minCloudCover),
    cloud: filters.maxCloudCover === undefined ? '' : String(filters.maxCloudCover),
    level: filters.processingLevel ?? '',
    constellation: filters.constellation ?? '',
    productType: filters.productType ?? '',
    scope: scopeText(filters.workspace, filters.workspaceId),
    where: place === '' ? '' : 'kept',
    ...radiusFields(filters.circle?.radius),
    place,
    relation: filters.relation ?? '',
    sort: filters.sortBy ?? '',
  };
}

/** The value of the scope field for the two criteria that make it. */
export function scopeText(workspace = '', workspaceId = ''): string {
  return workspace === '' && workspaceId === '' ? '' : `${workspace}/${workspaceId}`;
}

/**
 * What the fields ask for. Nothing is added that is not in a field, and nothing that cannot be read is passed over.
 *
 * @param view what the map shows: west, south, east, north, degrees
 * @param unfinished fields whose control holds something that is not a value yet, such as half a date
 */
export function readFilters(
  fields: FilterFields,
  view?: Bounds,
  unfinished: ReadonlySet<keyof FilterFields> = new Set(),
): FilterReading {
  const filters: Filters = {};
  const problems: FilterProblems = {
    ...readDates(fields, unfinished, filters),
    ...readCloud(fields, filters),
    ...readWhere(fields, view, filters),
  };

  if (isConstellation(fields.constellation)) filters.constellation = fields.constellation;
  if (fields.level === 'SENSOR' || fields.level === 'ALBUM') filters.processingLevel = fields.level;
  const productType = fields.productType
    .split(',')
    .map(part => part.trim())
    .join(',');
  if (productType !== '') filters.productType = productType;

  const slash = fields.scope.indexOf('/');
  const [workspace, workspaceId] = [fields.scope.slice(0, Math.max(slash, 0)), fields.scope.slice(slash + 1)];
  if (workspace === 'public' || workspace === 'public-pneo') filters.workspace = workspace;
  if (workspaceId !== '') filters.workspaceId = workspaceId;

  const sort = fields.sort.replaceAll(/\s/g, '');
  if (/^(-?\w+(,-?\w+)*)?$/.test(sort)) {
    if (sort !== '') filters.sortBy = sort;
  } else problems.sort = l10n.t('Enter names of fields with commas between them, such as {0}.', '-snowCover');

  return Object.keys(problems).length > 0 ? { kind: 'problems', problems } : { kind: 'filters', filters };
}

function readDates(
  { from, to, after, before }: FilterFields,
  unfinished: ReadonlySet<keyof FilterFields>,
  filters: Filters,
): FilterProblems {
  const problems: FilterProblems = {};
  for (const [field, day] of [
    ['from', from],
    ['to', to],
  ] as const) {
    const problem = unfinished.has(field) ? l10n.t('Complete this date or clear it.') : dateProblem(day);
    if (problem !== undefined) problems[field] = problem;
  }
  if (from !== '') filters.acquiredFrom = from;
  else if (after !== '') filters.acquiredAfter = after;
  if (to !== '') filters.acquiredTo = to;
  else if (before !== '') filters.acquiredBefore = before;
  const [first, last] = [from || utcDay(after), to || utcDay(before)];
  if (!problems.from && !problems.to && first !== '' && last !== '' && last < first)
    problems.to = l10n.t('This day is before the first one.');
  return problems;
}

/** A date field takes the year 26 for a finished one; no image of the catalogue is older than 2000. */
function dateProblem(day: string): string | undefined {
  if (day === '') return undefined;
  if (day < '2000' || !/^\d{4}-/.test(day)) return l10n.t('Enter the year with four digits.');
  return Number.isNaN(endOfDay(day)) ? l10n.t('Enter a day such as {0}.', '2025-03-31') : undefined;
}

function utcDay(moment: string): string {
  const time = Date.parse(moment);
  return Number.isNaN(time) ? '' : isoDay(time);
}

function readCloud({ minCloud, cloud }: FilterFields, filters: Filters): FilterProblems {
  const problems: FilterProblems = {};
  const [least, most] = [percentOf(minCloud), percentOf(cloud)];
  if (Number.isNaN(least)) problems.minCloud = l10n.t('Enter 0 to 100.');
  else if (least !== undefined) filters.minCloudCover = least;
  if (Number.isNaN(most)) problems.cloud = l10n.t('Enter 0 to 100.');
  else if (most !== undefined) filters.maxCloudCover = most;
  if (least !== undefined && most !== undefined && least > most)
    problems.cloud = l10n.t('This is less than the lowest cloud cover.');
  return problems;
}

/** `undefined` for an empty text, `NaN` for one that is no percentage. */
function percentOf(text: string): number | undefined {
  const bare = text.replace('%', '').trim();
  if (bare === '') return undefined;
  const percent = Number(bare.replace(',', '.'));
  return percent >= 0 && percent <= 100 ? percent : Number.NaN;
}

function readWhere(fields: FilterFields, view: Bounds | undefined, filters: Filters): FilterProblems {
  const unknownView = l10n.t('The map shows no place yet: move it, then search.');
  switch (fields.where) {
    case '':
      if (isRelation(fields.relation)) filters.relation = fields.relation;
      return {};
    case 'box':
      if (!view) return { where: unknownView };
      filters.bounds = searchBox(view);
      return {};
    case 'circle': {
      const metres = metresOf(fields.radius, fields.unit);
      if (metres === undefined) return { radius: l10n.t('Enter a radius above 0.') };
      if (!view) return { where: unknownView };
      filters.circle = circleOf(view, metres);
      return {};
    }
    case 'kept': {
      const place = placeOf(fields.place);
      if (!place) return { where: l10n.t('Choose where to search.') };
      Object.assign(filters, place);
      return {};
    }
  }
}

function isRelation(text: string): text is Relation {
  const relations: readonly string[] = ['intersects', 'contains', 'within', 'disjoint'] satisfies Relation[];
  return relations.includes(text);
}
