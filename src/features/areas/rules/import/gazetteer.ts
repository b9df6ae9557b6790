import type { Place } from './placeText.ts';

/** A populated place. `country`: ISO 3166-1 alpha-2. */
export interface NamedPlace extends Place {
  name: string;
  country: string;
}

const maxFound = 8;

/** Reads `media/places.txt` (name, country, latitude, longitude; by population, largest first). */
export function readPlaces(text: string): NamedPlace[] {
  return text
    .trimEnd()
    .split('\n')
    .map(line => {
      const [name = '', country = '', latitude, longitude] = line.split('\t');
      return { name, country, latitude: Number(latitude), longitude: Number(longitude) };
    });
}

/**
 * Searches the text of `media/places.txt`. Diacritics and case are ignored; names that start with the query come before those with a later word that does. A
 * country code may follow the name.
 */
export function createGazetteer(text: string): (query: string) => readonly NamedPlace[] {
  const rows = readPlaces(text).map(place => ({
    place,
    words: `${folded(place.name)} ${place.country.toLowerCase()}`,
  }));
  return query => {
    const needle = folded(query.replaceAll(',', ' ')).replaceAll(/\s+/g, ' ').trim();
    if (needle === '') return [];
    const atStart = rows.filter(({ words }) => words.startsWith(needle));
    const atWord = rows.filter(
      ({ words }) => !words.startsWith(needle) && words.slice(0, -3).includes(` ${needle}`),
    );
    return [...atStart, ...atWord].slice(0, maxFound).map(({ place }) => place);
  };
}

/** Letters that have no decomposition. */
const plainLetters: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ß: 'ss', æ: 'ae', œ: 'oe', ı: 'i' };

function folded(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\p{M}'’ʻ]/gu, '')
    .toLowerCase()
    .replaceAll('-', ' ')
    .replaceAll(/[øłđßæœı]/g, letter => plainLetters[letter] ?? letter);
}
