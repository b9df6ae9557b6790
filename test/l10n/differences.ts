/**
 * What a text and its translation must have in common: placeholders, icons, link addresses, code, setting names, and
 * leading and trailing spaces.
 *
 * @returns what only one of the two has; empty if nothing is wrong
 */
export function differences(english: string, translated: string): string[] {
  const there = tokensOf(english);
  const here = tokensOf(translated);
  return [
    ...there.filter(token => !here.includes(token)).map(token => `lacks ${token}`),
    ...here.filter(token => !there.includes(token)).map(token => `has ${token}`),
  ];
}

const tokens: readonly RegExp[] = [
  /\{[\w-]+\}/g,
  /\$\([\w~-]+\)/g,
  /\]\([^)]+\)/g,
  /`[^`]+`/g,
  /\bswath(?:\.\w+)+/g,
  /\n/g,
  /^\s|\s$/g,
];

/** Each as often as it occurs, except placeholders: a translation may repeat them. */
function tokensOf(text: string): string[] {
  return tokens.flatMap(pattern => {
    const counts = new Map<string, number>();
    return [...text.matchAll(pattern)].flatMap(([token]) => {
      const count = (counts.get(token) ?? 0) + 1;
      counts.set(token, count);
      if (token.startsWith('{') && count > 1) return [];
      return [count === 1 ? JSON.stringify(token) : `${JSON.stringify(token)} ${count} times`];
    });
  });
}
