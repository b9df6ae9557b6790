import fc from 'fast-check';

/** Texts of any characters, including unpaired surrogates. */
export const anyText = fc
  .array(fc.integer({ min: 0, max: 0x10ffff }))
  .map(codes => String.fromCodePoint(...codes));
