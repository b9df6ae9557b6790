import type { ReportFeature } from '../../../../../src/features/reports/rules/reportFeature.ts';
import { packedHere, ReportFeatures } from '../../../../../webview/features/reports/reportFeatures.ts';

/** Features as the page has them. */
export function packed(features: readonly ReportFeature[]): ReportFeatures {
  const all = new ReportFeatures();
  for (const part of packedHere(features)) all.add(part);
  all.trim();
  return all;
}

/** Features at one place, with these properties. */
export function withProperties(rows: readonly Readonly<Record<string, unknown>>[]): ReportFeatures {
  return packed(rows.map(properties => ({ geometry: { type: 'Point', coordinates: [4, 52] }, properties })));
}
