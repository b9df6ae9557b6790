import fc from 'fast-check';
import { expect, it } from 'vitest';
import { numberOf, optionalNumber, optionalText, textOf } from '../../../src/api/wire.ts';

it('values read without a schema are those that the schema reads', () => {
  const value = fc.oneof(
    fc.anything(),
    fc.double(),
    fc.double().map(String),
    fc.constantFrom('1', '-1.5', '1.', '.5', '1e3', ' 1', '', 'NaN', Infinity, NaN, null),
  );
  fc.assert(
    fc.property(value, sent => {
      expect(textOf(sent)).toEqual(optionalText.parse(sent));
      expect(numberOf(sent)).toEqual(optionalNumber.parse(sent));
    }),
  );
});
