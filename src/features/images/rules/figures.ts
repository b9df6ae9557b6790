/** All functions for choosing images, as one bundle that is loaded on first use. */
import { coveredShare, coveredShares } from '../../../geo/coverage.ts';
import { footprintCover } from '../../../geo/remainder.ts';
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
  coveredShares,
  sameAcquisition,
  usableImages,
  whyNotTogether,
};

export type Figures = typeof figures;
