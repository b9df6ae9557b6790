import { readFile } from 'node:fs/promises';
import * as l10n from '@vscode/l10n';
import { displayLanguage } from '../../base/words/displayLanguage.ts';
import { type createGazetteer, loadGazetteer, loadPlaceText, type NamedPlace } from '../areas/rules/index.ts';
import type { PlaceAnswer } from '../../protocol/protocol.ts';

/**
 * Finds what a text means: coordinates, or else a name in the gazetteer, which is read with the first name.
 *
 * @param gazetteerPath of `places.txt`
 */
export function createPlaces(gazetteerPath: string): (question: { text: string }) => Promise<PlaceAnswer> {
  let gazetteer: ReturnType<typeof createGazetteer> | undefined;
  return async ({ text }) => {
    if (text.trim() === '') return { places: [] };
    // Most of it is a library for projections.
    const { readPlace, utmText } = await loadPlaceText();
    const reading = readPlace(text);
    if (reading && 'problem' in reading) return { places: [], problem: reading.problem };
    if (reading) return { places: reading.places.map(place => ({ ...place, utm: utmText(place) })) };
    gazetteer ??= (await loadGazetteer()).createGazetteer(await readFile(gazetteerPath, 'utf8'));
    const found = gazetteer(text);
    return found.length > 0
      ? { places: found.map(place => ({ ...place, country: countryName(place), utm: utmText(place) })) }
      : { places: [], problem: l10n.t('No place named {0}. Enter coordinates instead.', text.trim()) };
  };
}

function countryName({ country }: NamedPlace): string {
  const names = new Intl.DisplayNames([displayLanguage()], { type: 'region' });
  return names.of(country) ?? country;
}
