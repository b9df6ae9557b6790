/**
 * Numbers that look random and never change: everything in the simulated world is drawn from the
 * seed and from where and when the thing is, so no state is needed to draw it again.
 */

function fold(state: number, value: number): number {
  let k = Math.imul(value | 0, 0xcc9e2d51);
  k = (k << 15) | (k >>> 17);
  const h = state ^ Math.imul(k, 0x1b873593);
  return Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64;
}

/** Mixes up to four integers into 32 unsigned bits (MurmurHash3, its rounds and its finaliser). */
export function hash(seed: number, a: number, b = 0, c = 0, d = 0): number {
  let h = fold(fold(fold(fold(seed, a), b), c), d);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** 32 bits of a text (FNV-1a). */
export function hashText(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return h >>> 0;
}

export function unit(bits: number): number {
  return bits / 0x1_0000_0000;
}

/** A row of numbers in [0, 1) that begins at `seed`. */
export function stream(seed: number): () => number {
  let step = 0;
  return () => unit(hash(seed, ++step));
}

/** Four 32-bit words as a UUID of version 4; six bits are overwritten by version and variant. */
export function uuidOfWords(words: readonly [number, number, number, number]): string {
  const hex = words.map(word => (word >>> 0).toString(16).padStart(8, '0')).join('');
  const variant = ((parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** A UUID that always is the same for the same seed and name. */
export function seededUuid(seed: string, name: string): string {
  const h = hashText(`${seed}/${name}`);
  return uuidOfWords([hash(h, 1), hash(h, 2), hash(h, 3), hash(h, 4)]);
}
