import { meetsIndexed } from './areaIndex.ts';
import { someNear, type AreaSet } from './areaSet.ts';
import type { Site } from './capture.ts';
import type { Effort } from './effort.ts';
import type { Spacecraft } from './fleet.ts';
import type { Sight, Track } from './scan.ts';
import { areaOfBox } from './shapes.ts';
import { siteBox } from './siteBox.ts';
import { tilesOf } from './tiles.ts';
import { windowsOf } from './windows.ts';

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
