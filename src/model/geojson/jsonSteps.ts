/** The grammar of JSON (RFC 8259) a byte at a time, as a table. */

/** What may come next. */
export const step = {
  ...{ mark: 0, mark2: 1, mark3: 2, top: 3, list: 4 },
  ...{ value: 5, valueOrEnd: 6, key: 7, keyOrEnd: 8, colon: 9, after: 10 },
  ...{ text: 11, escape: 12, hex4: 13, hex3: 14, hex2: 15, hex1: 16 },
  ...{ minus: 17, zero: 18, whole: 19, point: 20, fraction: 21, power: 22, sign: 23, exponent: 24 },
  ...{ alse: 25, lse: 26, rue: 27, ull: 28, ue: 29, ll: 30, se: 31, e: 32, l: 33 },
} as const;

/** In place of the next step, where that depends on what is around. */
export const action = {
  ...{ comma: 34, openList: 35, closeList: 36, openText: 37, closeText: 38 },
  ...{ openObject: 39, closeObject: 40, ofMember: 41, broken: 42 },
} as const;

type Step = keyof typeof step;

export const firstAction = action.comma;

const spaces = ' \t\n\r';
const digits = '0123456789';
const hexDigits = `${digits}abcdefABCDEF`;
/** Below a blank stands what must be written as an escape. */
const letters = Array.from({ length: 224 }, (_, index) => index + 32);

/** Rows of 256, one for each step: by the byte the next step, or an action. The whole is an object. */
export function makeJsonSteps(): Uint8Array {
  const table = new Uint8Array(firstAction << 8).fill(action.broken);
  const put = (from: Step, bytes: string | readonly number[], to: Step | keyof typeof action) => {
    const numbers = typeof bytes === 'string' ? Array.from(bytes, letter => letter.charCodeAt(0)) : bytes;
    for (const byte of numbers) table[(step[from] << 8) | byte] = { ...step, ...action }[to];
  };

  // A mark of the byte order may stand before everything.
  put('mark', [0xef], 'mark2');
  put('mark2', [0xbb], 'mark3');
  put('mark3', [0xbf], 'top');
  put('mark', spaces, 'top');
  for (const from of ['mark', 'top'] as const) put(from, '{', 'openObject');
  put('list', '[', 'openList');

  for (const from of ['top', 'list', 'value', 'valueOrEnd', 'key', 'keyOrEnd', 'colon'] as const)
    put(from, spaces, from);
  for (const from of ['value', 'valueOrEnd'] as const) {
    put(from, '{', 'openObject');
    put(from, '[', 'openList');
    put(from, '"', 'openText');
    put(from, '-', 'minus');
    put(from, '0', 'zero');
    put(from, '123456789', 'whole');
    put(from, 't', 'rue');
    put(from, 'f', 'alse');
    put(from, 'n', 'ull');
  }
  put('valueOrEnd', ']', 'closeList');
  for (const from of ['key', 'keyOrEnd'] as const) put(from, '"', 'openText');
  put('keyOrEnd', '}', 'closeObject');
  put('colon', ':', 'ofMember');
  // Only what comes behind it tells that a number has ended.
  for (const from of ['after', 'zero', 'whole', 'fraction', 'exponent'] as const) {
    put(from, spaces, 'after');
    put(from, ',', 'comma');
    put(from, '}', 'closeObject');
    put(from, ']', 'closeList');
  }

  put('text', letters, 'text');
  put('text', '"', 'closeText');
  put('text', '\\', 'escape');
  put('escape', '"\\/bfnrt', 'text');
  put('escape', 'u', 'hex4');
  put('hex4', hexDigits, 'hex3');
  put('hex3', hexDigits, 'hex2');
  put('hex2', hexDigits, 'hex1');
  put('hex1', hexDigits, 'text');

  put('minus', '0', 'zero');
  put('minus', '123456789', 'whole');
  put('whole', digits, 'whole');
  for (const from of ['zero', 'whole'] as const) put(from, '.', 'point');
  for (const from of ['point', 'fraction'] as const) put(from, digits, 'fraction');
  for (const from of ['zero', 'whole', 'fraction'] as const) put(from, 'eE', 'power');
  put('power', '+-', 'sign');
  for (const from of ['power', 'sign', 'exponent'] as const) put(from, digits, 'exponent');

  put('rue', 'r', 'ue');
  put('ue', 'u', 'e');
  put('alse', 'a', 'lse');
  put('lse', 'l', 'se');
  put('se', 's', 'e');
  put('e', 'e', 'after');
  put('ull', 'u', 'll');
  put('ll', 'l', 'l');
  put('l', 'l', 'after');
  return table;
}
