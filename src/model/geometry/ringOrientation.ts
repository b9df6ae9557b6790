/**
 * On which side of the line from a to b the point c lies: 1 on the left, -1 on the right, 0 exactly on it. Exact for all
 * finite numbers, so that an edge that only touches another never passes for one that crosses it. Error bound: Shewchuk,
 * "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates", 1997.
 */
export function orientation(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
): -1 | 0 | 1 {
  const left = (ax - cx) * (by - cy);
  const right = (ay - cy) * (bx - cx);
  const difference = left - right;
  if (Math.abs(difference) > errorBound * (Math.abs(left) + Math.abs(right))) return difference > 0 ? 1 : -1;
  // A product of zero is exact when it comes from a difference of zero, and both usually do: edges of a grid.
  if ((ax === cx || by === cy) && (ay === cy || bx === cx)) return 0;
  return exactOrientation(ax, ay, bx, by, cx, cy);
}

const errorBound = (3 + 16 * 2 ** -53) * 2 ** -53;

/** The same by whole numbers of 2⁻¹⁰⁷⁴, the unit that every finite number is a multiple of. */
function exactOrientation(...coordinates: [number, number, number, number, number, number]): -1 | 0 | 1 {
  const [ax, ay, bx, by, cx, cy] = coordinates.map(wholeUnits) as [
    bigint,
    bigint,
    bigint,
    bigint,
    bigint,
    bigint,
  ];
  const difference = (ax - cx) * (by - cy) - (ay - cy) * (bx - cx);
  if (difference === 0n) return 0;
  return difference > 0n ? 1 : -1;
}

const bits = new DataView(new ArrayBuffer(8));

function wholeUnits(value: number): bigint {
  bits.setFloat64(0, value);
  const raw = bits.getBigUint64(0);
  const exponent = Number((raw >> 52n) & 0x7ffn);
  const fraction = raw & 0xfffffffffffffn;
  const size = exponent === 0 ? fraction : (fraction | (1n << 52n)) << BigInt(exponent - 1);
  return value < 0 ? -size : size;
}
