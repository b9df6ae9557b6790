/** All figures of the choice among images, as one part that is loaded when the first of them is wanted. */
import { bestCover } from './bestCover.ts';
import { bestPairs } from './bestPair.ts';
import { chooseForArea, usableImages, whyNotTogether } from '../order/batchImages.ts';
import { coverOf } from './coverUnion.ts';
import { coveredShare, coveredShares } from '../geometry/coverage.ts';
import { sameAcquisition } from './sameAcquisition.ts';

/** Plain functions of plain data, so that they can run in a thread of their own. */
export const figures = {
  bestCover,
  bestPairs,
  chooseForArea,
  coverOf,
  coveredShare,
  coveredShares,
  sameAcquisition,
  usableImages,
  whyNotTogether,
};

export type Figures = typeof figures;
