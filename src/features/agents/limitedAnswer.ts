/** Of a text in an answer. It may come from a file or the service, and only the start of a long one is of use. Characters. */
export const longestText = 1000;
/** Of a name of a member, which may be foreign, too. Characters. */
const longestName = 200;
/** Of a list in an answer. */
const longestList = 500;

/** An answer without the ends of long texts and lists; `cut` says so then, and names them. */
export function limitedAnswer(result: Record<string, unknown>): Record<string, unknown> {
  const cuts: string[] = [];
  const limited = limitedValue(result, [], cuts) as Record<string, unknown>;
  if (cuts.length === 0) return limited;
  return { ...limited, cut: `Too long for an answer, and cut: ${cuts.slice(0, 10).join(', ')}.` };
}

/** The start of a foreign text, with its length if it is cut. */
export function limitedText(text: string, maxLength = longestText): string {
  if (text.length <= maxLength) return text;
  return `${text.slice(0, maxLength).toWellFormed()}… [${text.length} characters]`;
}

function limitedValue(value: unknown, path: readonly string[], cuts: string[]): unknown {
  if (typeof value === 'string') {
    if (value.length > longestText) cuts.push(`${path.join('.')} (${value.length} characters)`);
    return limitedText(value);
  }
  if (Array.isArray(value)) {
    if (value.length > longestList) cuts.push(`${path.join('.')} (${value.length} items)`);
    return value
      .slice(0, longestList)
      .map((item, index) => limitedValue(item, [...path, String(index)], cuts));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const short = limitedText(name, longestName);
      if (short !== name) cuts.push(`the name of ${[...path, name.slice(0, 40)].join('.')}`);
      return [short, limitedValue(member, [...path, short.slice(0, 40)], cuts)];
    }),
  );
}
