import type { Chance } from '../world/chance.ts';

export type Bytes = Uint8Array<ArrayBuffer>;

/** Quadratic time shows at this length, and most inputs are much shorter. */
export const longestInput = 32_768;

const extremes = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff];
const numbers = ['0', '-1', '1e999', '-0', '180', '90.0000001', '4294967296', '9007199254740993', '0.1e-9'];
const maxChanges = 6;
const longestCopy = 200;

const changes: Record<string, (bytes: Bytes, parts: Parts) => Bytes> = {
  bit(bytes, { chance }) {
    const at = placeIn(bytes, chance);
    return patched(bytes, at, [(bytes[at] ?? 0) ^ (1 << chance.between(0, 7))]);
  },
  byte: (bytes, { chance }) => patched(bytes, placeIn(bytes, chance), [chance.between(0, 255)]),
  extreme(bytes, { chance }) {
    const field = new DataView(new ArrayBuffer(8));
    const value = chance.of(extremes) + chance.between(-1, 1);
    const isLittle = chance.is(0.5);
    const length = chance.of([1, 2, 4, 8]);
    if (length === 1) field.setUint8(0, value);
    else if (length === 2) field.setUint16(0, value, isLittle);
    else if (length === 4) field.setUint32(0, value, isLittle);
    else field.setBigUint64(0, BigInt(Math.max(0, value)), isLittle);
    return patched(bytes, placeIn(bytes, chance), new Uint8Array(field.buffer, 0, length));
  },
  word(bytes, { chance, words }) {
    const at = placeIn(bytes, chance);
    if (words.length === 0) return bytes;
    const word = Buffer.from(chance.of(words));
    return replaced(bytes, at, chance.is(0.5) ? word.length : 0, word);
  },
  number(bytes, { chance }) {
    const text = Buffer.from(bytes).toString('latin1');
    const found = [...text.matchAll(/-?\d[\d.e+-]{0,30}/g)];
    if (found.length === 0) return bytes;
    const { index, 0: digits } = chance.of(found);
    return replaced(bytes, index, digits.length, Buffer.from(chance.of(numbers)));
  },
  cut(bytes, { chance }) {
    const at = placeIn(bytes, chance);
    return replaced(bytes, at, chance.between(1, Math.max(1, bytes.length >> 2)), []);
  },
  copy(bytes, { chance }) {
    const at = placeIn(bytes, chance);
    return replaced(
      bytes,
      placeIn(bytes, chance),
      0,
      bytes.subarray(at, at + chance.between(1, longestCopy)),
    );
  },
  repeat(bytes, { chance }) {
    const at = placeIn(bytes, chance);
    const piece = bytes.subarray(at, at + chance.between(1, chance.is(0.5) ? 4 : longestCopy));
    const times = chance.between(2, chance.is(0.2) ? 2000 : 20);
    const pieces = Buffer.concat(Array.from({ length: times }, () => piece)).subarray(0, longestInput);
    return replaced(bytes, at, 0, pieces);
  },
  end: (bytes, { chance }) => bytes.slice(0, placeIn(bytes, chance)),
  splice(bytes, { chance, other }) {
    const from = placeIn(other, chance);
    return replaced(bytes, placeIn(bytes, chance), bytes.length, other.subarray(from));
  },
  piece(bytes, { chance, other }) {
    const from = placeIn(other, chance);
    const piece = other.subarray(from, from + chance.between(1, longestCopy));
    const at = placeIn(bytes, chance);
    return replaced(bytes, at, chance.is(0.5) ? piece.length : 0, piece);
  },
};

interface Parts {
  chance: Chance;
  /** Words of the format. */
  words: readonly string[];
  other: Bytes;
}

/** A changed copy of an input. */
export function mutate(bytes: Bytes, parts: Parts): Bytes {
  let changed = bytes;
  for (let left = parts.chance.between(1, maxChanges); left > 0; left -= 1)
    changed = parts.chance.of(Object.values(changes))(changed, parts);
  return changed.slice(0, longestInput);
}

/** The first and the last bytes more often: headers are there, and what they refer to. */
function placeIn({ length }: Bytes, chance: Chance): number {
  const zone = Math.min(length, chance.of([64, 600, Infinity]));
  const at = chance.between(0, zone);
  return chance.is(0.2) ? length - at : at;
}

function patched(bytes: Bytes, at: number, piece: ArrayLike<number>): Bytes {
  return replaced(bytes, at, piece.length, piece);
}

function replaced(bytes: Bytes, at: number, length: number, piece: ArrayLike<number>): Bytes {
  const rest = bytes.subarray(at + length);
  const result = new Uint8Array(Math.min(at, bytes.length) + piece.length + rest.length);
  result.set(bytes.subarray(0, at));
  result.set(piece, Math.min(at, bytes.length));
  result.set(rest, result.length - rest.length);
  return result;
}

const minPiece = 1;

/** The shortest input that was found to fail in the same way, by leaving out pieces. */
export async function shrink(bytes: Bytes, fails: (bytes: Bytes) => Promise<boolean>): Promise<Bytes> {
  let smallest = bytes;
  let left = 2000;
  for (
    let size = Math.ceil(bytes.length / 2);
    size >= minPiece;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let at = 0; at < smallest.length && left > 0; left -= 1) {
      const shorter = replaced(smallest, at, size, []);
      if (await fails(shorter)) smallest = shorter;
      else at += size;
    }
  }
  return smallest;
}
