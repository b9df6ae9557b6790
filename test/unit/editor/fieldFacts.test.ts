import { describe, expect, it } from 'vitest';
import { linkFacts, otherFacts } from '../../../src/editor/row.ts';

describe('the facts of unforeseen fields', () => {
  it.each<[string, Record<string, unknown>, [string, string][]]>([
    [
      'scalars as they are',
      { a: 'text', b: 3, c: false },
      [
        ['a', 'text'],
        ['b', '3'],
        ['c', 'false'],
      ],
    ],
    ['nothing of what is empty', { a: null, b: '', c: [], d: {}, e: undefined }, []],
    ['what is nested by its way', { a: { b: { c: 1 } } }, [['a.b.c', '1']]],
    ['words in one line', { a: ['x', 2, null] }, [['a', 'x, 2, null']]],
    ['one object of a list by its fields', { a: [{ b: 1 }] }, [['a.b', '1']]],
    ['several objects by their number', { a: [{ b: 1 }, { b: 2 }] }, [['a', '2 entries']]],
    [
      'a shape by its size',
      {
        aoi: {
          type: 'Polygon',
          coordinates: [
            [
              [0, 0],
              [1, 0],
              [1, 1],
              [0, 0],
            ],
          ],
        },
      },
      [['aoi', 'Polygon with 4 positions']],
    ],
    ['no links, on any level', { _links: { self: { href: 'x' } }, a: { _links: 1, b: 2 } }, [['a.b', '2']]],
    ['long texts shortened', { a: 'x'.repeat(200) }, [['a', `${'x'.repeat(120)}…`]]],
  ])('tell %s', (_what, fields, facts) => {
    expect(otherFacts(fields, [])).toEqual(facts);
  });

  it('tell no secret, on any level', () => {
    const fields = {
      accessToken: 'S1',
      a: { client_secret: ['S2'], b: 'eyJhbGciOiJIUzI1NiJ9.eyJTMyI6MX0.S3', tokenType: 'Bearer' },
      address: 'https://me:S4@x.test/?token=S5&page=2',
    };
    expect(otherFacts(fields, [])).toEqual([
      ['a.b', '•••'],
      ['a.tokenType', 'Bearer'],
      ['address', 'https://•••@x.test/?token=•••&page=2'],
    ]);
  });

  it('leave out what is named already', () => {
    expect(otherFacts({ id: '1', title: 't', news: 'n' }, ['id', 'title'])).toEqual([['news', 'n']]);
  });

  it('end somewhere, and say so', () => {
    const fields = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`f${index}`, index]));
    const facts = otherFacts(fields, []);
    expect(facts).toHaveLength(21);
    expect(facts.at(-1)).toEqual(['More', '10 more fields: Show Details']);
  });
});

describe('the links of a record', () => {
  it.each<[unknown, [string, string][]]>([
    [
      { self: { href: 'a' }, wms: [{ href: 'b' }, { href: 'c' }] },
      [
        ['self', 'a'],
        ['wms', 'b'],
        ['wms', 'c'],
      ],
    ],
    [{ self: 'a', broken: 3, empty: null, none: { name: 'x' } }, [['self', 'a']]],
    [undefined, []],
    ['x', []],
  ])('%j are %j', (links, facts) => {
    expect(linkFacts({ _links: links })).toEqual(facts);
  });
});
