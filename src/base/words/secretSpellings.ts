/**
 * Finds keys and tokens in a text, however it spells them: a service or proxy that repeats a request may escape it for
 * JSON, HTML or an address, encode it, break it into lines, or cut it off.
 */

/** A text with the place of each of its characters in the source. */
interface Spelled {
  text: string;
  starts: readonly number[];
  ends: readonly number[];
}

type Range = readonly [start: number, end: number];

/** @param change gets a match and returns what it spells; `undefined` leaves it as it is */
function respell(
  { text, starts, ends }: Spelled,
  pattern: RegExp,
  change: (match: RegExpExecArray) => string | undefined,
): Spelled {
  let made = '';
  const madeStarts: number[] = [];
  const madeEnds: number[] = [];
  let at = 0;
  const copyTo = (end: number) => {
    for (; at < end; at++) {
      made += text.charAt(at);
      madeStarts.push(starts[at] ?? 0);
      madeEnds.push(ends[at] ?? 0);
    }
  };
  for (const match of text.matchAll(pattern)) {
    const letters = change(match);
    if (letters === undefined) continue;
    copyTo(match.index);
    const end = match.index + match[0].length;
    for (const letter of letters.split('')) {
      made += letter;
      madeStarts.push(starts[at] ?? 0);
      madeEnds.push(ends[end - 1] ?? 0);
    }
    at = end;
  }
  copyTo(text.length);
  return { text: made, starts: madeStarts, ends: madeEnds };
}

/** An escape of JSON, JavaScript, CSS or C, of an address, or of HTML; or a tag between two letters. */
const escapes =
  /%(?:25|u00)*([\da-f]{2})|\\{1,16}u\{?0*([\da-f]{2})\}?|\\{1,16}x([\da-f]{2})|\\{1,16}([0-3][0-7]{2})|\b0x([\da-f]{2})\b|&(?:amp;)*#0*(\d{2,3});?|&(?:amp;)*#x0*([\da-f]{2});?|&(?:amp;)*([a-z]{2,10});|\\{1,16}[nrt]?|<\/?[a-z][^<>]{0,200}>/gi;

/** Of the signs that keys contain. */
const entities: Readonly<Record<string, string>> = {
  equals: '=',
  plus: '+',
  sol: '/',
  lowbar: '_',
  hyphen: '-',
  dash: '-',
  period: '.',
  amp: '&',
};

function escapedCharacter([
  ,
  percent,
  u,
  x,
  octal,
  hex,
  decimal,
  hexadecimal,
  name,
]: RegExpExecArray): string {
  const sixteen = percent ?? u ?? x ?? hex ?? hexadecimal;
  if (sixteen !== undefined) return String.fromCharCode(Number.parseInt(sixteen, 16));
  if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
  if (decimal !== undefined) return String.fromCharCode(Number(decimal));
  return entities[name?.toLowerCase() ?? ''] ?? '';
}

/** More rounds of escapes around escapes are nobody's mistake. */
const maxRounds = 12;

/** @returns `undefined` if it is escaped more often */
function fullyUnescaped(spelled: Spelled): Spelled | undefined {
  let plain = spelled;
  for (let round = 0; round < maxRounds; round++) {
    const next = respell(plain, escapes, escapedCharacter);
    if (next.text === plain.text) return plain;
    plain = next;
  }
  return undefined;
}

/** The text read as it is, with its escapes, and as quoted-printable (RFC 2045, 6.7). */
function textReadings(text: string): (Spelled | undefined)[] {
  const starts = Array.from({ length: text.length }, (_none, index) => index);
  const source = { text, starts, ends: starts.map(index => index + 1) };
  const wide = respell(source, /[^\0-\x7f]/g, ([letter]) => letter.normalize('NFKC'));
  const readings: (Spelled | undefined)[] = [wide];
  if (/[%\\&<]|0x/i.test(text)) readings.push(fullyUnescaped(wide));
  if (/=[\da-f]{2}/i.test(text)) {
    const printable = /=([\da-f]{2})/gi;
    const read = respell(wide, printable, ([, hex = '']) => String.fromCharCode(Number.parseInt(hex, 16)));
    readings.push(fullyUnescaped(read));
  }
  return readings;
}

/** Fewer letters and digits in a row may be words. */
const shortestPart = 12;

/** Of a long secret only every so many characters are remembered: twice as many in a row are surely found. */
const longestDense = 100;

/** Letters and digits: what stays of a secret however it is broken, quoted or cased. */
function lettersAndDigits(text: string): string {
  return text.replaceAll(/[^a-z\d]/gi, '').toLowerCase();
}

/** The letters of a secret and of its encodings: hexadecimal, decimal and base64, of keys also in UTF-16 and twice. */
function secretForms(secret: string): string[] {
  const bytes = [...new TextEncoder().encode(secret)];
  const hex = bytes.map(byte => byte.toString(16).padStart(2, '0')).join('');
  const once = alignments(bytes);
  const forms = [secret, hex, bytes.join(''), ...once];
  if (secret.length <= longestDense) {
    const twice = once.flatMap(text => alignments([...new TextEncoder().encode(text)]));
    forms.push(...alignments(bytes.flatMap(byte => [byte, 0])), ...twice);
  }
  return forms.map(lettersAndDigits);
}

/** Base64 of bytes at each place that they can have in others, without what their neighbors change. */
function alignments(bytes: readonly number[]): string[] {
  const text = bytes.map(byte => String.fromCharCode(byte)).join('');
  return [0, 1, 2].map(before => {
    const encoded = btoa('\0'.repeat(before) + text);
    const end = Math.floor(((before + bytes.length) * 8) / 6);
    return encoded.slice(Math.ceil((before * 8) / 6), end);
  });
}

interface Index {
  secrets: readonly string[];
  /** Where a part of a secret is in one of its forms. */
  parts: ReadonlyMap<string, readonly [form: string, at: number]>;
}

let lastIndex: Index = { secrets: [], parts: new Map() };

/** The same secrets are asked for again and again. */
function indexFor(secrets: readonly string[]): Index {
  const isLast =
    secrets.length === lastIndex.secrets.length &&
    secrets.every((secret, index) => secret === lastIndex.secrets[index]);
  if (isLast) return lastIndex;
  const parts = new Map<string, readonly [string, number]>();
  for (const form of secrets.flatMap(secretForms)) {
    const step = form.length > longestDense ? shortestPart : 1;
    for (let at = 0; at + shortestPart <= form.length; at += step) {
      const part = form.slice(at, at + shortestPart);
      if (!parts.has(part)) parts.set(part, [form, at]);
    }
  }
  return (lastIndex = { secrets: [...secrets], parts });
}

/** Shorter secrets are found only as they are: escaped or broken, they could be words. */
const shortestSpelled = 6;

/** Places of the secrets, or of parts of them, in a text; they can overlap. */
export function secretRanges(text: string, secrets: readonly string[]): Range[] {
  const known = [...new Set(secrets)].filter(secret => secret !== '');
  if (known.length === 0) return [];
  const ranges: Range[] = [];
  const add = ({ starts, ends }: Spelled, from: number, to: number) =>
    ranges.push([starts[from] ?? 0, ends[to - 1] ?? text.length]);
  const addAll = (spelled: Spelled, secret: string) => {
    for (let at = spelled.text.indexOf(secret); at !== -1; at = spelled.text.indexOf(secret, at + 1))
      add(spelled, at, at + secret.length);
  };
  const { parts } = indexFor(known);
  for (const reading of textReadings(text)) {
    if (!reading) return [[0, text.length]];
    const joined = respell(
      reading,
      /[\s\0-\x1f\x7f-\xa0\xad\u200b-\u200f\u2028-\u202f\u2060-\u2064\ufeff]+/g,
      () => '',
    );
    for (const secret of known) {
      addAll(reading, secret);
      if (secret.length >= shortestSpelled) addAll(joined, secret.replaceAll(/\s+/g, ''));
    }
    const letters = respell(reading, /[^a-z\d]+/gi, () => '');
    const lower = letters.text.toLowerCase();
    for (let at = 0; at + shortestPart <= lower.length; at++) {
      const [form, place] = parts.get(lower.slice(at, at + shortestPart)) ?? [];
      if (form === undefined || place === undefined) continue;
      let from = 0;
      let to = shortestPart;
      while (at + from > 0 && place + from > 0 && lower[at + from - 1] === form[place + from - 1]) from--;
      while (at + to < lower.length && place + to < form.length && lower[at + to] === form[place + to]) to++;
      add(letters, at + from, at + to);
      at += to - 1;
    }
  }
  return ranges;
}
