/**
 * The JSON schema of saved searches. The condition of its rules has a keyword that validators of draft 7 ignore and the
 * editor applies: Swath reports problems itself, with the place. What is below `properties` is only for the editor.
 * `npm run l10n` writes it.
 */
import * as l10n from '@vscode/l10n';
import { numberText } from '../../../base/words/displayLanguage.ts';
import { constellationCodes, constellations } from '../../../service/rules/imagery.ts';
import type { JsonSchema } from '../../../service/rules/memberForms.ts';
import type { CriterionForm } from '../../../service/rules/searchCriteria.ts';
import type { Relation } from '../../../service/rules/searchQuery.ts';
import { type SavedSearch, searchCriteria } from './searchCriteria.ts';

/** For the person who writes a search; the editor shows them. */
const descriptions: Readonly<Record<Exclude<keyof SavedSearch, 'ids'>, () => string>> = {
  aoi: () =>
    l10n.t(
      'Area of interest: a GeoJSON Polygon with closed rings of [longitude, latitude] in degrees. Can\'t be combined with "circle" or "bounds".',
    ),
  relation: () =>
    l10n.t(
      'Spatial relation of the footprint to the AOI. Requires "aoi". Older services support only "intersects".',
    ),
  circle: () => l10n.t('Circle instead of an AOI. Finds images that cover at least part of it.'),
  bounds: () =>
    l10n.t(
      'Bounding box instead of an AOI: [west, south, east, north] in degrees. West is greater than east if it crosses the antimeridian.',
    ),
  acquiredFrom: () => l10n.t('First acquisition day (UTC), such as "2026-03-20".'),
  acquiredTo: () => l10n.t('Last acquisition day (UTC, inclusive), such as "2026-03-31".'),
  acquiredAfter: () =>
    l10n.t(
      'Earliest acquisition time with time zone, such as "2026-03-20T10:00:00Z". Can\'t be combined with "acquiredFrom".',
    ),
  acquiredBefore: () =>
    l10n.t(
      'Latest acquisition time with time zone, such as "2026-03-20T12:00:00Z". Can\'t be combined with "acquiredTo".',
    ),
  minCloudCover: () => l10n.t('Minimum cloud cover of the whole acquisition, in percent.'),
  maxCloudCover: () => l10n.t('Maximum cloud cover of the whole acquisition, in percent.'),
  constellation: () => l10n.t('Satellite constellation, by ground sampling distance.'),
  processingLevel: () =>
    l10n.t('Whether images meet the criteria of the service for cloud cover and incidence angle.'),
  productType: () =>
    l10n.t(
      'Product types of the catalog, separated by commas. "mono" excludes stereo; many services require "bundle,mono".',
    ),
  workspace: () => l10n.t('Catalog to search. Default: both, and the private workspace.'),
  workspaceId: () => l10n.t('ID of the private workspace to search, as given in the contract.'),
  sortBy: () =>
    l10n.t('Field names separated by commas; "-" sorts descending. Default: "-acquisitionDate,cloudCover".'),
  areaName: () => l10n.t('Name of the AOI, for display. Not a search criterion.'),
  lastDays: () =>
    l10n.t("Number of days up to and including the day of the search. Can't be combined with dates."),
  minClear: () =>
    l10n.t(
      'In the list: minimum share of the AOI that an image shows without cloud, in percent, as the map estimates it. No effect without "aoi".',
    ),
  maxSnowCover: () => l10n.t('In the list: maximum snow cover of the whole acquisition, in percent.'),
  maxIncidenceAngle: () => l10n.t('In the list: maximum incidence angle, in degrees.'),
  minSunElevation: () => l10n.t('In the list: minimum elevation of the sun, in degrees.'),
  minCoverage: () =>
    l10n.t('In the list: minimum coverage of the AOI by an image, in percent. No effect without "aoi".'),
  maxResolution: () => l10n.t('In the list: maximum ground sampling distance, in meters.'),
};

const valueDescriptions: Partial<Record<keyof SavedSearch, Readonly<Record<string, () => string>>>> = {
  relation: {
    intersects: () => l10n.t('The image covers at least part of the AOI. Default.'),
    contains: () => l10n.t('The image covers the whole AOI.'),
    within: () => l10n.t('The image lies within the AOI.'),
    disjoint: () => l10n.t('The image lies outside the AOI.'),
  } satisfies Record<Relation, () => string>,
  constellation: Object.fromEntries(
    constellationCodes.map(code => [code, () => l10n.t('{0} m', numberText(constellations[code].gsd))]),
  ),
  processingLevel: {
    SENSOR: () => l10n.t('Meets the criteria: cloud cover under 30 % and incidence angle under 40°.'),
    ALBUM: () => l10n.t("Doesn't meet the criteria: can't be streamed, limited analytics support."),
  },
  workspace: {
    public: () => l10n.t('Public catalog of 0.5 m and 1.5 m images.'),
    'public-pneo': () => l10n.t('Public catalog of 0.3 m images.'),
  },
};

/** In the display language. */
export function searchSchema(): JsonSchema {
  const names = Object.keys(descriptions) as (keyof typeof descriptions)[];
  return {
    title: l10n.t('Saved search'),
    description: l10n.t(
      'A search of the catalog, saved as a file. Properties that are not set don\'t restrict it. Run it with the link above the text or with "Swath: Run Saved Search".',
    ),
    defaultSnippets: [
      {
        label: l10n.t('Search of the last days'),
        description: l10n.t('Recent images of a bounding box, with low cloud cover.'),
        body: { lastDays: '^${1:30}', maxCloudCover: '^${2:20}', bounds: boxStops(3) },
      },
    ],
    if: { unevaluatedProperties: false, minProperties: 1 },
    then: { $ref: '#/definitions/search' },
    properties: {
      $schema: { description: l10n.t('Address of a JSON schema for this file. Not a search criterion.') },
      ...Object.fromEntries(
        names.map(name => [
          name,
          { description: descriptions[name](), ...help(name, searchCriteria[name].form) },
        ]),
      ),
    },
    definitions: {
      search: {
        additionalProperties: false,
        properties: {
          $schema: {},
          ...Object.fromEntries(names.map(name => [name, rules(name, searchCriteria[name].form)])),
        },
      },
    },
  };
}

/** What the editor proposes. */
function help(name: keyof SavedSearch, form: CriterionForm): JsonSchema {
  switch (form.kind) {
    case 'choice': {
      const values = form.of.map(value => ({ value, text: describedValue(name, value) }));
      return {
        if: { enum: values.map(({ value }) => value), enumDescriptions: values.map(({ text }) => text) },
        defaultSnippets: values.map(({ value, text }) => ({ description: text, body: value })),
      };
    }
    case 'number':
      return numberHelp();
    case 'text':
      return { defaultSnippets: [{ label: l10n.t('Text'), body: '$1' }] };
    case 'own':
      return ownHelp(name);
  }
}

function describedValue(name: keyof SavedSearch, value: string): string {
  const describe = valueDescriptions[name]?.[value];
  if (!describe) throw new Error(`${name}: ${value} has no description`);
  return describe();
}

function numberHelp(): JsonSchema {
  return { defaultSnippets: [{ label: l10n.t('Number'), body: '^$1' }] };
}

function ownHelp(name: keyof SavedSearch): JsonSchema {
  if (name === 'bounds') return { defaultSnippets: [{ label: l10n.t('Box'), body: boxStops(1) }] };
  if (name === 'circle') {
    const member = (description: string) => ({ description, ...numberHelp() });
    return {
      properties: {
        longitude: member(l10n.t('Longitude of the center, in degrees.')),
        latitude: member(l10n.t('Latitude of the center, in degrees.')),
        radius: member(l10n.t('Radius in meters, greater than 0.')),
      },
      defaultSnippets: [
        {
          label: l10n.t('Circle'),
          body: { longitude: '^${1:5.34}', latitude: '^${2:43.3}', radius: '^${3:5000}' },
        },
      ],
    };
  }
  return {
    properties: {
      type: {
        description: l10n.t('Searches support only a Polygon. Split a MultiPolygon.'),
        defaultSnippets: [{ body: 'Polygon' }],
      },
      coordinates: {
        description: l10n.t(
          'The outer ring, followed by its holes. The last position of each ring repeats the first.',
        ),
      },
    },
  };
}

/** @param first the number of the first tab stop */
function boxStops(first: number): string[] {
  return ['5.33', '43.28', '5.38', '43.31'].map((degrees, index) => `^\${${first + index}:${degrees}}`);
}

function rules(name: keyof SavedSearch, form: CriterionForm): JsonSchema {
  switch (form.kind) {
    case 'choice':
      return { enum: form.of };
    case 'number':
      return { type: form.isWhole ? 'integer' : 'number', minimum: form.min, maximum: form.max };
    case 'text':
      return {
        type: 'string',
        minLength: 1,
        pattern: form.pattern?.source,
      };
    case 'own':
      return ownRules(name);
  }
}

function ownRules(name: keyof SavedSearch): JsonSchema {
  if (name === 'bounds') return { type: 'array', minItems: 4, maxItems: 4, items: { type: 'number' } };
  if (name === 'circle') {
    return {
      type: 'object',
      required: ['longitude', 'latitude', 'radius'],
      properties: {
        longitude: { type: 'number', minimum: -180, maximum: 180 },
        latitude: { type: 'number', minimum: -90, maximum: 90 },
        radius: { type: 'number', exclusiveMinimum: 0 },
      },
    };
  }
  const ring = { type: 'array', items: { type: 'array', minItems: 2, items: { type: 'number' } } };
  return {
    type: 'object',
    required: ['type', 'coordinates'],
    properties: {
      type: { const: 'Polygon' },
      coordinates: { type: 'array', minItems: 1, items: ring },
    },
  };
}
