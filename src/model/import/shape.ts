import type { GeoJsonProperties } from 'geojson';
import type { Crs } from './crs.ts';

/** One thing in a source as it was written there: before it is known whether it holds an area. */
export interface Shape {
  /** Where it stands, in words: `feature 3`, `line 12`. */
  place: string;
  name: string | undefined;
  /** A GeoJSON geometry as far as the source goes: not yet looked at. */
  geometry: unknown;
  properties: GeoJsonProperties;
  crs: Crs;
  /** Lines that end where they start are areas: so in formats that have no better way to write one. */
  closesLines: boolean;
}

/** The name among what a feature says about itself: the usual members, in any case. */
export function nameAmong(properties: GeoJsonProperties): string | undefined {
  const members = Object.entries(properties ?? {});
  for (const wanted of ['name', 'title', 'label', 'nom', 'id']) {
    const value: unknown = members.find(([key]) => key.toLowerCase() === wanted)?.[1];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
    if (typeof value === 'number') return String(value);
  }
  return undefined;
}
