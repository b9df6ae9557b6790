/** KML (OGC 12-007r2): longitude and latitude in WGS 84. */
import * as l10n from '@vscode/l10n';
import type { Element } from '@xmldom/xmldom';
import type { GeoJsonProperties, Geometry, Position } from 'geojson';
import { safeLine } from '../../../../base/words/safeText.ts';
import { wgs84 } from './crs.ts';
import { nameAmong, type Shape } from './shape.ts';
import { childElements, elementText, localName, parseXmlRoot } from './xml.ts';

export interface ShapesOfMarkup {
  shapes: Shape[];
  /** What isn't read, and why. */
  leftOut: string[];
}

/** A geometry as far as it can be read: positions aren't checked yet. */
type ReadGeometry = Geometry | { type: string };

/** Data types that are numbers (OGC 12-007r2, 9.8.2). */
const numeric = new Set(['int', 'uint', 'short', 'ushort', 'float', 'double']);

/**
 * The placemarks and overlays, and the links to other files.
 *
 * @param isRead whether the file of a link is read as well, as inside a KMZ
 */
export function readKml(text: string, isRead: (href: string) => boolean): ShapesOfMarkup {
  const root = parseXmlRoot(text, 'KML');
  const types = new Map<string, string>();
  const found: ShapesOfMarkup = { shapes: [], leftOut: [] };
  const links: Element[] = [];
  const items: Element[] = [];
  visit(root, element => {
    const name = localName(element);
    if (name === 'SimpleField')
      types.set(element.getAttribute('name') ?? '', element.getAttribute('type') ?? '');
    if (name === 'NetworkLink') links.push(element);
    if (name === 'Placemark' || name.endsWith('Overlay')) items.push(element);
  });
  for (const item of items) found.shapes.push(placemarkShape(item, found.shapes.length + 1, types));
  for (const [index, link] of links.entries()) {
    const [target] = [...childElements(link, 'Link'), ...childElements(link, 'Url')];
    if (isRead(elementText(target, 'href') ?? '')) continue;
    const name = elementText(link, 'name');
    const place = l10n.t('link {0}', index + 1);
    const label = name === undefined ? place : `${safeLine(name)} (${place})`;
    found.leftOut.push(l10n.t("{0}: linked files aren't read. Download and import them", label));
  }
  return found;
}

function visit(element: Element, see: (element: Element) => void): void {
  see(element);
  for (const child of childElements(element)) visit(child, see);
}

function placemarkShape(item: Element, number: number, types: ReadonlyMap<string, string>): Shape {
  const properties = kmlProperties(item, types);
  const id = item.getAttribute('id');
  return {
    place: l10n.t('feature {0}', number),
    id: id || undefined,
    name: elementText(item, 'name') ?? nameAmong(properties),
    geometry: localName(item) === 'Placemark' ? together(geometriesIn(item)) : overlay(item),
    properties,
    crs: wgs84,
    closesLines: true,
  };
}

/** Description and extended data. Styles and times say nothing about an area. */
function kmlProperties(item: Element, types: ReadonlyMap<string, string>): GeoJsonProperties {
  const description = elementText(item, 'description');
  const members: [string, unknown][] = description === undefined ? [] : [['description', description]];
  for (const data of childElements(item, 'ExtendedData').flatMap(extended => childElements(extended))) {
    const key = data.getAttribute('name') ?? localName(data);
    if (localName(data) === 'Data') members.push([key, elementText(data, 'value') ?? '']);
    else if (localName(data) !== 'SchemaData') members.push([key, data.textContent?.trim() ?? '']);
    else {
      for (const field of childElements(data, 'SimpleData')) {
        const name = field.getAttribute('name') ?? '';
        members.push([name, typedValue(field.textContent?.trim() ?? '', types.get(name))]);
      }
    }
  }
  return Object.fromEntries(members);
}

/** The text itself if a number would lose digits. */
function typedValue(text: string, type: string | undefined): unknown {
  if (type === 'bool' && /^(?:true|false|0|1)$/.test(text)) return text === 'true' || text === '1';
  const number = Number(text);
  const isExact =
    text !== '' && (Number.isInteger(number) ? Number.isSafeInteger(number) : Number.isFinite(number));
  return type !== undefined && numeric.has(type) && isExact ? number : text;
}

function together(geometries: readonly ReadGeometry[]): unknown {
  const [geometry, ...others] = geometries;
  return others.length === 0 ? geometry : { type: 'GeometryCollection', geometries };
}

function geometriesIn(parent: Element): ReadGeometry[] {
  return childElements(parent).flatMap(kmlGeometries);
}

function kmlGeometries(element: Element): ReadGeometry[] {
  switch (localName(element)) {
    case 'Polygon':
      return kmlPolygons(element);
    case 'LineString':
    case 'LinearRing':
      return [{ type: 'LineString', coordinates: coordinatesIn(element) }];
    case 'Track':
      return [{ type: 'LineString', coordinates: childElements(element, 'coord').map(trackPosition) }];
    case 'MultiGeometry':
    case 'MultiTrack':
      return geometriesIn(element);
    case 'Point':
    case 'Model':
      return [{ type: localName(element) }];
    default:
      return [];
  }
}

/** The outer ring first, wherever it is written. Each further outer ring is a polygon, too. */
function kmlPolygons(element: Element): ReadGeometry[] {
  const [outer = [], ...others] = ringsIn(element, 'outerBoundaryIs');
  const polygon = { type: 'Polygon' as const, coordinates: [outer, ...ringsIn(element, 'innerBoundaryIs')] };
  return [polygon, ...others.map(ring => ({ type: 'Polygon' as const, coordinates: [ring] }))];
}

function ringsIn(polygon: Element, boundary: string): Position[][] {
  return childElements(polygon, boundary)
    .flatMap(side => childElements(side, 'LinearRing'))
    .map(coordinatesIn);
}

/** Many programs write blanks around the commas. */
function coordinatesIn(element: Element): Position[] {
  const text = childElements(element, 'coordinates')
    .map(({ textContent }) => textContent ?? '')
    .join(' ');
  const tuples = text
    .split(',')
    .map(part => part.trim())
    .join(',');
  return tuples === '' ? [] : tuples.split(/\s+/).map(tuple => kmlPosition(tuple.split(',')));
}

function trackPosition({ textContent }: Element): Position {
  return kmlPosition((textContent ?? '').trim().split(/\s+/));
}

/** Without its altitude. Not a number where there isn't one. */
function kmlPosition(parts: readonly string[]): Position {
  const [x, y] = parts.map(part => (part === '' ? Number.NaN : Number(part)));
  return parts.length > 3 ? [Number.NaN, Number.NaN] : [x ?? Number.NaN, y ?? Number.NaN];
}

/** The frame of a picture on the ground. */
function overlay(item: Element): ReadGeometry {
  const [quad] = childElements(item, 'LatLonQuad');
  if (quad) return { type: 'Polygon', coordinates: [coordinatesIn(quad)] };
  const [box] = childElements(item, 'LatLonBox');
  const [west, south, east, north] = ['west', 'south', 'east', 'north'].map(side =>
    Number(elementText(box, side)),
  );
  if (west === undefined || south === undefined || east === undefined || north === undefined)
    return { type: localName(item) };
  const isBox =
    Number.isFinite(west + south + east + north) && Number(elementText(box, 'rotation') ?? 0) === 0;
  // A turned picture, or one that isn't on the ground.
  if (!isBox) return { type: localName(item) };
  const right = east < west ? east + 360 : east;
  const ring: Position[] = [
    [west, south],
    [right, south],
    [right, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Polygon', coordinates: [ring] };
}
