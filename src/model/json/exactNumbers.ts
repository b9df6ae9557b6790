/** JSON with integers that a number would round: they are read as `bigint`, and written with all digits. */

/** What the types of this target lack. */
interface ExactJson {
  parse: (
    text: string,
    reviver: (name: string, value: unknown, context: { source?: string }) => unknown,
  ) => unknown;
  rawJSON: (text: string) => unknown;
}

const json = JSON as unknown as ExactJson;

/** A shorter integer has less than 16 digits. */
const longInteger = /\d{16}/;

export function parseExact(text: string): unknown {
  if (!longInteger.test(text)) return JSON.parse(text);
  return json.parse(text, (_name, value, { source = '' }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source)
      ? BigInt(source)
      : value,
  );
}

export function exactJson(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'bigint' ? json.rawJSON(String(inner)) : inner,
  );
}
