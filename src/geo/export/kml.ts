import type { Geometry, Position } from 'geojson';
import { plainNumber } from '../../base/words/plainNumber.ts';

/** What no XML document may contain, not even escaped (XML 1.0, 2.2). */
const notInXml = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\p{Cs}]/gu;

/** A text as the content of an element or attribute: readers replace a white space of their own choice if it isn't escaped. */
export function xmlText(text: string): string {
  return text
    .replaceAll(notInXml, '')
    .replaceAll(/[&<>"\t\n\r]/g, character => `&#${character.charCodeAt(0)};`);
}

/** @param content XML; the element is left out if it is empty */
export function xmlElement(name: string, content: string): string {
  return content === '' ? '' : `<${name}>${content}</${name}>`;
}

/** @param shape rings are closed, and all positions have a height or none */
export function kmlGeometry(shape: Geometry): string {
  switch (shape.type) {
    case 'Point':
      return xmlElement('Point', coordinatesElement([shape.coordinates]));
    case 'LineString':
      return xmlElement('LineString', coordinatesElement(shape.coordinates));
    case 'Polygon':
      return xmlElement('Polygon', shape.coordinates.map(boundary).join(''));
    case 'MultiPoint':
      return several(shape.coordinates.map(coordinates => ({ type: 'Point', coordinates })));
    case 'MultiLineString':
      return several(shape.coordinates.map(coordinates => ({ type: 'LineString', coordinates })));
    case 'MultiPolygon':
      return several(shape.coordinates.map(coordinates => ({ type: 'Polygon', coordinates })));
    case 'GeometryCollection':
      return several(shape.geometries);
  }
}

function several(shapes: readonly Geometry[]): string {
  return xmlElement('MultiGeometry', shapes.map(kmlGeometry).join(''));
}

function boundary(ring: readonly Position[], index: number): string {
  const side = index === 0 ? 'outerBoundaryIs' : 'innerBoundaryIs';
  return xmlElement(side, xmlElement('LinearRing', coordinatesElement(ring)));
}

function coordinatesElement(positions: readonly Position[]): string {
  return xmlElement('coordinates', positions.map(position => position.map(plainNumber).join(',')).join('\n'));
}
