import { accountResources } from './specification/account.ts';
import { authentication } from './specification/authentication.ts';
import { endpoints } from './specification/endpoints.ts';
import { imageryResources } from './specification/imagery.ts';
import { limits } from './specification/limits.ts';
import { ordering } from './specification/ordering.ts';
import { search } from './specification/search.ts';
import type { ClientFunction, Row, Section, Speakers } from './specification/section.ts';
import { states } from './specification/states.ts';

const written = [
  ...accountResources,
  ...imageryResources,
  ...states,
  ...endpoints,
  ...search,
  ...ordering,
  ...authentication,
  ...limits,
] as const;

type IdsOf<S> = S extends { rows: infer Rows } ? keyof Rows : never;

/** The id of a row, for example `search.cloudCover`. */
export type RowId = IdsOf<(typeof written)[number]>;

/** A row with what speaks of it, as lists. */
export interface SpecificationRow {
  id: RowId;
  place: string;
  row: string;
  client: readonly ClientFunction[];
  routes: readonly string[];
}

/** What the specification says, row by row. */
export const specification: readonly SpecificationRow[] = (written as readonly Section[]).flatMap(rowsOf);

/** Every route that a row names. */
export const routes: readonly string[] = [...new Set(specification.flatMap(row => row.routes))];

function rowsOf(section: Section): SpecificationRow[] {
  return Object.entries(section.rows).map(([id, entry]) => {
    const { row, client, route }: Row =
      typeof entry === 'string' ? { ...speakersOf(section), row: entry } : entry;
    return { id: id as RowId, place: section.place, row, client: listOf(client), routes: listOf(route) };
  });
}

function speakersOf({ client, route }: Section): Speakers {
  return { ...(client === undefined ? {} : { client }), ...(route === undefined ? {} : { route }) };
}

function listOf<T extends string>(value: T | readonly T[] | undefined): readonly T[] {
  if (value === undefined) return [];
  return typeof value === 'string' ? [value] : value;
}
