/** A sign, digits with spaces, apostrophes, points or commas between them, and an exponent. */
const numberForm = /^([+-]?)((?:\d[\d .,']*)?\d[.,]?|[.,]\d+)(e[+-]?\d+)?$/i;

/**
 * A number as a person types it, with a point or a comma before the decimals, and with groups of three digits.
 *
 * @returns `undefined` for other texts, and for those that mean 1000 to some and 1 to others, such as `1,000` and `1.000`
 */
export function typedNumber(text: string): number | undefined {
  const plain = text
    .trim()
    .replaceAll(/[\u2212\u2013]/g, '-')
    .replaceAll(/\s/g, ' ')
    .replaceAll(/[\u2019\u02bc]/g, "'");
  const [, sign = '', digits, exponent = ''] = numberForm.exec(plain) ?? [];
  const written = digits === undefined ? undefined : withoutGroups(digits);
  const value = written === undefined ? Number.NaN : Number(`${sign}${written}${exponent}`);
  return Number.isFinite(value) ? value : undefined;
}

/** Digits with at most one point, before the decimals; `undefined` where it isn't clear what the separators are. */
function withoutGroups(digits: string): string | undefined {
  const marks = digits.replaceAll(/\d/g, '').split('');
  const last = marks.at(-1);
  if (last === undefined) return digits;
  const isGroup = marks.length > 1 ? marks.every(mark => mark === last) : last === ' ' || last === "'";
  if (isGroup) return isGrouped(digits, last) ? digits.replaceAll(last, '') : undefined;
  if (last === ' ' || last === "'") return undefined;
  const at = digits.lastIndexOf(last);
  const whole = digits.slice(0, at);
  const decimals = digits.slice(at + 1);
  const [group] = marks;
  if (marks.length > 1 && group !== undefined) {
    const isOneKind = marks.slice(0, -1).every(mark => mark === group) && group !== last;
    return isOneKind && isGrouped(whole, group) ? `${whole.replaceAll(group, '')}.${decimals}` : undefined;
  }
  // Thousands, or three decimals.
  if (/^[1-9]\d{0,2}$/.test(whole) && decimals.length === 3) return undefined;
  return `${whole === '' ? '0' : whole}.${decimals}`;
}

function isGrouped(digits: string, mark: string): boolean {
  const [first = '', ...others] = digits.split(mark);
  return /^[1-9]\d{0,2}$/.test(first) && others.every(group => /^\d{3}$/.test(group));
}
