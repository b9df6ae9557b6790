import fc from 'fast-check';

/** A text of a JSON value in an unusual layout, with its numbers written in many ways. */
export type Writer = (value: unknown) => string;

const plain = ['', '', '', ' ', '  ', '\n', '\r\n\t', '\n    '];
const commented = [...plain, '/* [1, 2] */', ' // , ]\n', '/**/ '];

/** Writers of JSON, and of JSON with comments and trailing commas. */
export const anyWriter: fc.Arbitrary<Writer> = fc
  .record({
    choices: fc.array(fc.nat(999), { minLength: 1, maxLength: 60 }),
    hasComments: fc.boolean(),
    isTidy: fc.boolean(),
  })
  .map(({ choices, hasComments, isTidy }) => value => {
    if (isTidy && !hasComments) return JSON.stringify(value, undefined, (choices[0] ?? 0) % 3);
    let next = 0;
    const choose = <T>(from: readonly T[]) =>
      from[(choices[next++ % choices.length] ?? 0) % from.length] as T;
    const space = () => choose(hasComments ? commented : plain);
    const end = () => (hasComments && choose([true, false, false]) ? `${space()},` : '');
    const write = (inner: unknown): string => {
      if (typeof inner === 'number') return choose(spellings(inner));
      if (typeof inner !== 'object' || inner === null) return JSON.stringify(inner);
      const isList = Array.isArray(inner);
      const parts = isList
        ? inner.map(write)
        : Object.entries(inner).map(
            ([key, member]) => `${JSON.stringify(key)}${space()}:${space()}${write(member)}`,
          );
      const [open, close] = isList ? '[]' : '{}';
      if (parts.length === 0) return `${open}${space()}${close}`;
      return `${open}${parts.map(part => `${space()}${part}${space()}`).join(',')}${end()}${space()}${close}`;
    };
    return `${space()}${write(value)}${space()}`;
  });

function spellings(value: number): string[] {
  const shortest = JSON.stringify(value);
  const longer = shortest.includes('e') ? [] : [shortest.includes('.') ? `${shortest}0` : `${shortest}.00`];
  return [shortest, shortest, shortest, value.toExponential(), ...longer];
}
