import { describe, expect, it } from 'vitest';
import { featureRanges } from '../../../../src/model/report/featureRanges.ts';
import { readReport } from '../../../../src/state/reportContents.ts';

function featuresAt(text: string): unknown[] {
  const ranges = featureRanges(text);
  return Array.from({ length: ranges.length / 2 }, (_none, index): unknown =>
    JSON.parse(text.slice(ranges[index * 2], ranges[index * 2 + 1])),
  );
}

const point = (id: number, more: object = {}) => ({
  type: 'Feature',
  properties: { id, ...more },
  geometry: { type: 'Point', coordinates: [4, 52] },
});

describe('featureRanges', () => {
  it.each([undefined, 2])('finds each feature that is drawn, however the text is laid out (%s)', space => {
    const odd = point(2, { 'a"]}': 'features": [{\\', features: [{ geometry: 1 }] });
    const placeless = { type: 'Feature', properties: {}, geometry: null };
    const report = {
      name: 'features',
      bbox: [1, 2, 3, 4],
      crs: { features: [point(9)] },
      features: [point(1), 'word', placeless, odd, [point(8)], point(3)],
      type: 'FeatureCollection',
      after: { features: [] },
    };
    const text = JSON.stringify(report, undefined, space);
    expect(featuresAt(text)).toEqual([point(1), odd, point(3)]);
    // As many, in this order, are on the map.
    expect(readReport(text)?.map(({ properties }) => properties.id)).toEqual([1, 2, 3]);
  });

  it('finds what is whole in a text that is being written', () => {
    const text = JSON.stringify({ type: 'FeatureCollection', features: [point(1), point(2)] });
    expect(featuresAt(text.slice(0, -4))).toEqual([point(1)]);
    expect(featuresAt('')).toEqual([]);
    expect(featuresAt('{"features": [')).toEqual([]);
    expect(featuresAt('}]}]"')).toEqual([]);
  });

  it('counts no feature that is too long to be read', () => {
    const long = point(2, { words: 'ä'.repeat(2_100_000) });
    const text = JSON.stringify({ type: 'FeatureCollection', features: [point(1), long, point(3)] });
    expect(featuresAt(text)).toEqual([point(1), point(3)]);
  });
});
