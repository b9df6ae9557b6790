/** GPX 1.0 and 1.1: longitude and latitude in WGS 84. */
import * as l10n from '@vscode/l10n';
import type { Element } from '@xmldom/xmldom';
import type { GeoJsonProperties, Position } from 'geojson';
import { wgs84 } from './crs.ts';
import type { Shape } from './shape.ts';
import { childElements, elementText, localName, parseXmlRoot } from './xml.ts';

/** Tracks, routes and waypoints. */
export function readGpx(text: string): Shape[] {
  const root = parseXmlRoot(text, 'GPX');
  const items = ['trk', 'rte', 'wpt'].flatMap(name => childElements(root, name));
  return items.map((item, index) => ({
    place: l10n.t('feature {0}', index + 1),
    name: elementText(item, 'name'),
    geometry: gpxGeometry(item),
    properties: gpxProperties(item),
    crs: wgs84,
    closesLines: true,
  }));
}

function gpxGeometry(item: Element): unknown {
  switch (localName(item)) {
    case 'trk': {
      const lines = childElements(item, 'trkseg').map(segment => positionsIn(segment, 'trkpt'));
      const [line, ...others] = lines;
      if (!line) return undefined;
      return others.length === 0
        ? { type: 'LineString', coordinates: line }
        : { type: 'MultiLineString', coordinates: lines };
    }
    case 'rte':
      return { type: 'LineString', coordinates: positionsIn(item, 'rtept') };
    default:
      return { type: 'Point' };
  }
}

function positionsIn(parent: Element, name: string): Position[] {
  return childElements(parent, name).map(point => [pointDegrees(point, 'lon'), pointDegrees(point, 'lat')]);
}

function pointDegrees(point: Element, name: string): number {
  const text = point.getAttribute(name)?.trim() ?? '';
  return text === '' ? Number.NaN : Number(text);
}

/** Texts and extensions of the whole. Those of single points say nothing about an area. */
function gpxProperties(item: Element): GeoJsonProperties {
  const texts = [
    ['description', elementText(item, 'desc')],
    ['comment', elementText(item, 'cmt')],
    ['type', elementText(item, 'type')],
  ].filter(([, text]) => text !== undefined);
  const extensions = childElements(item, 'extensions').flatMap(valuesIn);
  return Object.fromEntries([...texts, ...extensions]) as GeoJsonProperties;
}

/** Of elements that contain only text, at any depth. */
function valuesIn(parent: Element): (readonly [string, string])[] {
  return childElements(parent).flatMap(child => {
    const text = child.textContent?.trim() ?? '';
    if (childElements(child).length > 0) return valuesIn(child);
    return text === '' ? [] : [[localName(child), text] as const];
  });
}
