/** The item at an index that is always within the list. @throws RangeError if it isn't */
export function itemAt<T>(list: ArrayLike<T>, index: number): T {
  const item = list[index];
  return item === undefined ? noItem(list, index) : item;
}

/**
 * For loops over many thousands of numbers: `ring[at] ?? noItem(ring, at)`. The engine optimizes each place in the code
 * for the kind of list that it reads; {@link itemAt} gets all kinds, which is ten times as slow.
 */
export function noItem(list: ArrayLike<unknown>, index: number): never {
  throw new RangeError(`No item ${index} in a list of ${list.length}.`);
}
