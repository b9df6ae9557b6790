/**
 * One field of a CSV (RFC 4180). Text that a spreadsheet would evaluate as a formula gets an apostrophe in front: at
 * the start, and where a spreadsheet with other separators starts a cell, after a semicolon, a bar, a tab or a line
 * break, also with blanks or quotation marks in between. So does text that a spreadsheet would take for a number and
 * write with other digits, such as `007`. Numbers stay unchanged.
 */
export function csvField(value: string | number | bigint | undefined): string {
  if (value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const harmless = losesDigits.test(value) ? `'${value}` : withoutFormula(value);
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** With zeros in front, or a letter that reads as an exponent. Long numbers can be texts here: they stay numbers. */
const losesDigits = /^(?:0\d[\d.,]*|\d+e\d+)$/i;

/** The characters that start formulas, including their full-width forms, which East Asian spreadsheets also accept. */
const begins = /([;|\s"]+|^)([=+\-@＝＋－＠]?)/g;

/** A text that no spreadsheet evaluates, where it is pasted or opened as a cell. */
export function withoutFormula(value: string): string {
  return value.replace(begins, (all: string, before: string, sign: string, at: number) => {
    const inside = sign !== '' && /[;|\t\r\n]/.test(before) ? `${before}'${sign}` : all;
    const isFormula = /^[\t\r\n]/.test(before) || (sign !== '' && !/[;|]/.test(before));
    return at === 0 && isFormula ? `'${inside}` : inside;
  });
}

export type CsvColumn<T> = readonly [name: string, value: (item: T) => string | number | undefined];

export function csvLine(fields: readonly (string | number | bigint | undefined)[]): string {
  return `${fields.map(csvField).join(',')}\r\n`;
}

/** The items as RFC 4180, with a header. */
export function csvText<T>(columns: readonly CsvColumn<T>[], items: readonly T[]): string {
  const head = columns.map(([name]) => name);
  return [head, ...items.map(item => columns.map(([, value]) => value(item)))].map(csvLine).join('');
}
