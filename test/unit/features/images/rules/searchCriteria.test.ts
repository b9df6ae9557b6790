import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { namesInFiles } from '../../../../../src/features/images/rules/searchCriteria.ts';

const root = resolve(import.meta.dirname, '../../../../..');

it.each(['search.schema.json', 'search.schema.de.json'])('criteria in files are those of %s', file => {
  const { properties } = JSON.parse(readFileSync(join(root, 'media/schemas', file), 'utf8')) as {
    properties: object;
  };
  expect(Object.keys(properties).sort()).toEqual([...namesInFiles, '$schema'].sort());
});
