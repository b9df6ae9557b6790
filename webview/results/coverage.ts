import { signal, type ReadonlySignal } from '@preact/signals-core';
import type { Polygon } from 'geojson';
import { prepareAoi } from '../../src/model/geometry/coverage.ts';
import type { ImageRow } from '../../src/shared/protocol.ts';

/** How much of the AOI each image covers, computed beside everything else. */
export interface Coverage {
  /** 0 to 1; `undefined` while it is not known, or where there is no AOI. */
  shareOf: (row: ImageRow) => number | undefined;
  /** Grows when more shares are known, at most some times a second; nothing else tells of them. */
  version: ReadonlySignal<number>;
  follow: (aoi: Polygon | undefined, rows: readonly ImageRow[]) => void;
}

/** The page stands still for no longer at a time. */
const sliceMs = 8;
/** Whoever sorts by shares sorts anew with every version. */
const tellEveryMs = 300;
/** Between two looks at the clock. */
const batchSize = 16;

/**
 * @param later runs something when the page had time for other things
 * @param now ms
 */
export function createCoverage(later: (run: () => void) => void, now: () => number): Coverage {
  const version = signal(0);
  const shares = new Map<string, number>();
  let measured = '';
  let shareIn: ((footprint: ImageRow['footprint']) => number) | undefined;
  let waiting: readonly ImageRow[] = [];
  let next = 0;
  let isUnderWay = false;
  let toldAt = -Infinity;
  let untold = 0;

  function tell(): void {
    if (untold === 0) return;
    untold = 0;
    toldAt = now();
    version.value += 1;
  }

  function work(): void {
    isUnderWay = false;
    const until = now() + sliceMs;
    while (next < waiting.length && now() < until) {
      const end = Math.min(next + batchSize, waiting.length);
      for (; next < end; next++) measure(waiting[next]);
    }
    const isDone = next >= waiting.length;
    if (isDone || now() - toldAt >= tellEveryMs) tell();
    if (isDone) return;
    isUnderWay = true;
    later(() => {
      if (isUnderWay) work();
    });
  }

  function measure(row: ImageRow | undefined): void {
    if (!row || !shareIn || shares.has(row.id)) return;
    shares.set(row.id, shareIn(row.footprint));
    untold += 1;
  }

  return {
    shareOf: row => shares.get(row.id),
    version,
    follow: (aoi, rows) => {
      const wanted = aoi ? JSON.stringify(aoi.coordinates) : '';
      if (wanted !== measured) {
        measured = wanted;
        shareIn = aoi && prepareAoi(aoi);
        untold += shares.size;
        shares.clear();
        next = 0;
      } else if (rows[next - 1] !== waiting[next - 1]) {
        next = 0;
      }
      waiting = rows;
      if (!shareIn) {
        next = rows.length;
        tell();
      } else if (!isUnderWay) work();
    },
  };
}
