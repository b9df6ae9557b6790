/** Decodes the texts of dBASE tables, whose code page is named in a .cpg file or by a byte of the header. */
import tables from 'iconv-lite/encodings/sbcs-data-generated.js';

export interface Decoder {
  name: string;
  /** Bytes that the encoding doesn't have become U+FFFD. */
  decode: (bytes: Uint8Array) => string;
}

/** Code pages that the platform knows under a name without their number. */
const platformNames = new Map([
  [708, 'iso-8859-6'],
  [932, 'shift_jis'],
  [936, 'gbk'],
  [949, 'euc-kr'],
  [950, 'big5'],
  [10_000, 'macintosh'],
  [10_007, 'x-mac-cyrillic'],
  [20_866, 'koi8-r'],
  [20_932, 'euc-jp'],
  [20_936, 'gbk'],
  [21_866, 'koi8-u'],
  [50_220, 'iso-2022-jp'],
  [51_932, 'euc-jp'],
  [51_936, 'gbk'],
  [51_949, 'euc-kr'],
  [54_936, 'gb18030'],
  [65_001, 'utf-8'],
]);

/** Code pages by the language driver in byte 29 of a dBASE header; 0x57 is the one of the machine that wrote it. */
const languageDrivers = new Map<number, number>();
const driversByPage: [codePage: number, drivers: number[]][] = [
  [437, [0x01, 0x09, 0x0b, 0x0d, 0x0f, 0x11, 0x15, 0x18, 0x19, 0x1b]],
  [737, [0x6a]],
  [850, [0x02, 0x0a, 0x0e, 0x10, 0x12, 0x14, 0x16, 0x1a, 0x1d, 0x25, 0x37]],
  [852, [0x1f, 0x22, 0x23, 0x40, 0x64, 0x87]],
  [857, [0x6b, 0x88]],
  [860, [0x24]],
  [861, [0x67]],
  [863, [0x1c, 0x6c]],
  [865, [0x08, 0x17, 0x66]],
  [866, [0x26, 0x65]],
  [874, [0x50, 0x7c]],
  [932, [0x13, 0x7b]],
  [936, [0x4d, 0x7a]],
  [949, [0x4e, 0x79]],
  [950, [0x4f, 0x78]],
  [1250, [0xc8]],
  [1251, [0xc9]],
  [1252, [0x03, 0x58, 0x59]],
  [1253, [0xcb]],
  [1254, [0xca]],
  [1255, [0x7d]],
  [1256, [0x7e]],
  [1257, [0xcc]],
  [10_000, [0x04]],
];
for (const [codePage, drivers] of driversByPage) {
  for (const driver of drivers) languageDrivers.set(driver, codePage);
}

/** `undefined` if the byte names no code page. */
export function decoderOfDriver(driver: number): Decoder | undefined {
  const codePage = languageDrivers.get(driver);
  return codePage === undefined ? undefined : decoderOfPage(codePage);
}

/** The encoding that the text of a .cpg file names: `UTF-8`, `1252`, `ANSI 1252`, `ISO 8859-1`, `88591`. */
export function decoderOfCpg(text: string): Decoder | undefined {
  const label = text.trim();
  const digits = /^[^\d]*(\d[\d _-]*)$/.exec(label)?.[1]?.replace(/\D/g, '');
  const isNumbered = /^(?:ansi|oem|cp|ibm|dos|ms|win(?:dows)?|iso|code ?page)?[ _-]*\d/i.test(label);
  const numbered = digits !== undefined && isNumbered ? decoderOfPage(Number(digits)) : undefined;
  return numbered ?? decoderOfLabel(label) ?? decoderOfLabel(label.replace(/[ _]+/g, '-'));
}

function decoderOfPage(codePage: number): Decoder | undefined {
  const table = Object.hasOwn(tables, `cp${codePage}`) ? tables[`cp${codePage}`] : undefined;
  const isoPart = /^(?:8859|286|285)(\d\d?)$/.exec(String(codePage));
  const name = platformNames.get(codePage) ?? (isoPart ? isoName(codePage) : undefined);
  const known = name ?? (/^(?:125[0-8]|874)$/.test(String(codePage)) ? `windows-${codePage}` : undefined);
  if (known !== undefined) return decoderOfLabel(known);
  return typeof table === 'object' ? decoderOfTable(`CP${codePage}`, table) : undefined;
}

/** ISO 8859 parts are written as `88591`, or as the code pages from 28591. */
function isoName(codePage: number): string {
  const part = codePage > 80_000 ? String(codePage).slice('8859'.length) : String(codePage - 28_590);
  return `iso-8859-${part}`;
}

function decoderOfLabel(label: string): Decoder | undefined {
  try {
    const decoder = new TextDecoder(label);
    return { name: decoder.encoding, decode: bytes => decoder.decode(bytes) };
  } catch {
    return undefined;
  }
}

function decoderOfTable(name: string, { chars }: { chars: string }): Decoder {
  const decode = (bytes: Uint8Array) =>
    Array.from(bytes, byte => (byte < 0x80 ? String.fromCharCode(byte) : chars.charAt(byte - 0x80))).join('');
  return { name, decode };
}
