import * as l10n from '@vscode/l10n';
import type { GeoJsonProperties, Position } from 'geojson';
import type { FeatureId } from '../../../../base/fields.ts';

/** A coordinate reference system, and the conversion to WGS 84. */
export interface Crs {
  name: string;
  /** Whether its coordinates are already longitude and latitude in degrees. */
  isGeographic: boolean;
  /** Converts [x, y] to [longitude, latitude] in degrees of WGS 84. Results outside the projection aren't finite. */
  toDegrees: (position: Position) => Position;
}

/** One item of a source as written, which may or may not contain an area. */
export interface Shape {
  /** Its place, as text: `feature 3`, `line 12`. */
  place: string;
  id?: FeatureId;
  name: string | undefined;
  /** A GeoJSON geometry as found in the source, not yet checked. */
  geometry: unknown;
  properties: GeoJsonProperties;
  crs: Crs;
  /** Whether lines that end where they start are areas, as in formats that have no better way to write one. */
  closesLines: boolean;
}

/** The name in a feature's properties: the usual members, ignoring case. */
export function nameAmong(properties: GeoJsonProperties): string | undefined {
  const members = Object.entries(properties ?? {});
  for (const name of ['name', 'title', 'label', 'nom', 'id']) {
    const value: unknown = members.find(([key]) => key.toLowerCase() === name)?.[1];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
    if (typeof value === 'number') return String(value);
  }
  return undefined;
}

/** A source that can't be read. The message is for display: the source, the place and how to fix it. */
export class Unreadable extends Error {}

/** A source that can be read once the user names its projection. */
export class NeedsProjection extends Unreadable {
  /** Names of the layers without a projection. */
  readonly layers: readonly string[];

  constructor(message: string, layers: readonly string[]) {
    super(message);
    this.layers = layers;
  }
}

/** The error for a source that would need too much memory, stack or time. */
export function tooLarge(): Unreadable {
  return new Unreadable(
    l10n.t('The data is too large or nested too deeply. Export only the area you need and import that.'),
  );
}

/** The error for a projection with which positions would be wrong. @param projection its name, and where it is named */
export function unknownProjection(projection: string): Unreadable {
  return new Unreadable(
    l10n.t("The projection {0} isn't supported. Save the data in EPSG:4326 and import it again.", projection),
  );
}

/** The error for invalid syntax. Never quotes the text. @param line and column count from 1 */
export function invalid(format: string, line: number, column: number): Unreadable {
  return new Unreadable(l10n.t('Invalid {0} at line {1}, column {2}.', format, line, column));
}

/** @param name of a format or a file */
export function damaged(name: string): Unreadable {
  return new Unreadable(l10n.t('{0} is damaged or incomplete. Export it again.', name));
}

/** Line and column both count from 1. @param offset UTF-16 units */
export function placeAt(text: string, offset: number): [line: number, column: number] {
  const before = text.slice(0, offset);
  return [before.split('\n').length, offset - before.lastIndexOf('\n')];
}
