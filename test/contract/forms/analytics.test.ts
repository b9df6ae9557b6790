import { expect } from 'vitest';
import { type Check, clientOf, testForms, textForms } from './forms.ts';

const sensorForms: [string, unknown, readonly string[]][] = [
  ['text', 'PHR', ['PHR']],
  ['small letters', 'phr', ['PHR']],
  ['a list', ['PHR', 'SPOT'], ['PHR', 'SPOT']],
  ['a resolution', 0.5, ['PHR']],
  ['resolutions', [0.5, 1.5], ['PHR', 'SPOT']],
  ['text of a resolution', '1.5', ['SPOT']],
  ['with a unit', '0.5m', ['PHR']],
  ['both', 'PHR/SPOT', ['PHR', 'SPOT']],
  ['comma', 'PHR,SPOT', ['PHR', 'SPOT']],
  ['name and resolution', ['PHR (0.5 m)', 'SPOT (1.5 m)'], ['PHR', 'SPOT']],
  ['objects', [{ constellation: 'PHR', resolution: 0.5 }], ['PHR']],
  ['objects with a name', [{ name: 'SPOT' }], ['SPOT']],
  ['one object', { constellation: 'PHR', resolution: 0.5 }, ['PHR']],
  ['by name', { PHR: { resolution: 0.5 }, SPOT: { resolution: 1.5 } }, ['PHR', 'SPOT']],
  ['an object with a list', { constellations: ['PHR', 'SPOT'] }, ['PHR', 'SPOT']],
];

const readAnalytic = async (sent: unknown) =>
  (await clientOf({ '/api/v1/analytics': { items: [sent] } }).analytics())[0];

testForms('an analytic', [
  ...sensorForms.map(([form, sensor, expected]): Check => [
    'analytic.sensor',
    form,
    async () =>
      expect((await readAnalytic({ code: 'a', type: 'objects', sensor }))?.sensor).toEqual(expected),
  ]),
  ...(
    [
      ['text', 'changes'],
      ['capitals', 'CHANGES'],
      ['an object', { value: 'changes' }],
      ['a list of one', ['changes']],
    ] as [string, unknown][]
  ).map(([form, type]): Check => [
    'analytic.changes',
    form,
    async () =>
      expect((await readAnalytic({ code: 'a', sensor: 'PHR', type }))?.type.toLowerCase()).toBe('changes'),
  ]),
  ...textForms('a-1').map(([form, code]): Check => [
    'analytic.code',
    form,
    async () => expect((await readAnalytic({ code, sensor: 'PHR', type: 'objects' }))?.code).toBe('a-1'),
  ]),
]);
