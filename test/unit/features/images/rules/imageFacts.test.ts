import { expect, it } from 'vitest';
import {
  factNamed,
  factNames,
  factText,
  isSent,
} from '../../../../../src/features/images/rules/imageFacts.ts';
import { bareImage } from '../../../fixtures.ts';

it('gives every column of a file a place of its own, without gaps', () => {
  const files = factNames.map(name => factNamed(name).file);
  const places = files.flatMap(file => (file === 'none' ? [] : [file.place])).sort((a, b) => a - b);
  expect(places).toEqual(places.map((_, index) => index + 1));
});

it('saves the columns and limits of views under names of their own', () => {
  const facts = factNames.map(name => ({ name, ...factNamed(name) }));
  const columns = facts.flatMap(({ name, column }) => (column === 'none' ? [] : [column.id ?? name]));
  const limits = facts.flatMap(fact => (fact.type === 'number' && fact.limit ? [fact.limit.id] : []));
  expect(new Set(columns).size).toBe(columns.length);
  expect(new Set(limits).size).toBe(limits.length);
});

it('takes from an image what is neither measured nor elsewhere', () => {
  const {
    id: _id,
    footprint: _footprint,
    links: _links,
    rights: _rights,
    properties: _properties,
    ...sent
  } = bareImage();
  expect(factNames.filter(isSent).sort()).toEqual(Object.keys(sent).sort());
});

it.each([
  ['cloudCover', { cloudCover: 3.6 }, '4 %'],
  ['incidenceAngle', { incidenceAngle: -12.34 }, '∠ -12.3°'],
  ['resolution', { resolution: 0.5 }, '0.5 m'],
  ['platform', { platform: '' }, ''],
  ['sensor', { constellation: 'PHR', resolution: 0.5 }, 'PHR 0.5 m'],
] as const)('says %s in words', (name, known, words) => {
  expect(factText(name, bareImage(known), {})).toBe(words);
});
