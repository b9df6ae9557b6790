/** The values available to a title pattern. */
export interface TitleParts {
  name: string;
  /** Counts from 1. */
  number: number;
  /** `YYYY-MM-DD`; empty if it isn't known. */
  date: string;
  id: string | number | undefined;
  properties: Readonly<Record<string, unknown>>;
}

/** A title from a pattern such as `{name} {date}`; a word in braces can be any property of the feature. */
export function titleByPattern(pattern: string, parts: TitleParts): string {
  const title = pattern.replaceAll(/\{([^{}]*)\}/g, (_all, word: string) => patternWord(word.trim(), parts));
  return title.replaceAll(/\s+/g, ' ').trim();
}

function patternWord(word: string, { properties, ...fields }: TitleParts): string {
  const known = Object.hasOwn(fields, word) ? fields[word as keyof typeof fields] : undefined;
  const value = known ?? properties[word];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
