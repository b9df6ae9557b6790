import * as l10n from '@vscode/l10n';
import type { GeoJsonProperties, Position } from 'geojson';

/** A coordinate reference system, and the way from it to WGS 84. */
export interface Crs {
  name: string;
  /** Whether its coordinates are longitude and latitude in degrees already. */
  isGeographic: boolean;
  /** [x, y] to [longitude, latitude] of WGS 84 in degrees. What lies outside the projection is not finite. */
  toDegrees: (position: Position) => Position;
}

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

/** A source that cannot be read. The message is for people: the thing, the place and the way out. */
export class Unreadable extends Error {}

/** The complaint that reading would take more memory, stack or time than anybody's area is worth. */
export function tooLarge(format: string): Unreadable {
  return new Unreadable(
    l10n.t(
      'The {0} is too large or nested too deeply to import. Export only the area you need and import that.',
      format,
    ),
  );
}

/** The complaint that positions would come out wrong. @param projection its name, and where it is named */
export function unknownProjection(projection: string): Unreadable {
  return new Unreadable(
    l10n.t("The projection {0} isn't supported. Save the data in EPSG:4326 and import it again.", projection),
  );
}

/** The complaint that a text breaks the rules of its format. Never quotes it. @param line both count from 1 */
export function invalid(format: string, line: number, column: number): Unreadable {
  return new Unreadable(l10n.t('Invalid {0} at line {1}, column {2}.', format, line, column));
}

/** @param name of a format or a file */
export function damaged(name: string): Unreadable {
  return new Unreadable(l10n.t('{0} is damaged or incomplete. Export it again.', name));
}

/** Both count from 1. @param offset UTF-16 units */
export function placeAt(text: string, offset: number): [line: number, column: number] {
  const before = text.slice(0, offset);
  return [before.split('\n').length, offset - before.lastIndexOf('\n')];
}
