import type { ImageRow } from '../../src/shared/protocol.ts';
import { momentOf } from '../../src/model/words/moment.ts';

const known = new WeakMap<ImageRow, number>();

/** When an image was acquired, epoch ms; NaN where that is not known. Read once for each row: lists sort by it. */
export function acquiredAt(row: ImageRow): number {
  let time = known.get(row);
  if (time === undefined) {
    time = momentOf(row.acquisitionDate)?.time ?? NaN;
    known.set(row, time);
  }
  return time;
}
