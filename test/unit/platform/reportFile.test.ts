import { posix, win32 } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type * as vscode from 'vscode';
import { isReportDocument, reportMark } from '../../../src/platform/documents/reportFile.ts';
import { fileNamePart } from '../../../src/platform/files/files.ts';
import { anyText } from '../anyText.ts';
import { expectLinear } from '../growth.ts';

/** The part of a document that its name needs. */
const named = (path: string) => ({ uri: { path } }) as unknown as vscode.TextDocument;

describe('the mark of a report', () => {
  const isMarked = (mark: string) => isReportDocument(named(`/a/town-${mark}.geojson`));

  it('distinguishes it from files of users, who write dates', () => {
    expect(['0123abcd', '99999999', '20261399'].map(isMarked)).toEqual([true, true, true]);
    expect(['20260331', '19991231', 'harbours', '0123ABCD'].map(isMarked)).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(isReportDocument(named('/a/0123abcd.geojson'))).toBe(false);
  });

  it('is recognized whatever it is made of, and the same for the same content', () => {
    fc.assert(
      fc.property(fc.string(), text => {
        expect(isMarked(reportMark(text))).toBe(true);
        expect(reportMark(Buffer.from(text))).toBe(reportMark(text));
      }),
    );
  });
});

describe('a part of a file name', () => {
  it.each([
    ['Harbour', 'Harbour'],
    ['  Harbour, cars: 2025-05-01  ', 'Harbour-cars-2025-05-01'],
    ['Zürich 東京', 'Zürich-東京'],
    // Marks are part of their letters, and letters are whole.
    ['हिन्दी क्षेत्र', 'हिन्दी-क्षेत्र'],
    ['ไทยที่ดิน', 'ไทยที่ดิน'],
    ['Zu\u0308rich', 'Zürich'],
    ['می\u200cخواهم', 'میخواهم'],
    ['\u0301a', 'a'],
    ['../../etc/passwd', 'etc-passwd'],
    ['..', 'report'],
    ['C:\\Windows\\x', 'C-Windows-x'],
    ['', 'report'],
    ['🛰', 'report'],
    ['a\0b\nc', 'a-b-c'],
    ['x'.repeat(300), 'x'.repeat(60)],
    ['.htaccess', 'htaccess'],
    // Windows device names, regardless of the extension.
    ['con', 'con_'],
    ['NUL.', 'NUL_'],
    ['COM¹', 'COM¹_'],
    ['con 1', 'con-1'],
  ])('of %j is %s', (text, part) => {
    expect(fileNamePart(text)).toBe(part);
  });

  it.each(['-', ' ', '/', '\u0301', 'ü', '🛰'])(
    'of very many %j takes time in proportion to the length',
    unit => {
      expectLinear(5000, length => `a${unit.repeat(length)}a`, fileNamePart);
    },
  );

  /** What a file system may refuse or misinterpret. */
  const unfit = /[\p{C}<>:"/\\|?*.]/u;

  it('is one part that every file system accepts, whatever the text', () => {
    const letters = fc.constantFrom('.', '/', '\\', ':', '-', ' ', '\0', '\u202E', 'ü', '𠀀', '🛰', 'C', '~');
    fc.assert(
      fc.property(
        fc.oneof(
          anyText,
          fc.array(letters).map(all => all.join('')),
        ),
        text => {
          const part = fileNamePart(text);
          for (const system of [posix, win32]) {
            expect(system.dirname(system.join('folder', part))).toBe('folder');
            expect(system.basename(part)).toBe(part);
          }
          expect(part).not.toMatch(unfit);
          expect(part).not.toBe('');
        },
      ),
    );
  });

  it('leaves room in a file name of 255 bytes, and cuts no character in half', () => {
    const script = fc.constantFrom('a', 'ü', '東', '𠀀');
    fc.assert(
      fc.property(fc.array(script, { minLength: 50, maxLength: 130 }), all => {
        const part = fileNamePart(all.join(''));
        expect(Buffer.byteLength(part)).toBeLessThanOrEqual(200);
        expect(part.isWellFormed()).toBe(true);
      }),
    );
  });
});
