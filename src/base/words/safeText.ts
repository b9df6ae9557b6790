/**
 * Prepares external text for display. Names, titles and messages come from files and from the service: they may say
 * anything, but must trigger nothing, and must not change how the text next to them reads.
 *
 * | the text is shown                        | use                                                      |
 * | ---------------------------------------- | -------------------------------------------------------- |
 * | in several lines, on its own             | `safeText`; dialogs and lists do it (`dialogs/window.ts`) |
 * | on its own in one line: row, title, lens | `safeLabel`                                              |
 * | in a tooltip                             | `safeTooltip`                                            |
 * | as a name in a sentence of ours          | `quoted`, or `unquoted` inside quotation marks           |
 * | in Markdown, in HTML                     | `plainMarkdown.ts`; the tag of `html.ts`                 |
 * | in the page                              | as it is: `webview/ui/sanitizeTexts.ts` does it for all  |
 */

/** Invisible, ends a line, or reorders what follows: C0 and C1 controls, bidirectional controls, tags. */
const controls =
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

const rightToLeft = String.raw`\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}`;

/** Words of a right-to-left script, from the first letter to the last. */
const rightToLeftRun = new RegExp(
  `[${rightToLeft}](?:[${rightToLeft}\\p{M}\\u200c\\u200d ]*[${rightToLeft}])?`,
  'gu',
);

/** The editor turns `[label](address)` into links and `$(icon)` into icons, in messages, prompts and lists. */
const markup = /(?<=[\]$])\(/g;

/** The characters of most texts, which need none of this: skips the four replacements. */
const plain = /^[\t\n -#%-\\^-~\xa0-\u058f\u2010-\u2027\u2030-\u205f\u2070-\u2bff]*$/;

/**
 * Multiline text for display: without control characters, links and icons, and with words of right-to-left scripts
 * isolated, so that amounts and dates next to them keep their order (https://www.unicode.org/reports/tr9/, FSI and
 * PDI). Applying it twice changes nothing.
 */
export function safeText(text: string): string {
  if (plain.test(text)) return text;
  return text
    .toWellFormed()
    .replaceAll(controls, '')
    .replaceAll(rightToLeftRun, '\u2068$&\u2069')
    .replaceAll(markup, '\u200b(');
}

/** Maximum length of a name or title inside a sentence, characters. */
const longestLine = 80;

/** An external name, title or message for use in one of Swath's texts: on one line, and short. */
export function safeLine(text: string, maxLength = longestLine): string {
  // No useful line is longer: the rest is skipped.
  const line = text
    .slice(0, maxLength * 8)
    .replaceAll(/[\s\u0085\u2028\u2029]+/g, ' ')
    .toWellFormed()
    .replaceAll(controls, '')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
  const characters = Array.from(line);
  return characters.length > maxLength || text.length > maxLength * 8
    ? `${characters.slice(0, maxLength - 1).join('')}…`
    : line;
}

/** Text on its own in one line: the label of a row, a title, a code lens. */
export function safeLabel(text: string, maxLength = 300): string {
  return safeText(safeLine(text, maxLength));
}

/** More text is useless in a tooltip, characters: it is available elsewhere. */
const longestTooltip = 2000;

/** Multiline text for a tooltip. */
export function safeTooltip(text: string): string {
  return safeText(text.length > longestTooltip ? `${text.slice(0, longestTooltip - 1)}…` : text);
}
