import * as l10n from '@vscode/l10n';
import type { MultiPolygon, Polygon, Position } from 'geojson';
import { numberText } from '../../../../base/words/displayLanguage.ts';
import { Html, html } from '../../../../base/words/html.ts';
import { middlePosition } from '../../rules/placedContents.ts';

/** Of the drawing, in its own pixels. */
const width = 320;
const height = 200;
const kmPerDegree = 111.2;
/** An area that is drawn smaller gets a circle of this radius around it. */
const smallest = 5;
const longestBar = 90;

type Shape = Polygon | MultiPolygon;

/**
 * The areas of an order over the whole footprints of its images, north up, with a scale bar.
 *
 * @returns `undefined` if there is nothing to draw
 */
export function orderMap(areas: readonly Polygon[], footprints: readonly Shape[]): Html | undefined {
  const shapes = [...areas, ...footprints];
  const [first] = shapes.flatMap(shapeRings).flat();
  if (!first) return undefined;
  const drawn = new Map(shapes.map(shape => [shape, shapeRings(shape).map(ring => besides(ring, first))]));
  const shapeLines = (some: readonly Shape[]) => some.flatMap(shape => drawn.get(shape) ?? []);
  const [longitude, latitude] = middlePosition([{ type: 'Polygon', coordinates: shapeLines(shapes) }]);
  const kmEast = kmPerDegree * Math.cos((latitude * Math.PI) / 180);
  const offsetKm = ([east, north]: Position) =>
    [(east - longitude) * kmEast, (latitude - north) * kmPerDegree] as const;
  /** Half of the drawing's height that it takes to show all of the shapes, km. */
  const reach = (some: readonly Shape[]) =>
    shapeLines(some)
      .flat()
      .map(offsetKm)
      .reduce((max, [x, y]) => Math.max(max, (Math.abs(x) * height) / width, Math.abs(y)), 0);
  const half = Math.max(0.05, 1.1 * reach(shapes));
  const perKm = height / 2 / half;
  const placed = (position: Position) => {
    const [x, y] = offsetKm(position);
    return [width / 2 + x * perKm, height / 2 + y * perKm] as const;
  };
  const circles = areas.flatMap(area => {
    const lines = shapeLines([area]);
    const [x, y] = placed(middlePosition([{ type: 'Polygon', coordinates: lines }]));
    const isSeen = lines.flat().some(position => {
      const [px, py] = placed(position);
      return Math.max(Math.abs(px - x), Math.abs(py - y)) >= smallest;
    });
    if (isSeen) return [];
    return [html`<circle class="area" cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${smallest}" />`];
  });
  const path = (some: readonly Shape[]) =>
    shapeLines(some)
      .map(ring => {
        const points = ring.map(position => {
          const [x, y] = placed(position);
          return `${x.toFixed(1)} ${y.toFixed(1)}`;
        });
        return `M${points.join('L')}Z`;
      })
      .join('');
  const km = roundBelow(longestBar / perKm);
  const bar = km * perKm;
  const scale = km >= 1 ? l10n.t('{0} km', numberText(km)) : l10n.t('{0} m', numberText(km * 1000));
  const y = height - 10;
  return html`<figure>
    <svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${l10n.t('Map of the area and its images')}">
      <path class="footprint" d="${new Html(path(footprints))}" />
      <path class="area" d="${new Html(path(areas))}" />
      ${circles}
      <path class="bar" d="M10 ${y - 5}V${y}H${(10 + bar).toFixed(1)}V${y - 5}" />
      <text x="${(16 + bar).toFixed(1)}" y="${y}">${scale}</text>
    </svg>
    <figcaption>
      ${areas.length > 0 ? html`<span class="key area">${l10n.t('Area of interest')}</span>` : undefined}
      ${footprints.length > 0 ? html`<span class="key footprint">${l10n.t('Image footprint')}</span>` : undefined}
    </figcaption>
  </figure>`;
}

function shapeRings(shape: Shape): Position[][] {
  return shape.type === 'Polygon' ? shape.coordinates : shape.coordinates.flat();
}

/** The ring on the same side of ±180° as a position. */
function besides(ring: readonly Position[], [near]: Position): Position[] {
  return ring.map(([longitude, latitude]) => [
    longitude - 360 * Math.round((longitude - near) / 360),
    latitude,
  ]);
}

/** 1, 2 or 5 times a power of ten. */
function roundBelow(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([5, 2, 1].find(step => step * power <= value) ?? 1) * power;
}
