/** All functions for choosing images, as one bundle that is loaded on first use. */
import type { Polygon } from 'geojson';
import { coveredShare, coveredShares } from '../../../geo/coverage.ts';
import { footprintCover } from '../../../geo/remainder.ts';
import type { Image } from '../../../service/rules/imagery.ts';
import { chooseForArea, usableImages, whyNotTogether } from './batchImages.ts';
import { bestCover } from './bestCover.ts';
import { bestPairs } from './bestPair.ts';
import { sameAcquisition } from './sameAcquisition.ts';

/** Pure functions of plain data. */
export const figures = {
  bestCover,
  bestPairs,
  chooseForArea,
  footprintCover,
  coveredShare,
  /** The fraction of an AOI that each image covers, 0 to 1, in their order. */
  measureShares: (aoi: Polygon, images: readonly Image[]): readonly number[] =>
    coveredShares(
      aoi,
      images.map(({ footprint }) => footprint),
    ),
  sameAcquisition,
  usableImages,
  whyNotTogether,
};

export type Figures = typeof figures;
