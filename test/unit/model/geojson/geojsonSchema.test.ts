import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import Ajv from 'ajv';
import { parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { findAreas } from '../../../../src/model/geojson/geojsonText.ts';

interface Snippet {
  label: string;
  description: string;
  bodyText: string;
}

const root = resolve(import.meta.dirname, '../../../..');
const schema = JSON.parse(readFileSync(join(root, 'media/schemas/geojson.schema.json'), 'utf8')) as object;
const validate = new Ajv({ allErrors: true }).compile(schema);

/** Places that the schema complains of. */
function faults(value: unknown): string[] {
  if (validate(value)) return [];
  // That a branch failed is told beside why it did.
  const told = (validate.errors ?? []).filter(({ keyword }) => !['if', 'anyOf'].includes(keyword));
  return [...new Set(told.map(({ dataPath, keyword }) => `${dataPath} ${keyword}`))];
}

/** Every member of a schema with this name, wherever it stands. */
function membersCalled(name: string, inside: unknown = schema): unknown[] {
  if (typeof inside !== 'object' || inside === null) return [];
  return Object.entries(inside).flatMap(([key, value]: [string, unknown]) => [
    ...(key === name ? [value] : []),
    ...membersCalled(name, value),
  ]);
}

const folder = join(root, 'test/data/geojson');
const files = readdirSync(folder).filter(name => !name.startsWith('broken.'));

describe('the schema of GeoJSON', () => {
  it('is a schema', () => {
    expect(new Ajv().validateSchema(schema)).toBe(true);
  });

  it('says nothing of sound files, nor again what is said of areas', () => {
    expect(files.filter(name => name.startsWith('good.')).length).toBeGreaterThan(5);
    const blamed = files.flatMap(name => {
      const value: unknown = parse(readFileSync(join(folder, name), 'utf8'));
      return faults(value).map(fault => `${name}: ${fault}`);
    });
    expect(blamed).toEqual([]);
  });

  it.each<[string, object]>([
    ['foreign members', { type: 'Feature', geometry: null, properties: null, title: 'x', crs: {} }],
    ['a feature without properties', { type: 'Feature', geometry: { type: 'Point', coordinates: [1, 2] } }],
    ['other JSON', { type: 'Point of view', sites: [] }],
    ['JSON without a type', { name: 'x' }],
    ['a type that begins', { type: 'Poly' }],
    ['a polygon before its coordinates', { type: 'Feature', geometry: { type: 'Polygon' } }],
  ])('says nothing of %s', (_what, value) => {
    expect(faults(value)).toEqual([]);
  });

  it.each<[string, unknown, string[]]>([
    ['a type misspelled', { type: 'Polgon', coordinates: [] }, ['.type enum']],
    ['features that are no list', { type: 'FeatureCollection', features: {} }, ['.features type']],
    ['no features', { type: 'FeatureCollection' }, [' required']],
    [
      'a bare geometry among features',
      { type: 'FeatureCollection', features: [{ type: 'Polygon', coordinates: [] }] },
      ['.features[0].type enum'],
    ],
    ['properties that are a list', { type: 'Feature', properties: [] }, ['.properties type']],
    [
      'a geometry misspelled',
      { type: 'Feature', geometry: { type: 'Polgon', coordinates: [] } },
      ['.geometry.type enum', '.geometry type'],
    ],
    [
      'a feature among geometries',
      { type: 'GeometryCollection', geometries: [{ type: 'Feature' }] },
      ['.geometries[0].type enum'],
    ],
    ['an id that is neither text nor number', { type: 'Feature', id: {} }, ['.id type']],
  ])('finds %s', (_what, value, expected) => {
    expect(faults(value)).toEqual(expected);
  });

  it('describes every value that it proposes', () => {
    const proposals = membersCalled('enumDescriptions') as string[][];
    expect(proposals.length).toBeGreaterThan(2);
    const enums = membersCalled('enum') as string[][];
    for (const texts of proposals) expect(enums.some(values => values.length === texts.length)).toBe(true);
    expect(proposals.flat().filter(text => !text.endsWith('.'))).toEqual([]);
  });

  it.each((membersCalled('defaultSnippets') as Snippet[][]).flat().map(one => [one.label, one] as const))(
    'proposes "%s", which is sound as it comes',
    (label, { bodyText, description }) => {
      const examples = new Map(
        [...bodyText.matchAll(/\$\{(\d):([^}]*)\}/g)].map(([, stop, example]) => [stop, example]),
      );
      const text = bodyText.replace(
        /\$\{(\d):[^}]*\}|\$(\d)/g,
        (_all, a?: string, b?: string) => examples.get(a ?? b) ?? '',
      );
      expect(faults(JSON.parse(text))).toEqual([]);
      expect(findAreas(text).areas).toHaveLength(label === 'MultiPolygon' ? 0 : 1);
      expect(description).toMatch(/\.$/);
    },
  );
});
