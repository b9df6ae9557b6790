import { describe, expect, it } from 'vitest';
import { areaText } from '../../../../src/base/words/areaText.ts';
import { sensorText } from '../../../../src/base/words/figureText.ts';
import { pointText } from '../../../../webview/ui/format.ts';

describe('texts of the map page', () => {
  it.each([
    [24.312, '24.3 km²'],
    [0.00412, '0.00412 km²'],
    [12_345.6, '12,346 km²'],
  ])('show an area of %d', (area, text) => {
    expect(areaText(area)).toBe(text);
  });

  it('normalize longitudes to ±180', () => {
    expect(pointText(-17.5, 181.25)).toBe('17.50000° S, 178.75000° W');
    expect(pointText(43.2951, 5.3612)).toBe('43.29510° N, 5.36120° E');
  });

  it('omit what the service left out', () => {
    expect(sensorText({ constellation: 'PHR', resolution: 0.5 })).toBe('PHR 0.5 m');
    expect(sensorText({ constellation: 'PHR' })).toBe('PHR');
    expect(sensorText({})).toBe('');
  });
});
