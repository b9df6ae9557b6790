/** Shares, and areas in km², to four digits behind the point: what a model can make use of. */
export function rounded(value: number): number {
  return Number(value.toFixed(4));
}
