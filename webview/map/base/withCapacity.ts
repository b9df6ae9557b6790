/** @returns the array itself when it is long enough, or a copy of at least twice its length */
export function withCapacity<A extends Float64Array | Uint32Array | Uint16Array | Uint8Array>(
  array: A,
  length: number,
): A {
  if (length <= array.length) return array;
  // Each kind is made by its own constructor, which the union of them does not tell.
  const grown = new (array.constructor as new (length: number) => A)(Math.max(length, array.length * 2));
  grown.set(array);
  return grown;
}
