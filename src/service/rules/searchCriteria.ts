/**
 * The criteria of searches, a row for each. The parameters of the request, the schema of saved searches, their check and
 * summary, what a link says before it opens, the page's messages and the input of agents' search follow it. What only files
 * have is added in `src/features/images/rules/searchCriteria.ts`, the words of the schema in `searchSchema.ts` beside it.
 */
import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import { type Constellation, constellationCodes } from './imagery.ts';
import type { Bounds, Circle, Relation } from './searchQuery.ts';

/**
 * The criteria that the user set; others aren't sent. Criteria that contradict each other, such as two kinds of area,
 * are refused by `searchParameters` and never dropped.
 */
export interface SearchCriteria {
  /** The images with these ids, which contain no comma. Not in the specification; deployed services support it. */
  ids?: readonly string[];
  /** Images whose footprint relates to this polygon as `relation` specifies. */
  aoi?: Polygon;
  /** Only with `aoi`. The specification has `intersects`, the default; deployed services support all four. */
  relation?: Relation;
  /** Images whose footprint intersects this circle; instead of `aoi`. */
  circle?: Circle;
  /** Images whose footprint intersects this box; instead of `aoi`. */
  bounds?: Bounds;
  /** First day of acquisition, `YYYY-MM-DD`, UTC. */
  acquiredFrom?: string;
  /** Last day of acquisition, `YYYY-MM-DD`, UTC, inclusive. */
  acquiredTo?: string;
  /** Earliest time of acquisition, ISO 8601 with a zone, inclusive, to the millisecond; instead of `acquiredFrom`. */
  acquiredAfter?: string;
  /** Latest time of acquisition, ISO 8601 with a zone, inclusive, to the millisecond; instead of `acquiredTo`. */
  acquiredBefore?: string;
  /** Minimum cloud cover of the acquisition, percent. */
  minCloudCover?: number;
  /** Maximum cloud cover of the acquisition, percent. */
  maxCloudCover?: number;
  constellation?: Constellation;
  processingLevel?: 'SENSOR' | 'ALBUM';
  /**
   * As spelled by the catalog, or a comma-separated list. `mono` excludes stereo; deployed services need `bundle,mono`.
   */
  productType?: string;
  /** `public` is the 0.5 m and 1.5 m catalog, `public-pneo` the 0.3 m one; if unset, both and the private workspace. */
  workspace?: 'public' | 'public-pneo';
  /** The private workspace to search: `workspaceId` of the contract. */
  workspaceId?: string;
  /** Comma-separated names of fields; `-` before a name reverses its order. Default: newest first. */
  sortBy?: string;
}

/** `own`: whoever reads it checks it. */
export type CriterionForm =
  | { kind: 'choice'; of: readonly string[] }
  | { kind: 'number'; min: number; max: number; isWhole?: true }
  | { kind: 'text'; pattern?: RegExp }
  | { kind: 'own' };

export interface Criterion {
  form: CriterionForm;
  /** Whether files with saved searches have it, or the page asks for it, or both. */
  where: 'everywhere' | 'files' | 'page';
  /** In the input of agents, who can search by it: what it is, in English. `own`: they have a form of their own for it. */
  forAgents: string | { own: true } | undefined;
  /** The parameter of the request that has its value. `joined`: it shares one, or has several. */
  parameter: string | { joined: true };
  /**
   * In the summary of a search: as it is written or as a text. A `label` is said before a link opens, because the summary
   * leaves it out. `apart`: both have a way of their own.
   */
  display: 'asWritten' | ((value: number) => string) | { label: () => string } | 'apart';
}

const joined = { joined: true } as const;
const own: CriterionForm = { kind: 'own' };
const day: CriterionForm = { kind: 'text', pattern: /^\d{4}-\d{2}-\d{2}$/ };
const moment: CriterionForm = { kind: 'text', pattern: /^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:\d{2})$/ };
const percent: CriterionForm = { kind: 'number', min: 0, max: 100 };

/** Those of the service. An unknown criterion is answered with these in their order. */
export const serviceCriteria: Readonly<Record<keyof SearchCriteria, Criterion>> = {
  aoi: {
    form: own,
    where: 'files',
    // They say it as `polygon`.
    forAgents: undefined,
    parameter: joined,
    display: 'apart',
  },
  relation: {
    form: { kind: 'choice', of: ['intersects', 'contains', 'within', 'disjoint'] satisfies Relation[] },
    where: 'everywhere',
    forAgents: 'Of the footprint to the polygon; "contains" finds images that cover all of it.',
    parameter: joined,
    display: { label: () => l10n.t('Relation to the area') },
  },
  circle: {
    form: own,
    where: 'everywhere',
    forAgents: { own: true },
    parameter: joined,
    display: 'apart',
  },
  bounds: {
    form: own,
    where: 'everywhere',
    forAgents: { own: true },
    parameter: joined,
    display: 'apart',
  },
  ids: {
    form: own,
    where: 'page',
    forAgents: undefined,
    parameter: joined,
    display: 'apart',
  },
  acquiredFrom: {
    form: day,
    where: 'everywhere',
    forAgents: 'First day of acquisition, YYYY-MM-DD, UTC.',
    parameter: joined,
    display: 'apart',
  },
  acquiredTo: {
    form: day,
    where: 'everywhere',
    forAgents: 'Last day of acquisition, YYYY-MM-DD, UTC, inclusive.',
    parameter: joined,
    display: 'apart',
  },
  acquiredAfter: {
    form: moment,
    where: 'everywhere',
    forAgents: undefined,
    parameter: joined,
    display: 'apart',
  },
  acquiredBefore: {
    form: moment,
    where: 'everywhere',
    forAgents: undefined,
    parameter: joined,
    display: 'apart',
  },
  minCloudCover: {
    form: percent,
    where: 'everywhere',
    forAgents: 'Lowest cloud cover of the acquisition, percent.',
    parameter: joined,
    display: value => l10n.t('cloud from {0} %', value),
  },
  maxCloudCover: {
    form: percent,
    where: 'everywhere',
    forAgents: 'Highest cloud cover of the acquisition, percent.',
    parameter: joined,
    display: value => l10n.t('cloud up to {0} %', value),
  },
  constellation: {
    form: { kind: 'choice', of: constellationCodes },
    where: 'everywhere',
    forAgents: 'Ground sampling distance: PNEO 0.3 m, PHR 0.5 m, SPOT 1.5 m.',
    parameter: 'constellation',
    display: 'asWritten',
  },
  processingLevel: {
    form: { kind: 'choice', of: ['SENSOR', 'ALBUM'] },
    where: 'everywhere',
    forAgents: 'Analytics fully support SENSOR images only.',
    parameter: 'processingLevel',
    display: 'asWritten',
  },
  productType: {
    form: { kind: 'text' },
    where: 'everywhere',
    forAgents: 'One or more, separated by commas. "bundle,mono" excludes stereo.',
    parameter: 'productType',
    display: 'asWritten',
  },
  workspace: {
    form: { kind: 'choice', of: ['public', 'public-pneo'] },
    where: 'everywhere',
    forAgents: '"public" has images of 0.5 m and 1.5 m, "public-pneo" of 0.3 m. Default: both.',
    parameter: 'workspace',
    display: { label: () => l10n.t('Catalog') },
  },
  workspaceId: {
    form: { kind: 'text' },
    where: 'everywhere',
    forAgents: undefined,
    parameter: 'workspaceid',
    display: { label: () => l10n.t('Workspace') },
  },
  sortBy: {
    form: { kind: 'text', pattern: /^-?\w+(,-?\w+)*$/ },
    where: 'everywhere',
    forAgents: 'Fields, "-" for descending: "cloudCover,-acquisitionDate". Default: newest first.',
    parameter: joined,
    display: { label: () => l10n.t('Sort by') },
  },
};

// `Object.entries` returns strings, because an object can have more names than its type.
/** Those that the request has as they are, each with its parameter. */
export const plainCriteria = (Object.entries(serviceCriteria) as [keyof SearchCriteria, Criterion][]).flatMap(
  ([name, { parameter }]) => (typeof parameter === 'string' ? [[name, parameter] as const] : []),
);
