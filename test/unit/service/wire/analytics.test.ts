import { describe, expect, it } from 'vitest';
import { json } from './fakeFetch.ts';
import { setUp } from './setup.ts';

describe('the analytics', () => {
  it.each<[string, object, object]>([
    [
      'the three fields of the specification',
      { sensor: ['PHR'], type: 'objects' },
      { name: 'c', type: 'objects', sensor: ['PHR'] },
    ],
    ['another name of the code', { code: undefined, analyticCode: 'c' }, {}],
    [
      'sensors in objects',
      { sensors: [{ constellation: 'SPOT' }, { resolution: 0.5 }] },
      { sensor: ['SPOT', 'PHR'] },
    ],
    ['one sensor that is no list', { sensor: 'SPOT' }, { sensor: ['SPOT'] }],
    ['sensors in one text', { sensor: 'phr, spot' }, { sensor: ['PHR', 'SPOT'] }],
    ['resolutions', { sensor: [0.5, '1.5'] }, { sensor: ['PHR', 'SPOT'] }],
    [
      'sensors in objects',
      { sensor: [{ name: 'PHR' }, { constellation: 'SPOT' }] },
      { sensor: ['PHR', 'SPOT'] },
    ],
    ['fields in another case', { Sensor: ['PHR'], TYPE: 'Objects' }, { sensor: ['PHR'], type: 'objects' }],
    ['a type in an object', { type: { code: 'CHANGES' } }, { type: 'changes' }],
    ['a type that appeared later', { type: 'Mosaic' }, { type: 'Mosaic' }],
    [
      'nulls',
      { name: null, type: null, sensor: null, description: null },
      { name: 'c', type: '', sensor: [] },
    ],
  ])('are read with %s', async (_what, part, expected) => {
    const { client, warnings } = setUp(json([{ code: 'c', ...part }]));
    expect(await client.analytics()).toMatchObject([{ code: 'c', ...expected }]);
    expect(warnings).toEqual([]);
  });

  it.each([{ code: 7 }, { Code: '7' }, { code: { value: '7' } }, { analytic: { code: '7' } }])(
    'have the code of %j',
    async sent => {
      const { client } = setUp(json([sent]));
      expect((await client.analytics()).map(({ code }) => code)).toEqual(['7']);
    },
  );

  it('lose a broken item alone, and say which', async () => {
    const { client, warnings } = setUp(
      json({ items: [{ name: 'no code' }, { code: 'c' }], totalResults: 2 }),
    );
    expect((await client.analytics()).map(({ code }) => code)).toEqual(['c']);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/^\/api\/v1\/analytics: item 0 is left out: .*code/s);
  });
});
