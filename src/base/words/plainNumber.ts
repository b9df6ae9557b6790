/** Maximum decimals that can be requested for a number. */
const maxDecimals = 100;

/** A finite number with exactly its digits, without an exponent and without a negative zero. */
export function plainNumber(value: number): string {
  const shortest = String(value);
  if (!shortest.includes('e-')) return shortest;
  const written = value.toFixed(Math.min(decimalsOf(shortest), maxDecimals));
  return Number(written) === 0 ? '0' : withoutEnd(written, '0');
}

/** A text without any trailing repetitions of one character. A regular expression would search each run again. */
export function withoutEnd(text: string, character: string): string {
  let end = text.length;
  while (text[end - 1] === character) end--;
  return text.slice(0, end);
}

export function decimalsOf(written: string): number {
  const [, fraction = '', exponent = '0'] = /^-?\d+(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(written) ?? [];
  return Math.max(0, fraction.length - Number(exponent));
}
