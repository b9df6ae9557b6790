import fc from 'fast-check';

/** Texts of any letters there are, lone halves of them too. */
export const anyText = fc
  .array(fc.integer({ min: 0, max: 0x10ffff }))
  .map(codes => String.fromCodePoint(...codes));
