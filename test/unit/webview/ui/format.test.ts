import { describe, expect, it } from 'vitest';
import { areaText } from '../../../../src/base/words/areaText.ts';
import { sensorText } from '../../../../src/base/words/figureText.ts';

describe('texts of the map page', () => {
  it.each([
    [24.312, '24.3 km²'],
    [0.00412, '0.00412 km²'],
    [12_345.6, '12,346 km²'],
  ])('show an area of %d', (area, text) => {
    expect(areaText(area)).toBe(text);
  });

  it('omit what the service left out', () => {
    expect(sensorText({ constellation: 'PHR', resolution: 0.5 })).toBe('PHR 0.5 m');
    expect(sensorText({ constellation: 'PHR' })).toBe('PHR');
    expect(sensorText({})).toBe('');
  });
});
