import * as l10n from '@vscode/l10n';
import { isConstellation } from '../../src/model/imagery.ts';
import type { SearchCriteria } from '../../src/model/searchQuery.ts';

export type Filters = Omit<SearchCriteria, 'aoi'>;

/** The texts in the fields of the filter form; an empty text is a criterion that is not set. */
export interface FilterFields {
  /** `YYYY-MM-DD`. */
  from: string;
  /** `YYYY-MM-DD`. */
  to: string;
  /** Percent. */
  cloud: string;
  constellation: string;
  level: string;
}

export type FilterProblems = Partial<Record<keyof FilterFields, string>>;

export type FilterReading =
  { kind: 'filters'; filters: Filters } | { kind: 'problems'; problems: FilterProblems };

export function fieldsOf(filters: Filters): FilterFields {
  return {
    from: filters.acquiredFrom ?? '',
    to: filters.acquiredTo ?? '',
    cloud: filters.maxCloudCover === undefined ? '' : String(filters.maxCloudCover),
    constellation: filters.constellation ?? '',
    level: filters.processingLevel ?? '',
  };
}

/**
 * What the fields ask for. Nothing is added that is not in a field, and nothing that cannot be read is passed over.
 *
 * @param unfinished fields whose control holds something that is not a value yet, such as half a date
 */
export function readFilters(
  fields: FilterFields,
  unfinished: ReadonlySet<keyof FilterFields> = new Set(),
): FilterReading {
  const problems: FilterProblems = {};
  const filters: Filters = {};

  for (const field of ['from', 'to'] as const) {
    const problem = unfinished.has(field)
      ? l10n.t('Complete this date or clear it.')
      : dateProblem(fields[field]);
    if (problem !== undefined) problems[field] = problem;
  }
  if (fields.from !== '') filters.acquiredFrom = fields.from;
  if (fields.to !== '') filters.acquiredTo = fields.to;
  if (!problems.from && !problems.to && fields.from !== '' && fields.to !== '' && fields.to < fields.from)
    problems.to = l10n.t('This day is before the first one.');

  const cloud = fields.cloud.replace('%', '').trim();
  if (cloud !== '') {
    const percent = Number(cloud.replace(',', '.'));
    if (percent >= 0 && percent <= 100) filters.maxCloudCover = percent;
    else problems.cloud = l10n.t('Enter 0 to 100.');
  }

  if (isConstellation(fields.constellation)) filters.constellation = fields.constellation;
  if (fields.level === 'SENSOR' || fields.level === 'ALBUM') filters.processingLevel = fields.level;

  return Object.keys(problems).length > 0 ? { kind: 'problems', problems } : { kind: 'filters', filters };
}

/** A date field takes the year 26 for a finished one; no image of the catalogue is older than 2000. */
function dateProblem(day: string): string | undefined {
  return day !== '' && day < '2000' ? l10n.t('Enter the year with four digits.') : undefined;
}
