import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeLine, safeText } from '../../../../src/base/words/safeText.ts';
import { runs } from '../../../randomRuns.ts';
import { stopwatch } from '../../growth.ts';

/** Everything that is special to the editor or to the order of text, mixed with other characters. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(...Array.from('[]()$\\\n\r\t\0\x1b'), '](', '$(', 'command:a.b', '\ud800', '\udc00'),
      fc.constantFrom(
        ...Array.from('\u202a\u202d\u202e\u202c\u2066\u2067\u2068\u2069\u200e\u061c\u2028\u2029\ufeff'),
      ),
      fc.constantFrom(...Array.from('\u200b\u200d\u{e0041}')),
      fc.constantFrom('שלום', 'مرحبا', '\u{10d00}', 'ש\u05b8', '49 credits', ' ', 'é', '影像', '🛰️'),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    { maxLength: 40 },
  )
  .map(parts => parts.join(''));

/** How many isolates are still open at the end; `undefined` if one closes that was never opened. */
function openIsolates(text: string): number | undefined {
  let open = 0;
  for (const character of text) {
    if (character === '\u2068') open++;
    if (character === '\u2069' && --open < 0) return undefined;
  }
  return open;
}

/**
 * Invisible characters, line ends and reordering, except for the isolates that Swath adds. Line feed and tab are
 * allowed.
 */
const forbidden =
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066\u2067\ufeff\u{e0000}-\u{e007f}]/u;

describe('text prepared for display', () => {
  it('contains no link and no icon, reorders nothing next to it, and stays the same the second time', () => {
    fc.assert(
      fc.property(hostile, text => {
        const result = safeText(text);
        expect(result).not.toMatch(/\]\(|\$\(/);
        expect(result).not.toMatch(forbidden);
        expect(result.isWellFormed()).toBe(true);
        expect(openIsolates(result)).toBe(0);
        expect(safeText(result)).toBe(result);
      }),
      runs({ quick: 100, full: 2_000 }),
    );
  });

  it('is one short line within a sentence, which is safe to display with the sentence', () => {
    fc.assert(
      fc.property(hostile, text => {
        const line = safeLine(text);
        expect(Array.from(line).length).toBeLessThanOrEqual(80);
        expect(line).not.toMatch(/[\r\n\t\u0085\u2028\u2029]/);
        expect(line).not.toMatch(forbidden);
        expect(line.isWellFormed()).toBe(true);
        expect(safeLine(line)).toBe(line);
      }),
      runs({ quick: 100, full: 2_000 }),
    );
  });

  it.each([
    '49 credits · Größe 1,5 km² (geschätzt) – „Hafen“',
    'a [link] (not one), $5 (five), f(x)',
    '港口の影像、한국어',
    'Ελλάδα, Україна, Việt Nam, हिन्दी',
    '👩\u200d🚀 🛰️ 🇩🇪 1️⃣',
    'one\n\ttwo',
    '',
  ])('leaves %j unchanged', text => {
    expect(safeText(text)).toBe(text);
  });

  it('removes the link from a title, whatever is hidden in it', () => {
    expect(safeText('[Repair](command:a.b)')).toBe('[Repair]\u200b(command:a.b)');
    expect(safeText('[Repair]\u202e\0(command:a.b)')).toBe('[Repair]\u200b(command:a.b)');
    expect(safeText('$(trash)')).toBe('$\u200b(trash)');
  });

  it('isolates the words of right-to-left scripts, so that an amount next to them keeps its order', () => {
    expect(safeText('49 credits · שלום עולם, 12')).toBe('49 credits · \u2068שלום עולם\u2069, 12');
    expect(safeText('\u202e49 credits')).toBe('49 credits');
    expect(safeText('שלום\u2069 49')).toBe('\u2068שלום\u2069 49');
  });

  it.each(['\u202e', '](', '$(', 'ש', 'ש ', '\u2068', '\ud800', '[x](command:', ' ', '\n', 'a'])(
    'handles a million characters of %j quickly',
    part => {
      const text = part.repeat(1_000_000 / part.length);
      const took = stopwatch();
      safeText(text);
      safeLine(text);
      // With quadratic time it would take minutes.
      expect(took()).toBeLessThan(2000);
    },
  );
});
