/**
 * One field of a CSV (RFC 4180). What a spreadsheet would take for a formula gets an apostrophe in front: at the begin
 * of a text, and where a spreadsheet of another language begins a cell, behind a semicolon, a bar, a tab or a line break.
 * Numbers are given as numbers, and stay what they are.
 */
export function csvField(value: string | number | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const harmless = disarmed(value);
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** The signs that formulas begin with, also as wide ones, which spreadsheets of East Asia take as well. */
const begins = /([;|\s]+|^)([=+\-@＝＋－＠]?)/g;

function disarmed(value: string): string {
  return value.replace(begins, (all: string, before: string, sign: string, at: number) => {
    const isCell = /[;|]/.test(before);
    if (at === 0 && !isCell) return sign !== '' || /^[\t\r\n]/.test(before) ? `'${all}` : all;
    return sign !== '' && (isCell || /[\t\r\n]/.test(before)) ? `${before}'${sign}` : all;
  });
}
