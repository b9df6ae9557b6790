import { type ReadonlySignal, signal } from '@preact/signals';
import type { Polygon } from 'geojson';
import { prepareAoi } from '../../../src/geo/coverage.ts';
import type { ImageRow } from '../../../src/protocol/protocol.ts';
import { type Clock, pageClock, Turns, type Work } from '../../ui/turns.ts';

export type Coverage = ReturnType<typeof createCoverage>;

/** Every version triggers another sort when sorting by coverage. */
const tellEveryMs = 300;
/** Rows between two checks of the clock. */
const batchSize = 16;

/** Computes how much of the AOI each image covers, in the background. */
export function createCoverage(clock: Clock = pageClock) {
  const version = signal(0);
  const shares = new Map<string, number>();
  const turns = new Turns<'shares'>(clock);
  let measured: Polygon | undefined;
  let shareIn: ((footprint: ImageRow['footprint']) => number) | undefined;
  let rows: readonly ImageRow[] = [];
  /** Index of the first row that isn't computed yet. */
  let next = 0;
  let toldAt = -Infinity;
  /** How many shares were known at the last version. */
  let reportedCount = 0;

  function tell(): void {
    if (shares.size === reportedCount) return;
    reportedCount = shares.size;
    toldAt = clock.now();
    version.value += 1;
  }

  function* measure(): Work {
    while (next < rows.length) {
      const end = Math.min(next + batchSize, rows.length);
      for (const { id, footprint } of rows.slice(next, end))
        if (shareIn && !shares.has(id)) shares.set(id, shareIn(footprint));
      next = end;
      if (clock.now() - toldAt >= tellEveryMs) tell();
      yield;
    }
    tell();
  }

  return {
    /** 0 to 1; `undefined` while it is unknown, or if there is no AOI. */
    aoiShare: (row: ImageRow): number | undefined => shares.get(row.id),
    /** Increases when more shares are known, at most a few times per second; nothing else signals a change. */
    version: version as ReadonlySignal<number>,
    /** @param aoi another object if it is another one */
    follow: (aoi: Polygon | undefined, found: readonly ImageRow[]): void => {
      if (aoi !== measured) {
        measured = aoi;
        shareIn = aoi && prepareAoi(aoi);
        if (shares.size > 0) reportedCount = -1;
        shares.clear();
        next = 0;
      } else if (found[next - 1] !== rows[next - 1]) {
        next = 0;
      }
      rows = found;
      if (!shareIn) tell();
      else if (!turns.isBusy('shares')) turns.beginNow('shares', measure());
    },
  };
}
