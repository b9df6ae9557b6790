/** What other parts of the page use of reports. It needs no document. */
export { featureItems } from './featureMenu.ts';
export { createColors } from './reportClasses.ts';
export { packedHere } from './reportFeatures.ts';
export { createReportImages } from './reportImages.ts';
export { createReportModel, type ReportModel, type SavedReportLook } from './reportModel.ts';
export { createReviewModel } from './reviewModel.ts';
export { createSeriesStore } from './seriesStore.ts';
export { createSideTabs, type SideTab, type SideTabs } from './sideTabs.ts';
