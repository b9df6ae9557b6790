/** What other parts of the page show of reports. */
export { FeatureCard } from './FeatureCard.tsx';
export { FeatureSteps } from './FeatureSteps.tsx';
export { ReportCharts } from './ReportCharts.tsx';
export { ReportBar, ReportPanel } from './ReportPanel.tsx';
export { ReportLimits } from './ReportLimits.tsx';
export { ReportReview } from './ReportReview.tsx';
export { ReportTable } from './ReportTable.tsx';
export { addReportLayer, type ReportLayer } from './reportLayer.ts';
