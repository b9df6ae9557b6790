/** A pseudo-random number from 0 to 2³² - 1: always the same for the same item. */
export function pseudoRandom(item: number): number {
  const mixed = Math.imul(item + 1, 0x9e3779b1);
  return Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b) >>> 0;
}
