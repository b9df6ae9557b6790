/**
 * The JSON schema of saved searches. The condition of its rules has a keyword that validators of draft 7 ignore and the
 * editor applies: Swath reports problems itself, with the place. What is below `properties` is only for the editor.
 */
import * as l10n from '@vscode/l10n';
import type { JsonSchema } from '../../../service/rules/memberForms.ts';
import type { CriterionForm } from '../../../service/rules/searchCriteria.ts';
import { criterionNames, type SavedSearch, searchCriteria } from './searchCriteria.ts';

/** In the display language. */
export function searchSchema(): JsonSchema {
  const names = criterionNames.filter(name => searchCriteria[name].where !== 'page');
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
          { description: searchCriteria[name].describe(), ...help(name, searchCriteria[name].form) },
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
      const values = Object.entries(form.of).map(([value, describe]) => ({ value, text: describe() }));
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
      return { enum: Object.keys(form.of) };
    case 'number':
      return { type: form.isWhole ? 'integer' : 'number', minimum: form.min, maximum: form.max };
    case 'text':
      return {
        type: 'string',
        minLength: 1,
        ...(form.pattern === undefined ? {} : { pattern: form.pattern.source }),
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
