/**
 * The criteria of searches, a row for each. The parameters of the request, the schema of saved searches, their check and
 * summary, what a link says before it opens, the page's messages and the input of agents' search follow it. What only files
 * have is added in `src/features/images/rules/searchCriteria.ts`. `npm run l10n` writes the schemas.
 */
import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import { type Constellation, constellationCodes, constellations } from './imagery.ts';
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
  | { kind: 'choice'; of: Readonly<Record<string, () => string>> }
  | { kind: 'number'; min: number; max: number; isWhole?: true }
  | { kind: 'text'; pattern?: RegExp }
  | { kind: 'own' };

export interface Criterion {
  /** For the person who writes it; the editor shows it. */
  describe: () => string;
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
export const percent: CriterionForm = { kind: 'number', min: 0, max: 100 };

/** Those of the service. An unknown criterion is answered with these in their order. */
export const serviceCriteria: Readonly<Record<keyof SearchCriteria, Criterion>> = {
  aoi: {
    describe: () =>
      l10n.t(
        'Area of interest: a GeoJSON Polygon with closed rings of [longitude, latitude] in degrees. Can\'t be combined with "circle" or "bounds".',
      ),
    form: own,
    where: 'files',
    // They say it as `polygon`.
    forAgents: undefined,
    parameter: joined,
    display: 'apart',
  },
  relation: {
    describe: () =>
      l10n.t(
        'Spatial relation of the footprint to the AOI. Requires "aoi". Older services support only "intersects".',
      ),
    form: {
      kind: 'choice',
      of: {
        intersects: () => l10n.t('The image covers at least part of the AOI. Default.'),
        contains: () => l10n.t('The image covers the whole AOI.'),
        within: () => l10n.t('The image lies within the AOI.'),
        disjoint: () => l10n.t('The image lies outside the AOI.'),
      } satisfies Record<Relation, () => string>,
    },
    where: 'everywhere',
    forAgents: 'Of the footprint to the polygon; "contains" finds images that cover all of it.',
    parameter: joined,
    display: { label: () => l10n.t('Relation to the area') },
  },
  circle: {
    describe: () => l10n.t('Circle instead of an AOI. Finds images that cover at least part of it.'),
    form: own,
    where: 'everywhere',
    forAgents: { own: true },
    parameter: joined,
    display: 'apart',
  },
  bounds: {
    describe: () =>
      l10n.t(
        'Bounding box instead of an AOI: [west, south, east, north] in degrees. West is greater than east if it crosses the antimeridian.',
      ),
    form: own,
    where: 'everywhere',
    forAgents: { own: true },
    parameter: joined,
    display: 'apart',
  },
  ids: {
    describe: () => '',
    form: own,
    where: 'page',
    forAgents: undefined,
    parameter: joined,
    display: 'apart',
  },
  acquiredFrom: {
    describe: () => l10n.t('First acquisition day (UTC), such as "2026-03-20".'),
    form: day,
    where: 'everywhere',
    forAgents: 'First day of acquisition, YYYY-MM-DD, UTC.',
    parameter: joined,
    display: 'apart',
  },
  acquiredTo: {
    describe: () => l10n.t('Last acquisition day (UTC, inclusive), such as "2026-03-31".'),
    form: day,
    where: 'everywhere',
    forAgents: 'Last day of acquisition, YYYY-MM-DD, UTC, inclusive.',
    parameter: joined,
    display: 'apart',
  },
  acquiredAfter: {
    describe: () =>
      l10n.t(
        'Earliest acquisition time with time zone, such as "2026-03-20T10:00:00Z". Can\'t be combined with "acquiredFrom".',
      ),
    form: moment,
    where: 'everywhere',
    forAgents: undefined,
    parameter: joined,
    display: 'apart',
  },
  acquiredBefore: {
    describe: () =>
      l10n.t(
        'Latest acquisition time with time zone, such as "2026-03-20T12:00:00Z". Can\'t be combined with "acquiredTo".',
      ),
    form: moment,
    where: 'everywhere',
    forAgents: undefined,
    parameter: joined,
    display: 'apart',
  },
  minCloudCover: {
    describe: () => l10n.t('Minimum cloud cover of the whole acquisition, in percent.'),
    form: percent,
    where: 'everywhere',
    forAgents: 'Lowest cloud cover of the acquisition, percent.',
    parameter: joined,
    display: value => l10n.t('cloud from {0} %', value),
  },
  maxCloudCover: {
    describe: () => l10n.t('Maximum cloud cover of the whole acquisition, in percent.'),
    form: percent,
    where: 'everywhere',
    forAgents: 'Highest cloud cover of the acquisition, percent.',
    parameter: joined,
    display: value => l10n.t('cloud up to {0} %', value),
  },
  constellation: {
    describe: () => l10n.t('Satellite constellation, by ground sampling distance.'),
    form: {
      kind: 'choice',
      of: Object.fromEntries(
        constellationCodes.map(code => [code, () => l10n.t('{0} m', String(constellations[code].gsd))]),
      ),
    },
    where: 'everywhere',
    forAgents: 'Ground sampling distance: PNEO 0.3 m, PHR 0.5 m, SPOT 1.5 m.',
    parameter: 'constellation',
    display: 'asWritten',
  },
  processingLevel: {
    describe: () => l10n.t('Whether images meet the criteria of the Living Library.'),
    form: {
      kind: 'choice',
      of: {
        SENSOR: () => l10n.t('Meets the criteria: cloud cover under 30 % and incidence angle under 40°.'),
        ALBUM: () => l10n.t("Doesn't meet the criteria: can't be streamed, limited analytics support."),
      },
    },
    where: 'everywhere',
    forAgents: 'Analytics fully support SENSOR images only.',
    parameter: 'processingLevel',
    display: 'asWritten',
  },
  productType: {
    describe: () =>
      l10n.t(
        'Product types of the catalog, separated by commas. "mono" excludes stereo; many services require "bundle,mono".',
      ),
    form: { kind: 'text' },
    where: 'everywhere',
    forAgents: 'One or more, separated by commas. "bundle,mono" excludes stereo.',
    parameter: 'productType',
    display: 'asWritten',
  },
  workspace: {
    describe: () => l10n.t('Catalog to search. Default: both, and the private workspace.'),
    form: {
      kind: 'choice',
      of: {
        public: () => l10n.t('Public catalog of 0.5 m and 1.5 m images.'),
        'public-pneo': () => l10n.t('Public catalog of 0.3 m images.'),
      },
    },
    where: 'everywhere',
    forAgents: '"public" has images of 0.5 m and 1.5 m, "public-pneo" of 0.3 m. Default: both.',
    parameter: 'workspace',
    display: { label: () => l10n.t('Catalog') },
  },
  workspaceId: {
    describe: () => l10n.t('ID of the private workspace to search, as given in the contract.'),
    form: { kind: 'text' },
    where: 'everywhere',
    forAgents: undefined,
    parameter: 'workspaceid',
    display: { label: () => l10n.t('Workspace') },
  },
  sortBy: {
    describe: () =>
      l10n.t(
        'Field names separated by commas; "-" sorts descending. Default: "-acquisitionDate,cloudCover".',
      ),
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
