/** The fields of a response as received, so that a view can also show unknown ones. */
export type Fields = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function listOrNone(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

export function textOrNothing(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function nonEmptyText(value: unknown): string | undefined {
  return textOrNothing(value) || undefined;
}

/** The id of a feature (RFC 7946, 3.2); `bigint` for integers that numbers of JavaScript can't express. */
export type FeatureId = string | number | bigint;

export function isFeatureId(value: unknown): value is FeatureId {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint';
}
