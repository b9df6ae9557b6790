import { type ReadReport, readReportText } from '../../../../src/features/deliveries/reportFiles.ts';

export async function reportOf(features: readonly unknown[]): Promise<ReadReport> {
  const read = await readReportText(JSON.stringify({ type: 'FeatureCollection', features }));
  if (!read) throw new Error('No report');
  return read;
}
