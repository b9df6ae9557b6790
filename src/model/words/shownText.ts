/**
 * Text on its way to the screen. Names, titles and messages come from files and from the service: they may say anything,
 * but do nothing, and they must not change how the text beside them reads.
 */

/** Draws nothing, ends a line, or reorders what follows: C0 and C1 controls, bidirectional controls, tags. */
const controls =
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

const rightToLeft = String.raw`\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}`;

/** Words of a right-to-left script, from the first letter to the last. */
const rightToLeftRun = new RegExp(
  `[${rightToLeft}](?:[${rightToLeft}\\p{M}\\u200c\\u200d ]*[${rightToLeft}])?`,
  'gu',
);

/** The editor makes links of `[label](address)` and pictures of `$(icon)`, in messages, prompts and lists. */
const markup = /(?<=[\]$])\(/g;

/** What most texts are made of, none of which is anything of the above: they are not looked at four times. */
const plain = /^[\t\n -#%-\\^-~\xa0-\u058f\u2010-\u2027\u2030-\u205f\u2070-\u2bff]*$/;

/**
 * A text of several lines as it may stand on screen: without control characters, nothing in it a link or an icon, and
 * words of right-to-left scripts isolated, so that amounts and dates beside them keep their order
 * (https://www.unicode.org/reports/tr9/, FSI and PDI). Applied twice it is the same.
 */
export function shownText(text: string): string {
  if (plain.test(text)) return text;
  return text
    .toWellFormed()
    .replaceAll(controls, '')
    .replaceAll(rightToLeftRun, '\u2068$&\u2069')
    .replaceAll(markup, '\u200b(');
}

/** The longest name or title that stands in a sentence of ours, characters. */
const longestLine = 80;

/** A name, title or message that Swath did not write, for use within a text of ours: on one line, and not long. */
export function shownLine(text: string, most = longestLine): string {
  // No line of any use is longer than that: the rest is not even looked at.
  const line = text
    .slice(0, most * 8)
    .replaceAll(/[\s\u0085\u2028\u2029]+/g, ' ')
    .toWellFormed()
    .replaceAll(controls, '')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
  const characters = Array.from(line);
  return characters.length > most || text.length > most * 8
    ? `${characters.slice(0, most - 1).join('')}…`
    : line;
}

/** What stands by itself where there is one line: the label of a row, a title, a lens. */
export function shownLabel(text: string, most = 300): string {
  return shownText(shownLine(text, most));
}

/** More of a text is of no use in a tooltip, characters: whoever wants it all finds it elsewhere. */
const longestTooltip = 2000;

/** What is shown over something, in several lines. */
export function shownTooltip(text: string): string {
  return shownText(text.length > longestTooltip ? `${text.slice(0, longestTooltip - 1)}…` : text);
}
