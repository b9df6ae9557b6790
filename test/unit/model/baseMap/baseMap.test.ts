import { describe, expect, it } from 'vitest';
import { readBaseMap, parseTileSource } from '../../../../src/model/baseMap/baseMap.ts';
import fc from 'fast-check';
import { runs } from '../../../randomRuns.ts';

const template = 'https://tiles.test/{z}/{x}/{y}.png';
const source = { template, origins: ['https://tiles.test'] };

describe('the base map of the settings', () => {
  it.each([undefined, null, '', '  '])('is the land alone where no tiles are named (%j)', value => {
    expect(readBaseMap(value, 'Somebody')).toEqual({ kind: 'land' });
  });

  it.each<[unknown, string]>([
    ['© Somebody', '© Somebody'],
    [' two\nlines\u0007 ', 'two lines'],
    ['<b onclick="x()">B</b>', '<b onclick="x()">B</b>'],
    [undefined, ''],
    [7, ''],
  ])('are tiles, and who made them is a line of plain text: %j', (written, attribution) => {
    expect(readBaseMap(template, written)).toEqual({ kind: 'tiles', source, attribution });
  });

  it('is refused with the reason', () => {
    const problem = parseTileSource('http://tiles.test/{z}/{x}/{y}');
    expect(problem).toMatch(/^The setting swath\.map\.tileUrl can't be used: it starts with http:/);
    expect(readBaseMap('http://tiles.test/{z}/{x}/{y}', '')).toEqual({ kind: 'refused', problem });
    expect(readBaseMap(false, '')).toMatchObject({ kind: 'refused' });
  });
});

describe('a template of tiles', () => {
  it.each<[string, string[]]>([
    ['https://tiles.test/{z}/{x}/{y}.png', ['https://tiles.test']],
    ['HTTPS://Tiles.Test:443/{z}/{x}/{y}.png', ['https://tiles.test']],
    ['https://tiles.test:8443/base/{z}/{x}/{y}{r}.webp', ['https://tiles.test:8443']],
    ['https://tiles.test/tms/{z}/{x}/{-y}.png', ['https://tiles.test']],
    ['https://tiles.test/t?z={z}&x={x}&y={y}&key=a.b-c', ['https://tiles.test']],
    [
      'https://{s}.tiles.test/{z}/{x}/{y}.png',
      ['https://a.tiles.test', 'https://b.tiles.test', 'https://c.tiles.test'],
    ],
    [
      'https://tile-{s}.test/{z}/{x}/{y}',
      ['https://tile-a.test', 'https://tile-b.test', 'https://tile-c.test'],
    ],
    ['https://tiles.test/{s}/{z}/{x}/{y}.png', ['https://tiles.test']],
    ['https://10.0.0.7/{z}/{x}/{y}.png', ['https://10.0.0.7']],
    ['https://bücher.test/{z}/{x}/{y}.png', ['https://xn--bcher-kva.test']],
    ['http://127.0.0.1:8080/{z}/{x}/{y}.png', ['http://127.0.0.1:8080']],
    ['http://localhost:8080/{z}/{x}/{y}.png', ['http://localhost:8080']],
  ])('is taken: %s', (template, origins) => {
    expect(parseTileSource(template)).toEqual({ template, origins });
  });

  it('may have blanks around it', () => {
    expect(parseTileSource(' https://tiles.test/{z}/{x}/{y} \n')).toEqual({
      template: 'https://tiles.test/{z}/{x}/{y}',
      origins: ['https://tiles.test'],
    });
  });

  const begin = "doesn't start with https://, or http:// for this machine";
  const loopback = 'starts with http://, which is only for this machine (localhost, 127.0.0.1)';
  const other = 'has a placeholder other than {z} {x} {y} {-y} {s} {r}';
  const host = 'has a host that is not a plain name such as tiles.example.com';
  it.each<[unknown, string]>([
    [7, 'is not text'],
    ['', begin],
    ['tiles.test/{z}/{x}/{y}.png', begin],
    ['https:///tiles.test/{z}/{x}/{y}.png', begin],
    ['javascript:alert(1)//{z}/{x}/{y}', begin],
    ['https://tiles.test/{x}/{y}.png', 'has no {z}'],
    ['https://tiles.test/{z}/{y}.png', 'has no {x}'],
    ['https://tiles.test/{z}/{x}.png', 'has no {y}'],
    ['https://tiles.test/{z}/{x}/{y}?key={token}', other],
    ['https://tiles.test/{ z }/{x}/{y}', 'contains a space or a backslash'],
    ['https://tiles.test/{z}/{x}/{y', other],
    ['https://tiles.test/#{z}/{x}/{y}', 'contains a #, and the rest would not be sent'],
    ['https://tiles.test/{z}/{x}/ {y}', 'contains a space or a backslash'],
    ['https://tiles.test/{z}/{x}/\u0000{y}', 'contains a space or a backslash'],
    ['https://tiles.test\\{z}\\{x}\\{y}', 'contains a space or a backslash'],
    ['https://tiles.test:{z}/{x}/{y}', 'is not an address'],
    ['https://anna:secret@tiles.test/{z}/{x}/{y}', 'contains a user name or password'],
    ['https://{x}@tiles.test/{z}/{y}', 'contains a user name or password'],
    ['http://tiles.test/{z}/{x}/{y}.png', loopback],
    ['http://127.0.0.1.tiles.test/{z}/{x}/{y}.png', loopback],
    ['http://{s}.localhost/{z}/{x}/{y}.png', loopback],
    ['https://{z}.tiles.test/{x}/{y}.png', host],
    ['https://*.test/{z}/{x}/{y}.png', host],
    [`https://a;script-src'/{z}/{x}/{y}.png`, host],
    ['https://a"b/{z}/{x}/{y}.png', host],
    ['http://[::1]:8080/{z}/{x}/{y}.png', host],
  ])('is refused: %j', (value, problem) => {
    expect(parseTileSource(value)).toBe(
      `The setting swath.map.tileUrl can't be used: it ${problem}. Set it to an address such as ` +
        'https://host/{z}/{x}/{y}.png, or leave it empty for the built-in map.',
    );
  });

  it('names nothing but plain origins for the policy of the page, whatever is written', () => {
    const part = fc.oneof(
      fc.constantFrom('{z}', '{x}', '{y}', '{-y}', '{s}', '{r}', ...Array.from("/.:@?#;'* ")),
      fc.string({ maxLength: 4 }),
    );
    let taken = 0;
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), parts => {
        const read = parseTileSource(`https://${parts.join('')}/{z}/{x}/{y}`);
        if (typeof read === 'string') return;
        taken += 1;
        for (const origin of read.origins) expect(origin).toMatch(/^https:\/\/[a-z0-9.-]+(:\d+)?$/);
        const tile = read.template.replace(/\{(-?\w)\}/g, (_, name) =>
          name === 's' ? 'b' : name === 'r' ? '' : '1',
        );
        expect(read.origins).toContain(new URL(tile).origin);
      }),
      runs({ quick: 1_000, full: 3_000 }),
    );
    expect(taken).toBeGreaterThan(20);
  });
});
