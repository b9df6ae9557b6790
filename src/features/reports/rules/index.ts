/** The rules about reports that other features and the page use. */
export { createCollectionReader } from './collectionReader.ts';
export {
  type BothCoverages,
  compareTexts,
  type ComparedTexts,
  type Coverage,
  type Sameness,
} from './compareReports.ts';
export { createFeaturePacker, type PackedFeatures } from './packedFeatures.ts';
export { drawnCount, toReportFeature, placeSize, type ReportFeature } from './reportFeature.ts';
export {
  createReportReading,
  featurePlaces,
  longestFeature,
  maxDrawn,
  type PropertyFacts,
  type ReportFacts,
  type ReportIndex,
  type ReportReading,
} from './reportIndex.ts';
export { joinTexts } from './reportText.ts';
export {
  decisionKinds,
  decisionNames,
  decisionText,
  otherDecisions,
  readReview,
  reviewAgreement,
  reviewOrders,
  type CellReview,
  type Decision,
  type Review,
} from './review.ts';
export { areaAround, reviewGrid, isSampleDesign, type Grid, type SampleDesign } from './sample.ts';
export type { ReportFunctions } from './reportFunctions.ts';
export { loadReportFunctions } from './lazy.ts';
