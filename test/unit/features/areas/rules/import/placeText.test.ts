import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { setLocale } from '../../../../../../src/base/words/displayLanguage.ts';
import { positionText } from '../../../../../../src/geo/positionText.ts';
import { createGazetteer } from '../../../../../../src/features/areas/rules/import/gazetteer.ts';
import { readPlace, utmText } from '../../../../../../src/features/areas/rules/import/placeText.ts';

/** Latitude and longitude of each place that is meant, to about a meter. */
function read(text: string): string[] {
  const reading = readPlace(text);
  if (!reading) return ['no coordinates'];
  if ('problem' in reading) return [reading.problem];
  return reading.places.map(({ latitude, longitude, bounds }) => {
    const point = [latitude, longitude].map(value => Number(value.toFixed(4))).join(' ');
    return bounds ? `${point} in a box` : point;
  });
}

const way = ' Enter them as in 43.3 N, 5.37 E.';

describe('coordinates', () => {
  afterEach(() => setLocale({ language: 'en', bundle: undefined }));

  it('are read as Swath writes them, in German too', () => {
    const bundle = JSON.parse(readFileSync('media/l10n/bundle.l10n.de.json', 'utf8')) as Record<
      string,
      string
    >;
    setLocale({ language: 'de', bundle });
    const written = positionText([13.405, -52.52]);
    expect(written).toBe('52,52000° S, 13,40500° O');
    expect(read(written)).toEqual(['-52.52 13.405']);
  });

  it.each<[string, ...string[]]>([
    ['48.8584, 102.2945', '48.8584 102.2945'],
    ['102.2945 48.8584', '48.8584 102.2945'],
    ['48.8584, 2.2945', '48.8584 2.2945', '2.2945 48.8584'],
    ['-33.86 151.21', '-33.86 151.21'],
    ['−33.86; 151.21', '-33.86 151.21'],
    ['48,8584 2,2945', '48.8584 2.2945', '2.2945 48.8584'],
    ['48,8584° N, 2,2945° E', '48.8584 2.2945'],
    ['48,2', '48 2', '2 48'],
    ['N 48.8584 E 2.2945', '48.8584 2.2945'],
    ['2.2945W 48.8584N', '48.8584 -2.2945'],
    ['lat: 48.8584 lon: -2.2945', '48.8584 -2.2945'],
    ['52.52 N, 13.40 E', '52.52 13.4'],
    ['N52.52 E13.40', '52.52 13.4'],
    ['13.4E 52.5N', '52.5 13.4'],
    [`52°31'12"N 13°24'18"E`, '52.52 13.405'],
    ['52,52; 13,40', '52.52 13.4', '13.4 52.52'],
    ['52,52N 13.40E', '52.52 13.4'],
    ['43.2 N 5.3 E, 43.4 N 5.5 E', '43.3 5.4 in a box'],
    [`48° 51.504' N 2° 17.67' E`, '48.8584 2.2945'],
    [`48°51'30.24"N 2°17'40.2"E`, '48.8584 2.2945'],
    ['48º51′30,24″ S, 2º17′40,2″ W', '-48.8584 -2.2945'],
    ['N48 51 30.24 E2 17 40.2', '48.8584 2.2945'],
    ['48:51:30.24 102:17:40.2', '48.8584 102.2945'],
    ['48 51 30.24 102 17 40.2', '48.8584 102.2945'],
    ['5,43,6,44', '43.5 5.5 in a box'],
    ['5.1 43.2 6.3 44.4', '43.8 5.7 in a box'],
    ['31N 500000 4649776', '42 3'],
    ['utm zone 31U 448252 5411955', '48.8584 2.2945'],
    ['31u 448252 mE 5411955 mN', '48.8584 2.2945'],
    ['34S 261000 6243000', '-33.9263 18.4145'],
    ['34S 261000 3943000', '-54.6038 17.2993', '35.6019 18.3617'],
    ['31UDQ4825111932', '48.8582 2.2945 in a box'],
    ['31U DQ 48251 11932', '48.8582 2.2945 in a box'],
    ['31udq', '49.1988 2.3199 in a box'],
  ])('are read: %s', (text, ...places) => {
    expect(read(text)).toEqual(places);
  });

  it.each<[string, string]>([
    ['48.8584', `Can't read 48.8584 as coordinates.${way}`],
    ['95 N, 2 E', '95 N is out of range: latitude is at most 90°, longitude at most 180°.'],
    ['48, 190', '190 is out of range: latitude is at most 90°, longitude at most 180°.'],
    [`48° 61' N, 2° E`, `Can't read 48° 61' N as coordinates.${way}`],
    ['-48 N 2 E', `Can't read -48 N as coordinates.${way}`],
    ['48 N 2 N', '48 N 2 N needs a latitude with N or S, and a longitude with E or W.'],
    ['61N 500000 4649776', `Can't read 61N as coordinates.${way}`],
    ['31UDQ482', `Can't read 31UDQ482 as coordinates.${way}`],
    ['52.52 N, 13.40', `Can't read 52.52 N, 13.40 as coordinates.${way}`],
    ['52,52° N, 13,40° O', 'O is east in German and west in French: use E or W.'],
    ['Rotterdam', 'no coordinates'],
    ['Paris 16', 'no coordinates'],
  ])('name what is wrong: %s', (text, problem) => {
    expect(read(text)).toEqual([problem]);
  });

  it('can be written as UTM', () => {
    expect(utmText({ latitude: 42, longitude: 3 })).toBe('31N 500000 4649776');
    expect(utmText({ latitude: -33.9259, longitude: 18.4145 })).toMatch(/^34S 26\d{4} 6243\d{3}$/);
    expect(utmText({ latitude: 86, longitude: 3 })).toBeUndefined();
  });
});

describe('the gazetteer', () => {
  const text = readFileSync('media/places.txt', 'utf8');
  const find = createGazetteer(text);
  const names = (query: string) => find(query).map(({ name, country }) => `${name} ${country}`);

  it('is small', () => {
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(200_000);
  });

  it('finds names by their start, then by a later word, the largest first, at most 8', () => {
    expect(names('rotterd')).toEqual(['Rotterdam NL']);
    expect(names('london').slice(0, 2)).toEqual(['London GB', 'London CA']);
    expect(names('york')[0]).toBe('York GB');
    expect(names('york')).toContain('New York City US');
    expect(names('san')).toHaveLength(8);
    expect(names('')).toEqual([]);
    expect(names('Xyzzy')).toEqual([]);
  });

  it.each([
    ['sao paulo', 'São Paulo BR'],
    ['Lodz', 'Łódź PL'],
    ['LONDON, ca', 'London CA'],
    ['aix en prov', 'Aix-en-Provence FR'],
  ])('ignores case, diacritics and hyphens, and knows the country: %s', (query, place) => {
    expect(names(query)[0]).toBe(place);
  });
});
