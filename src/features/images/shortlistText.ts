import * as l10n from '@vscode/l10n';
import { isRecord } from '../../base/fields.ts';
import { isDeeperThan } from '../../base/json/nesting.ts';
import { polygonParts } from '../../geo/geometryTypes.ts';
import type { Image } from '../../service/rules/imagery.ts';
import { readImage } from '../../service/wire/catalog.ts';
import { UserError } from '../../platform/host/userError.ts';
import { type FactName, factNamed, factNames, isSent } from './rules/imageFacts.ts';
import { keptFacts, longestNote, maxPins, type Pin } from './shortlist.ts';

/** A file may come from anywhere. Characters. */
const longest = { file: 5_000_000, feature: 200_000, text: 300 };

/** As in exported tables, so that the file of a shortlist stays the same text. */
const facts = factNames.filter(isSent).toSorted((a, b) => factRank(a) - factRank(b));

function factRank(name: FactName): number {
  const { file } = factNamed(name);
  return file === 'none' ? Number.MAX_VALUE : file.place;
}

/**
 * A GeoJSON FeatureCollection of the footprints, with the figures and the note of each image. Newest first and one line
 * each, so that version control shows what changed.
 */
export function shortlistText(pins: readonly Pin[]): string {
  const pinKey = ({ image }: Pin) => `${image.acquisitionDate ?? ''} ${image.id}`;
  const lines = pins
    .toSorted((a, b) => (pinKey(a) < pinKey(b) ? 1 : -1))
    .map(pin => {
      const { id, footprint: geometry } = pin.image;
      return JSON.stringify({ type: 'Feature', id, properties: pinProperties(pin), geometry });
    });
  return `{"type":"FeatureCollection","features":[\n${lines.join(',\n')}\n]}\n`;
}

export function pinProperties({ image, note }: Pin): Record<string, unknown> {
  const figures = Object.fromEntries(facts.map(name => [name, image[name]]));
  return { id: image.id, ...image.properties, ...figures, note };
}

/**
 * The images of a shortlist file. Links in it are ignored; facts that the service sends later replace those of the
 * file. Throws an error whose message says what is wrong with the text.
 *
 * @returns also how many features aren't images or are too many
 */
export function readShortlist(text: string): { pins: Pin[]; leftOut: number } {
  const features = text.length > longest.file || isDeeperThan(text) ? undefined : featuresIn(text);
  if (!features) throw new UserError(noShortlistText());
  const pins = new Map<string, Pin>();
  for (const feature of features) {
    const pin = readPin(feature);
    if (pin && pins.size < maxPins) pins.set(pin.image.id, pin);
  }
  if (pins.size === 0 && features.length > 0) throw new UserError(noShortlistText());
  return { pins: [...pins.values()], leftOut: features.length - pins.size };
}

function noShortlistText(): string {
  return l10n.t('This is not a shortlist: a GeoJSON FeatureCollection of images is expected.');
}

function featuresIn(text: string): unknown[] | undefined {
  try {
    const sent: unknown = JSON.parse(text);
    return isRecord(sent) && Array.isArray(sent.features) ? (sent.features as unknown[]) : undefined;
  } catch {
    return undefined;
  }
}

function readPin(feature: unknown): Pin | undefined {
  const image = readImage(feature);
  if (!image || !isFit(image)) return undefined;
  const { note } = image.properties;
  const hasNote = typeof note === 'string' && note.trim() !== '';
  return { image: keptFacts(image), note: hasNote ? note.trim().slice(0, longestNote) : undefined };
}

/** Whether it can be listed and drawn: no part of it is too long, and its corners are on the Earth. */
function isFit({ id, footprint, ...image }: Image): boolean {
  const texts = [id, ...facts.map(name => image[name]).filter(value => typeof value === 'string')];
  if (id === '' || texts.some(value => value.length > longest.text)) return false;
  return (
    JSON.stringify(footprint.coordinates).length <= longest.feature &&
    polygonParts(footprint)
      .flat(2)
      .every(([x, y]) => Math.abs(x) <= 540 && Math.abs(y) <= 90)
  );
}
