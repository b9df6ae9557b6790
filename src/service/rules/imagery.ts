import type { MultiPolygon, Polygon } from 'geojson';
import type { Links } from './links.ts';

/** The constellations of the catalogue, with the ground sampling distance (GSD) of their imagery in meters. */
export const constellations: Record<Constellation, { gsd: number }> = {
  PNEO: { gsd: 0.3 },
  PHR: { gsd: 0.5 },
  SPOT: { gsd: 1.5 },
};

export type Constellation = 'PNEO' | 'PHR' | 'SPOT';

export const constellationCodes = Object.keys(constellations) as Constellation[];

export function isConstellation(code: string | undefined): code is Constellation {
  return code !== undefined && Object.hasOwn(constellations, code);
}

/**
 * The constellations that a sensor stands for, however it is spelled: `phr`, `0.5`, `PHR/0.5`, `PHR (0.5 m)`. By name,
 * else by resolution; a word that has neither stays as it is.
 */
export function constellationsNamed(sensor: string): string[] {
  const numbers = (sensor.match(/\d+(\.\d+)?/g) ?? []).map(Number);
  const named = constellationCodes.filter(code => sensor.toUpperCase().includes(code));
  const resolved = constellationCodes.filter(code => numbers.includes(constellations[code].gsd));
  return [named, resolved, [sensor]].find(codes => codes.length > 0) ?? [];
}

/** What the service says of an image: `undefined` if it left it out; nothing is guessed. Each has a row in `imageFacts.ts`. */
export interface SentFacts {
  /** As the service spells it: with or without a fraction, and sometimes without a zone (then UTC). */
  acquisitionDate: string | undefined;
  /** Average over the acquisition, not over an AOI: 0 (cloud free) to 100 (fully cloudy). */
  cloudCover: number | undefined;
  /** Average over the acquisition: 0 (snow free) to 100 (fully snowy). */
  snowCover: number | undefined;
  /** A constellation code; kept as text because new ones appear without notice. */
  constellation: string | undefined;
  platform: string | undefined;
  /** Angle between the ground normal and the look direction, degrees. Some services sign it by the side. */
  incidenceAngle: number | undefined;
  /** Meters. PHR images that are not `SENSOR` may say 0.7: compare constellations, not meters. */
  resolution: number | undefined;
  /** `SENSOR` meets the Living Library criteria, `ALBUM` does not. */
  processingLevel: string | undefined;
  /** As the catalogue spells it, for example `mono`, `bundle` or `stereo`; orders have types of their own. */
  productType: string | undefined;
  /** The datastrip: what was downlinked during one pass to one ground station. */
  parentIdentifier: string | undefined;
  /** Of the acquisition: one that is listed as ALBUM and as SENSOR has the same in both. Deployed services send it. */
  acquisitionIdentifier: string | undefined;
}

/** The properties that are facts, too, but are read only when they are needed: what is kept of an image has them. */
export const keptProperties = ['illuminationElevationAngle'] as const;

export type KeptProperty = (typeof keptProperties)[number];

/** One match of a catalogue search. */
export interface Image extends SentFacts {
  /** `properties.id` of the feature, or else the id of the feature itself. */
  id: string;
  /** Footprint of the acquired area, WGS 84, [longitude, latitude]. Longitudes beyond ±180 occur at the antimeridian. */
  footprint: Polygon | MultiPolygon;
  /** Pictures, streams and, of a delivered item, its download. */
  links: Links;
  /** What the caller may do with it, see {@link mayDo}; `undefined` when the service sent no rights at all. */
  rights: readonly string[] | undefined;
  /** Every property as the service sent it. */
  properties: Readonly<Record<string, unknown>>;
}

/**
 * Whether the caller has a right to an image, for example `browse`, `wmts` or `download`; `undefined` when the service
 * sent no rights at all. A link can be listed without the right to it: it then answers 403.
 */
export function mayDo({ rights }: Pick<Image, 'rights'>, right: string): boolean | undefined {
  return rights?.some(word => word.toLowerCase() === right.toLowerCase());
}

/** One look of a stereo or tri-stereo acquisition, where the service says so. */
export function isStereo({ productType }: Pick<Image, 'productType'>): boolean {
  return productType?.toLowerCase().includes('stereo') ?? false;
}
