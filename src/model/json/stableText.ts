/**
 * JSON that is the same for the same value, whatever the order of its members: they are sorted by their names. What is
 * no JSON is left out or becomes `null`, as `JSON.stringify` has it.
 */
export function stableText(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value, sortedMembers);
}

function sortedMembers(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const members = Object.entries(value);
  return Object.fromEntries(members.sort(([one], [other]) => (one < other ? -1 : 1)));
}
