import type { LatLngBounds, Map as LeafletMap, PointExpression } from 'leaflet';

/** On the map, CSS pixels. */
export type PixelBox = readonly [left: number, top: number, right: number, bottom: number];

/** Distance of what is framed from the edges and from the controls, CSS pixels. */
const margin = 16;
/** On a small map, what is framed, or a feature, gets at least this width and height, even below controls. CSS pixels. */
const minSide = 128;
const minFeatureSide = 40;

/**
 * The largest box within the whole that no other box covers. Where that would be too small, the smaller of them may
 * cover it.
 */
export function freeBox(whole: PixelBox, covered: readonly PixelBox[], min = minSide): PixelBox {
  const largestFirst = covered
    .filter(box => meet(whole, box))
    .toSorted((a, b) => pixelArea(b) - pixelArea(a));
  for (let count = largestFirst.length; count > 0; count -= 1) {
    const free = largestBeside(largestFirst.slice(0, count), whole, min);
    if (free) return free;
  }
  return whole;
}

function largestBeside(covered: readonly PixelBox[], whole: PixelBox, min: number): PixelBox | undefined {
  const [west, north, east, south] = whole;
  const lefts = [west, ...covered.map(([, , right]) => right)].filter(x => x >= west);
  const rights = [east, ...covered.map(([left]) => left)].filter(x => x <= east);
  // Between a left and a right side, it reaches from the bottom of one of them to the top of the next.
  const free = lefts.flatMap(left =>
    rights.flatMap(right => {
      const between = covered.filter(([x, , toX]) => x < right && toX > left);
      return [north, ...between.map(([, , , bottom]) => bottom)].map((top): PixelBox => {
        const below = between.flatMap(([, y, , bottom]) => (bottom > top ? [y] : []));
        return [left, top, right, Math.min(south, ...below)];
      });
    }),
  );
  const wide = free.filter(([left, top, right, bottom]) => right - left >= min && bottom - top >= min);
  return wide.toSorted((a, b) => pixelArea(b) - pixelArea(a))[0];
}

function meet([left, top, right, bottom]: PixelBox, [west, north, east, south]: PixelBox): boolean {
  return left < east && right > west && top < south && bottom > north;
}

function pixelArea([left, top, right, bottom]: PixelBox): number {
  return (right - left) * (bottom - top);
}

/**
 * The map, the controls on it, and the part that they leave free. The readout comes and goes with the pointer. Linked maps on top of
 * it have the same center and show less of it: the part that is free on all of them.
 */
function freeMapPart(
  map: LeafletMap,
  min?: number,
): { whole: PixelBox; covered: readonly PixelBox[]; free: PixelBox } {
  const container = map.getContainer();
  const controls = container.querySelectorAll(
    '.map-corner > :not(.readout), .linked-label, .swipe-name, .blink-name',
  );
  const linked = [...container.querySelectorAll('.linked-map')];
  const seen = (linked.length > 0 ? linked : [container]).map(element => element.getBoundingClientRect());
  const { x: width, y: height } = map.getSize();
  const across = seen[0]?.width ?? width;
  const down = seen[0]?.height ?? height;
  const west = (width - across) / 2;
  const north = (height - down) / 2;
  const covered = seen.flatMap(({ left: x, top: y }) =>
    [...controls].map((control): PixelBox => {
      const { left, top, right, bottom } = control.getBoundingClientRect();
      return [left - x + west, top - y + north, right - x + west, bottom - y + north];
    }),
  );
  const whole: PixelBox = [west, north, west + across, north + down];
  return { whole, covered, free: freeBox(whole, covered, min) };
}

/** For `fitBounds`: what is framed lies beside the controls. */
export function freePadding(
  map: LeafletMap,
): Record<'paddingTopLeft' | 'paddingBottomRight', PointExpression> {
  const [left, top, right, bottom] = freeMapPart(map).free;
  const { x, y } = map.getSize();
  return {
    paddingTopLeft: [left + margin, top + margin],
    paddingBottomRight: [x - right + margin, y - bottom + margin],
  };
}

/** Whether all of it is in view, and no control covers it for which there is room elsewhere. */
export function isInFreeView(map: LeafletMap, bounds: LatLngBounds, min?: number): boolean {
  const { whole, covered, free } = freeMapPart(map, min);
  const box = pixelBox(map, bounds);
  return isBoxWithin(box, free) || (isBoxWithin(box, whole) && !covered.some(control => meet(control, box)));
}

function isBoxWithin([west, north, east, south]: PixelBox, [left, top, right, bottom]: PixelBox): boolean {
  return west >= left && north >= top && east <= right && south <= bottom;
}

export function panIntoView(map: LeafletMap, bounds: LatLngBounds): void {
  if (isInFreeView(map, bounds, minFeatureSide)) return;
  const [left, top, right, bottom] = freeMapPart(map, minFeatureSide).free;
  const [west, north, east, south] = pixelBox(map, bounds);
  map.panBy([(west + east - left - right) / 2, (north + south - top - bottom) / 2]);
}

function pixelBox(map: LeafletMap, bounds: LatLngBounds): PixelBox {
  const { x: west, y: north } = map.latLngToContainerPoint(bounds.getNorthWest());
  const { x: east, y: south } = map.latLngToContainerPoint(bounds.getSouthEast());
  return [west, north, east, south];
}
