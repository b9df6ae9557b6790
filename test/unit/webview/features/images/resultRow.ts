import { box, polygon } from '../../../geo/polygons.ts';
import type { ImageRow } from '../../../../../src/protocol/protocol.ts';

/** An image as the host sends it. */
export function resultRow(id: string, known: Partial<ImageRow> = {}): ImageRow {
  return { id, footprint: polygon(box(0, 0, 1, 1)), whyNo: {}, ...known };
}
