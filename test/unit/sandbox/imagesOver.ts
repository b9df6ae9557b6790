import { areaSetOf } from '../../../src/sandbox/catalogue/areaSet.ts';
import type { Capture, World } from '../../../src/sandbox/catalogue/world.ts';
import { fleet } from '../../../src/sandbox/catalogue/fleet.ts';
import { imageIdOf } from '../../../src/sandbox/catalogue/imageId.ts';
import { capturesBetween } from '../../../src/sandbox/catalogue/scan.ts';
import { areaOfBox, meets, type Area, type Position } from '../../../src/sandbox/catalogue/shapes.ts';
import { sightOf } from '../../../src/sandbox/catalogue/sight.ts';

export const world: World = { seed: 4711, duplicates: true };
export const day = 86_400_000;

export function boxAround([x, y]: Position, half: number): Area {
  return areaOfBox({ west: x - half, east: x + half, south: y - half, north: y + half });
}

export const idsOf = (captures: readonly Capture[]): string[] =>
  captures.map(capture => imageIdOf(world, capture)).sort();

/** The images of a time, both ends included, that meet an area, as a search looks for them. */
export function imagesOver(area: Area | undefined, from: number, to: number, of = world): Capture[] {
  return imagesOverAny(area && [area], from, to, of);
}

/** The same for several areas; undefined areas are the whole Earth. */
export function imagesOverAny(
  areas: readonly Area[] | undefined,
  from: number,
  to: number,
  of = world,
): Capture[] {
  const effort = { spent: 0 };
  const sight = drained(sightOf(fleet, areas && areaSetOf(areas), effort));
  const accepts = (capture: Capture): boolean =>
    areas?.some(area => meets(capture.footprint(), area)) ?? true;
  return [...capturesBetween(of, { ...sight, accepts }, { start: from, end: to + 1 }, effort)].flat();
}

function drained<T>(steps: Generator<void, T, undefined>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** All that an image says of itself, as a plain object. */
export function attributesOf(capture: Capture): Record<string, unknown> {
  const { cell, view, copy, stereo, time, published, centre, cloud, snow, sun, level } = capture;
  const { incidence, incidenceAcross, incidenceAlong, azimuth, spacecraft } = capture;
  return {
    ...{ cell, view, copy, stereo, time, published, centre, cloud, snow, sun, level },
    ...{ incidence, incidenceAcross, incidenceAlong, azimuth, platform: spacecraft.platform },
    footprint: capture.footprint(),
  };
}
