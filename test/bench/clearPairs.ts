/** Random pairs of an area and an image of the sandbox, whose clouds are known: how far the estimate is from them. */
import { Buffer } from 'node:buffer';
import type { Polygon } from 'geojson';
import { decode } from 'jpeg-js';
import {
  type Capture,
  captureFootprint,
  capturesIn,
  fleet,
  gridRow,
  rowCount,
} from '../../src/sandbox/catalogue/capture.ts';
import { areaPolygon, footprintCorners, type Position } from '../../src/sandbox/catalogue/shapes.ts';
import { runAtOnce } from '../../src/sandbox/http/longWork.ts';
import { hash, unit } from '../../src/sandbox/http/random.ts';
import { cloudsOver } from '../../src/sandbox/pictures/painter.ts';
import { paintPicture } from '../../src/sandbox/pictures/pictures.ts';
import { estimateClear } from '../../webview/features/images/clear/clearEstimate.ts';

const world = { seed: 7, duplicates: false };
/** Half of the sandbox's own, pixels: painted in a quarter of the time. */
const quicklookWidth = 256;

export interface ClearPair {
  cloudCover: number;
  snowCover: number;
  /** The true share without cloud, 0 to 1. */
  truth: number;
  /** `undefined` if it can't be judged. */
  estimate: number | undefined;
}

/** @param isMeant which images are used; all by default */
export function clearPairs(count: number, isMeant: (capture: Capture) => boolean = () => true): ClearPair[] {
  const pairs: ClearPair[] = [];
  for (let at = 0; pairs.length < count; at += 1) {
    const capture = captureAt(at);
    if (capture && isMeant(capture)) pairs.push(pairOf(capture, at));
  }
  return pairs;
}

function captureAt(at: number): Capture | undefined {
  const draw = (which: number): number => unit(hash(0xc1ea, at, which));
  const spacecraft = fleet[Math.floor(draw(1) * fleet.length)];
  if (!spacecraft) return undefined;
  const row = Math.floor(draw(2) * rowCount(spacecraft));
  const column = Math.floor(draw(3) * gridRow(spacecraft, row).columns);
  // In 2023 and 2024.
  const [capture] = capturesIn(world, spacecraft, 19_358 + Math.floor(draw(4) * 731), row, column);
  return capture;
}

/** An area of some kilometers, rotated, anywhere inside of the image. */
function pairOf(capture: Capture, at: number): ClearPair {
  const draw = (which: number): number => unit(hash(0xa4ea, at, which));
  const [nw, sw, se, ne] = footprintCorners(captureFootprint(capture));
  const placeAt = (right: number, down: number): Position => {
    const on = (axis: 0 | 1): number =>
      (nw[axis] * (1 - right) + ne[axis] * right) * (1 - down) +
      (sw[axis] * (1 - right) + se[axis] * right) * down;
    return [on(0), on(1)];
  };
  const across = 0.1 + 0.2 * draw(1);
  const along = 0.04 + 0.1 * draw(2);
  const x = across + (1 - 2 * across) * draw(3);
  const y = along + (1 - 2 * along) * draw(4);
  const corners = [0, 1, 2, 3].map(corner => {
    const turn = (corner + draw(5)) * (Math.PI / 2);
    return placeAt(x + across * Math.cos(turn), y + along * Math.sin(turn));
  });
  const area: Polygon = { type: 'Polygon', coordinates: [[...corners, ...corners.slice(0, 1)]] };

  const cloudAt = cloudsOver(world.seed, capture);
  const [a, b, , d] = corners;
  let clear = 0;
  let samples = 0;
  const steps = 60;
  for (let step = 0; step < steps * steps; step += 1) {
    if (!a || !b || !d) continue;
    const u = ((step % steps) + 0.5) / steps;
    const v = (Math.floor(step / steps) + 0.5) / steps;
    const on = (axis: 0 | 1): number => a[axis] + (b[axis] - a[axis]) * u + (d[axis] - a[axis]) * v;
    samples += 1;
    if (cloudAt([on(0), on(1)]) < 0.5) clear += 1;
  }
  const pixels = decode(Buffer.from(runAtOnce(paintPicture(world.seed, capture, quicklookWidth))), {
    useTArray: true,
  });
  const { cloud: cloudCover, snow: snowCover } = capture;
  const footprint = areaPolygon(captureFootprint(capture));
  const found = estimateClear(pixels, { footprint, area, cloudCover, snowCover });
  const estimate = found === 'unknown' ? undefined : found.share;
  return { cloudCover, snowCover, truth: clear / samples, estimate };
}

/** The mean distance of the estimates from the truth, in points of a hundred; NaN without any. */
export function meanError(pairs: readonly ClearPair[]): number {
  const errors = pairs.flatMap(({ truth, estimate }) =>
    estimate === undefined ? [] : Math.abs(estimate - truth) * 100,
  );
  return errors.reduce((sum, error) => sum + error, 0) / errors.length;
}
