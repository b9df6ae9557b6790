import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import Ajv from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { box, polygon } from '../../../geo/polygons.ts';
import { criterionNames, searchCriteria } from '../../../../../src/features/images/rules/searchCriteria.ts';
import { readSearchFile } from '../../../../../src/features/images/rules/searchFile.ts';
import { anyValue } from '../../../anyCriteria.ts';

/** Only for the editor. */
interface Shown {
  description?: string;
  if?: { enum: string[]; enumDescriptions: string[] };
  defaultSnippets?: { body: unknown; description?: string }[];
  properties?: Record<string, Shown>;
}

/** For validators. */
interface Member {
  enum?: string[];
  minimum?: number;
  maximum?: number;
}

const root = resolve(import.meta.dirname, '../../../../..');
const schema = JSON.parse(readFileSync(join(root, 'media/schemas/search.schema.json'), 'utf8')) as {
  properties: Record<string, Shown>;
  definitions: { search: { properties: Record<string, Member> } };
};
const validate = new Ajv({ allErrors: true }).compile(schema);
const members = Object.entries(schema.definitions.search.properties);

const plain = criterionNames.filter(name => searchCriteria[name].form.kind !== 'own');
const sample: Record<string, unknown> = {
  $schema: './search.schema.json',
  aoi: polygon(box(5, 43, 6, 44)),
  circle: { longitude: 5, latitude: 43, radius: 100 },
  bounds: [1, 2, 3, 4],
  ...Object.fromEntries(plain.map(name => [name, fc.sample(anyValue(searchCriteria[name].form), 1)[0]])),
};

/** Whether the file with this one member is accepted; contradictions with others are a separate matter. */
function isRead(name: string, value: unknown): boolean {
  const reading = readSearchFile({ [name]: value });
  return (
    reading.kind === 'search' ||
    reading.problems.every(({ path, code }) => path[0] !== name || code === 'search-conflict')
  );
}

const isValid = (name: string, value: unknown) => validate({ lastDays: 3, [name]: value }) === true;

describe('the schema of saved searches', () => {
  it('is a valid schema', () => {
    expect(new Ajv().validateSchema(schema)).toBe(true);
  });

  it.each(members.filter(([, { minimum, maximum }]) => minimum !== undefined || maximum !== undefined))(
    "has the reader's limits for %s",
    (name, { minimum = NaN, maximum = NaN }) => {
      const values = [minimum, maximum, minimum - 0.5, maximum + 0.5, '5', null];
      expect(values.map(value => isValid(name, value))).toEqual([true, true, false, false, false, false]);
      expect(values.map(value => isRead(name, value))).toEqual([true, true, false, false, false, false]);
    },
  );

  it.each(members.filter(([, member]) => member.enum))("has the reader's values for %s", (name, member) => {
    const values = [...(member.enum ?? []), 'other', 'phr', '', 5];
    expect(values.map(value => isValid(name, value))).toEqual(values.map(value => isRead(name, value)));
    const reading = readSearchFile({ [name]: 'other' });
    const [problem] = reading.kind === 'problems' ? reading.problems : [];
    expect(problem?.message).toContain((member.enum ?? []).join(' / '));
  });

  it.each(Object.entries(sample))('accepts %s as the reader does', (name, value) => {
    expect([isValid(name, value), isRead(name, value)]).toEqual([true, true]);
    expect([isValid(name, true), name === '$schema' ? false : isRead(name, true)]).toEqual([
      name === '$schema',
      false,
    ]);
  });

  it.each<[string, unknown]>([
    ['aoi', { type: 'MultiPolygon', coordinates: [] }],
    ['aoi', { type: 'Polygon', coordinates: [] }],
    ['circle', { longitude: 5, latitude: 43 }],
    ['bounds', [1, 2, 3]],
    ['bounds', [1, 2, 3, '4']],
    ['productType', ''],
  ])('refuses as the reader does: %s %j', (name, value) => {
    expect([isValid(name, value), isRead(name, value)]).toEqual([false, false]);
  });
});
