import { noItem } from '../../base/itemAt.ts';

/** Maximum distance at which a word still counts as a misspelling, by its length. */
function maxDistance(word: string): number {
  return word.length <= 4 ? 1 : word.length <= 8 ? 2 : 3;
}

/**
 * The word of a list that was probably meant: the same except for case and punctuation, or a few letters off.
 * `undefined` if none is close, or if two are equally close.
 */
export function nearWord(written: string, words: readonly string[]): string | undefined {
  const plain = plainWord(written);
  if (plain === '') return undefined;
  const found = words
    .map(word => ({ word, distance: wordDistance(plain, plainWord(word)) }))
    .filter(({ word, distance }) => distance <= Math.min(maxDistance(plain), maxDistance(plainWord(word))))
    .sort((a, b) => a.distance - b.distance);
  const [first, second] = found;
  return first && first.distance !== second?.distance ? first.word : undefined;
}

function plainWord(word: string): string {
  return word
    .trim()
    .toLowerCase()
    .replace(/[\s_.:/-]+/g, '');
}

/** Letters to insert, delete, replace or swap with the next one (optimal string alignment). */
function wordDistance(a: string, b: string): number {
  let before = new Array<number>();
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        (row[j - 1] ?? noItem(row, j - 1)) + 1,
        (last[j] ?? noItem(last, j)) + 1,
        (last[j - 1] ?? noItem(last, j - 1)) + (isSame ? 0 : 1),
        isSwapped ? (before[j - 2] ?? noItem(before, j - 2)) + 1 : Infinity,
      );
    }
    [before, last] = [last, row];
  }
  return last[b.length] ?? noItem(last, b.length);
}
