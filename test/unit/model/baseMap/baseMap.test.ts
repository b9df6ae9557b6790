import { describe, expect, it } from 'vitest';
import { readBaseMap, parseTileSource } from '../../../../src/model/baseMap/baseMap.ts';

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
