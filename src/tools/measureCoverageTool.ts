import { rounded } from './rounded.ts';
import { requireToolArea } from './toolArea.ts';
import type { ToolDesk } from './toolDesk.ts';
import type { ToolInput } from './toolInputs.ts';
import { itemAt } from '../model/itemAt.ts';

/** Measures on the sphere what images cover of an AOI: each by itself, and all together. */
export async function measureCoverage(
  desk: ToolDesk,
  { imageIds, ...input }: ToolInput<'swath_measureCoverage'>,
  signal: AbortSignal,
): Promise<object> {
  const { name, polygon, areaKm2 } = await requireToolArea(input);
  const images = await desk.found.byIds(imageIds, await desk.client(), signal);
  const footprints = images.map(({ footprint }) => footprint);
  const { figures } = await import('../model/images/figures.ts');
  const shares = figures.coveredShares(polygon, footprints);
  const { share } = figures.coverOf(polygon, footprints);
  return {
    area: name,
    areaKm2: rounded(areaKm2),
    shareCoveredTogether: rounded(share),
    leftKm2: rounded((1 - share) * areaKm2),
    images: images.map(({ id }, index) => ({ id, shareOfAreaCovered: rounded(itemAt(shares, index)) })),
  };
}
