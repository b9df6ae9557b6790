import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { findPolygons } from '../../../../src/model/geojson/geojsonText.ts';

interface Snippet {
  prefix: string | string[];
  body: string[];
  description: string;
}

const file = resolve(import.meta.dirname, '../../../../media/snippets/geojson.json');
const snippets = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, Snippet>);

it.each(snippets)('"%s" is GeoJSON with an area that can be used', (_name, { prefix, body, description }) => {
  const text = body.join('\n').replace(/\$\{\d+:([^}]*)\}/g, '$1');
  expect(() => JSON.parse(text) as unknown).not.toThrow();
  expect(findPolygons(text)).toHaveLength(1);
  expect([prefix].flat().every(one => one.startsWith('aoi'))).toBe(true);
  expect(description).not.toBe('');
});

it.each(snippets)('"%s" has one example for each of its stops', (_name, { body }) => {
  const examples = [...body.join('\n').matchAll(/\$\{(\d+):([^}]*)\}/g)];
  const perStop = new Map(examples.map(([, stop, example]) => [stop, example]));
  expect(examples.filter(([, stop, example]) => perStop.get(stop) !== example)).toEqual([]);
  expect([...perStop.keys()].map(Number).sort()).toEqual(
    [...perStop.keys()].map((_stop, index) => index + 1),
  );
});
