/** A finite number with exactly its digits, without an exponent and without a negative zero. */
export function plainNumber(value: number): string {
  if (Math.abs(value) >= 1e21) return String(BigInt(value));
  return String(value).replace(
    /(\d)(?:\.(\d+))?e-(\d+)$/,
    (_all, first: string, rest = '', places: string) => `0.${'0'.repeat(Number(places) - 1)}${first}${rest}`,
  );
}

export function decimalPlaces(written: string): number {
  const [, fraction = '', exponent = '0'] = /^-?\d+(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(written) ?? [];
  return Math.max(0, fraction.length - Number(exponent));
}
