/** Of a feature (RFC 7946, 3.2); `bigint` for integers that numbers of JavaScript can't express. */
export type FeatureId = string | number | bigint;

export function isFeatureId(value: unknown): value is FeatureId {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint';
}
