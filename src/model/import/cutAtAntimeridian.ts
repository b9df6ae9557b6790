import type { Position } from 'geojson';

/**
 * Cuts a convex ring whose longitudes run on beyond ±180° into rings within ±180° (RFC 7946, 3.1.9). Most rings come
 * back as they are.
 */
export function cutAtAntimeridian(ring: Position[]): Position[][] {
  const longitudes = ring.map(([longitude = 0]) => longitude);
  const first = Math.floor((Math.min(...longitudes) + 180) / 360);
  const last = Math.ceil((Math.max(...longitudes) - 180) / 360);
  if (first >= 0 && last <= 0) return [ring];
  const rings: Position[][] = [];
  for (let turn = first; turn <= last; turn++) {
    const west = turn * 360 - 180;
    const inside = clipped(clipped(ring, west, 1), west + 360, -1);
    if (inside.length < 4) continue;
    rings.push(inside.map(([longitude = 0, latitude = 0]) => [longitude - turn * 360, latitude]));
  }
  return rings;
}

/**
 * The part of a convex ring on one side of a meridian: `side` 1 keeps what lies east of it, -1 what lies west.
 * Source: Sutherland and Hodgman, Reentrant Polygon Clipping, 1974.
 */
function clipped(ring: Position[], meridian: number, side: 1 | -1): Position[] {
  const kept: Position[] = [];
  for (const [index, here] of ring.slice(0, -1).entries()) {
    const [x = 0, y = 0] = here;
    const [nextX = 0, nextY = 0] = ring[index + 1] ?? [];
    const away = (x - meridian) * side;
    const nextAway = (nextX - meridian) * side;
    if (away >= 0) kept.push([x, y]);
    if ((away > 0 && nextAway < 0) || (away < 0 && nextAway > 0)) {
      const share = away / (away - nextAway);
      kept.push([meridian, Math.round((y + (nextY - y) * share) * 1e7) / 1e7]);
    }
  }
  // A ring that only touches the meridian has no area on its other side.
  if (kept.every(([x]) => x === meridian)) return [];
  return [...kept, ...kept.slice(0, 1)];
}
