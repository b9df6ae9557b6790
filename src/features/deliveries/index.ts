/** What other features use of deliveries. It knows no editor. */
export type { ProductImages } from './productImages.ts';
export type { PackedReport, ReadReport, ReportSource } from './reportFiles.ts';
export type { ReportFocus } from './reportFocus.ts';
export type { ReadSeries } from './reportSeries.ts';
export { leftOutCount, type ReportOnMap, type Reports } from './reports.ts';
