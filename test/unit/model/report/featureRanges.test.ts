import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFeatureStream } from '../../../../src/model/geojson/featureWalk.ts';
import { drawnGeometry } from '../../../../src/model/report/drawnGeometry.ts';
import { featureRanges, longestFeature } from '../../../../src/model/report/featureRanges.ts';
import { readReport } from '../../../../src/deliveries/reportContents.ts';
import { runs } from '../../../randomRuns.ts';

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

/** The features to draw of a text that comes in pieces of so many bytes, over and over. */
function featuresStreamed(text: string, sizes: readonly number[]): unknown[] {
  const stream = createFeatureStream(longestFeature);
  const bytes = new TextEncoder().encode(text);
  const found: unknown[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const next = at + (sizes[turn % sizes.length] ?? 1);
    found.push(...stream.push(bytes.slice(at, next)));
    at = next;
  }
  return found.filter(drawnGeometry);
}

describe('the text of a report and its file', () => {
  const word = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('features', ']}', '"', '\\', '\uFEFF'),
  );
  // V8 of Node 24 reads the name "\"" as "\\" where that name came at the same place in the object before: two readings
  // of one text differ by it, and neither is ours.
  const name = word.filter(one => !one.startsWith('\\'));
  const nested = fc.record({ features: fc.array(fc.jsonValue(), { maxLength: 2 }), type: word });
  const spoken = fc
    .tuple(fc.nat(), fc.dictionary(name, word, { maxKeys: 3 }))
    .map(([id, words]) => point(id, { words }));
  const feature = fc.oneof(
    { arbitrary: spoken, weight: 4 },
    { arbitrary: fc.oneof(nested, fc.jsonValue()), weight: 1 },
  );
  const features = fc.array(feature, { maxLength: 5 });
  const collection = fc
    .record({
      before: fc.dictionary(name, fc.oneof(nested, fc.jsonValue()), { maxKeys: 2 }),
      features,
      after: fc.dictionary(name, nested, { maxKeys: 2 }),
      indent: fc.constantFrom(0, 2, '\t'),
      isEscaped: fc.boolean(),
    })
    .map(({ before, features: own, after, indent, isEscaped }) => {
      const all = { ...before, type: 'FeatureCollection', features: own, last: after };
      const text = JSON.stringify(all, undefined, indent);
      return isEscaped ? text.replace('"features":', String.raw`"f\u0065atures":`) : text;
    });
  const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });

  it('tell the same features, whatever happened to them and wherever the bytes are cut', () => {
    const change = fc.record({
      at: fc.nat(),
      drop: fc.constantFrom(0, 0, 1, 3, Infinity),
      put: fc.constantFrom(
        '',
        ',',
        ':',
        '[',
        ']',
        '{',
        '}',
        '"',
        '\\',
        ' ',
        '\n',
        '1',
        'x',
        'ü',
        '🛰',
        '\uD83D',
      ),
    });
    let found = 0;
    fc.assert(
      fc.property(collection, fc.option(change), sizes, (whole, made, cuts) => {
        const at = made ? made.at % (whole.length + 1) : whole.length;
        // What an editor writes for half of a letter.
        const text = (
          whole.slice(0, at) +
          (made?.put ?? '') +
          whole.slice(at + (made?.drop ?? 0))
        ).toWellFormed();
        const streamed = featuresStreamed(text, cuts);
        found += streamed.length;
        expect(featuresAt(text)).toEqual(streamed);
      }),
      runs({ quick: 300, full: 2_000 }),
    );
    expect(found).toBeGreaterThan(50);
  });
});
