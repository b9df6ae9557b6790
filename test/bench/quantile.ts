/** @param share from 0, the least, to 1, the greatest */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  // Nothing measured keeps no promise.
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Infinity;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}
