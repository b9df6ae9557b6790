import { expect, it } from 'vitest';
import { afterOutage, createOutage } from '../../../../src/features/account/outage.ts';
import { apiError } from '../../fakes.ts';

it('an outage ends once, when every host answers again, and what was read before its first failure is old', () => {
  let time = 100;
  const outage = createOutage(() => time++);
  const ends: number[] = [];
  afterOutage(outage.current, since => ends.push(since));
  outage.ended('https://base', undefined);
  outage.ended('https://base', apiError('network'));
  outage.ended('https://search', apiError('timeout'));
  outage.ended('https://base', undefined);
  expect(ends).toEqual([]);
  outage.ended('https://search', undefined);
  outage.ended('https://search', undefined);
  expect(ends).toEqual([100]);
  outage.ended('https://base', apiError('server', 503));
  outage.ended('https://base', undefined);
  expect(ends).toEqual([100, 102]);
});
