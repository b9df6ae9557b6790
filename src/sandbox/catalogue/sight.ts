import { meetsIndexed } from './areaIndex.ts';
import { someNear, type AreaSet } from './areaSet.ts';
import type { Site } from './world.ts';
import type { Effort } from './effort.ts';
import type { Spacecraft } from './fleet.ts';
import type { Sight, Track } from './scan.ts';
import { areaOfBox, type Box } from './shapes.ts';
import { tilesOf } from './tiles.ts';
import { windowsOf } from './windows.ts';

const degree = Math.PI / 180;

/**
 * A box that holds every image of a site; no site lies so near a pole that there is none. An image can leave its cell:
 * it is moved across it by a quarter of the lane, turned by four degrees, and sheared as the Earth turns below (a
 * fifteenth).
 */
export function siteBox({ aim: [longitude, latitude], length, width }: Site): Box {
  const radius = 1.1 * Math.hypot(0.5 * length + 0.04 * width, 0.77 * width + 0.04 * length);
  const high = radius / degree;
  const wide = Math.asin(Math.sin(radius) / Math.cos(latitude * degree)) / degree;
  return {
    west: longitude - wide,
    east: longitude + wide,
    south: latitude - high,
    north: latitude + high,
  };
}

/** Where satellites can have images of the areas; undefined areas are the whole Earth. Yields where it may rest. */
export function* sightOf(
  spacecraft: readonly Spacecraft[],
  areas: AreaSet | undefined,
  effort: Effort,
): Generator<void, Sight, undefined> {
  const tiles = areas && (yield* tilesOf(areas, effort));
  const tracks: Track[] = [];
  for (const one of spacecraft)
    tracks.push({ spacecraft: one, windows: yield* windowsOf(one, tiles, effort) });
  return { tracks, sees: site => areas === undefined || canShow(site, areas) };
}

/** False where no image of a site meets any of the areas. */
function canShow(site: Site, areas: AreaSet): boolean {
  const box = siteBox(site);
  const whole = areaOfBox(box);
  return someNear(areas, box, index => meetsIndexed(whole, index));
}
