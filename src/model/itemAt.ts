/** The item at an index that lies within the list by construction. @throws RangeError where the list has none there */
export function itemAt<T>(list: ArrayLike<T>, index: number): T {
  const item = list[index];
  return item === undefined ? noItem(list, index) : item;
}

/**
 * For loops that run through many thousands of numbers: `ring[at] ?? noItem(ring, at)`. The engine knows for each place
 * in the code which kind of list it reads; in {@link itemAt} it meets all kinds, and that costs ten times as much.
 */
export function noItem(list: ArrayLike<unknown>, index: number): never {
  throw new RangeError(`No item ${index} in a list of ${list.length}.`);
}
