import type { Polygon, Position } from 'geojson';

/** Numbers that differ by less were only spelt another way, degrees. */
const spellingDegrees = 1e-9;
/** A service that rounds or clips an AOI moves its corners out of it by no more, degrees (about 10 m). */
const roundingDegrees = 1e-4;

/**
 * Whether an area that a service tells is the one that was sent: the same corners, whatever their start and direction,
 * the order of the holes and the turn of the globe that longitudes are counted in. `maybe` for one that could have been
 * made of it by rounding, simplifying or clipping. Altitudes do not count.
 */
export function aoiMatch(told: Polygon, sent: Polygon): 'same' | 'maybe' | 'no' {
  if (sameRings(told.coordinates.map(corners), sent.coordinates.map(corners))) return 'same';
  return liesWithin(told, sent) ? 'maybe' : 'no';
}

type Corner = readonly [longitude: number, latitude: number];

/** Without the closing corner, and without corners that repeat the one before. */
function corners(ring: readonly Position[]): Corner[] {
  const all = ring.map(([longitude = NaN, latitude = NaN]): Corner => [longitude, latitude]);
  const distinct = all.filter((corner, index) => {
    const former = all[index - 1];
    return !former || !sameCorner(corner, former);
  });
  const [first] = distinct;
  const last = distinct.at(-1);
  if (distinct.length > 1 && first && last && sameCorner(first, last)) distinct.pop();
  return distinct;
}

/** The outer ring first; each hole has one of its own. */
function sameRings(told: readonly Corner[][], sent: readonly Corner[][]): boolean {
  const [outerTold = [], ...holesTold] = told;
  const [outerSent = [], ...holesSent] = sent;
  if (holesTold.length !== holesSent.length || holesTold.length > mostHoles) return false;
  if (!sameRing(outerTold, outerSent)) return false;
  const left = [...holesSent];
  return holesTold.every(hole => {
    const at = left.findIndex(other => sameRing(hole, other));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/** Corners of one place that a ring may come back to: one that goes to and fro would be compared from each of them. */
const mostStarts = 50;
/** Holes are looked for among each other. */
const mostHoles = 500;

/** From any start, in either direction. */
function sameRing(told: readonly Corner[], sent: readonly Corner[]): boolean {
  const count = told.length;
  if (count !== sent.length) return false;
  const [first] = told;
  if (!first) return true;
  const starts = [...sent.keys()].filter(at => sameCorner(first, sent[at] ?? [NaN, NaN]));
  return starts.slice(0, mostStarts).some(start =>
    [1, -1].some(direction =>
      told.every((one, index) => {
        const other = sent[(start + direction * index + count * index) % count];
        return other !== undefined && sameCorner(one, other);
      }),
    ),
  );
}

function sameCorner([longitude, latitude]: Corner, [otherLongitude, otherLatitude]: Corner): boolean {
  return (
    Math.abs(latitude - otherLatitude) <= spellingDegrees &&
    turned(longitude - otherLongitude) <= spellingDegrees
  );
}

/** How far apart two longitudes are, whichever turn of the globe each is counted in, degrees. */
function turned(difference: number): number {
  const rest = Math.abs(difference) % 360;
  return Math.min(rest, 360 - rest);
}

/** By the boxes around their outer rings. */
function liesWithin(told: Polygon, sent: Polygon): boolean {
  const box = boxOf(sent);
  const inner = boxOf(told);
  const turns = Math.round((box.west + box.east - inner.west - inner.east) / 720) * 360;
  return (
    inner.south >= box.south - roundingDegrees &&
    inner.north <= box.north + roundingDegrees &&
    inner.west + turns >= box.west - roundingDegrees &&
    inner.east + turns <= box.east + roundingDegrees
  );
}

function boxOf({ coordinates: [ring = []] }: Polygon) {
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (const [longitude = NaN, latitude = NaN] of ring) {
    box.west = Math.min(box.west, longitude);
    box.east = Math.max(box.east, longitude);
    box.south = Math.min(box.south, latitude);
    box.north = Math.max(box.north, latitude);
  }
  return box;
}
