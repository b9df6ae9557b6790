/**
 * JSON that is the same for equal values: members are sorted by name. Values that aren't JSON are left out or become
 * `null`, as in `JSON.stringify`.
 */
export function stableText(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value, sortedMembers);
}

function sortedMembers(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const members = Object.entries(value);
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)));
}
