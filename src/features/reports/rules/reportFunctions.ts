/** All functions for the text of reports, as one bundle that is loaded on first use. */
import { compareTexts } from './compareReports.ts';
import { featurePlaces } from './reportIndex.ts';
import { joinTexts } from './reportText.ts';
import { otherDecisions } from './review.ts';
import { reviewedText } from './reviewedText.ts';

/** Pure functions of a text and plain data, so that they can run in a worker thread. */
export const reportFunctions = {
  compareTexts,
  featurePlaces,
  joinTexts,
  otherDecisions,
  reviewedText,
};

export type ReportFunctions = typeof reportFunctions;
