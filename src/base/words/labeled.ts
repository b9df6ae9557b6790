/** A name with its value, in one line: `Price: 12 credits`. Not for sentences, and the name is a text of its own. */
export function labeled(name: string, value: string): string {
  return `${name}: ${value}`;
}
