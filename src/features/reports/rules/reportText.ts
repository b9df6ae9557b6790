import { parseWithNaN } from '../../../base/json/nonFinite.ts';
import { ownProperties } from './ownProperties.ts';
import { type ReportFeature, toReportFeature } from './reportFeature.ts';

/** `undefined` for a text that isn't a FeatureCollection. */
export function parseReportFeatures(text: string): ReportFeature[] | undefined {
  try {
    const { type, features } = parseWithNaN(text.replace(/^\uFEFF/, '')) as Readonly<Record<string, unknown>>;
    if (type !== 'FeatureCollection' || !Array.isArray(features)) return undefined;
    // Adds their other members, such as an id.
    return (features as object[]).flatMap(item => {
      const feature = toReportFeature(item);
      return feature ? [{ ...item, ...feature }] : [];
    });
  } catch {
    return undefined;
  }
}

/** @param more properties that are added */
export function featureText(feature: ReportFeature, more: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ ...feature, properties: { ...feature.properties, ...more } });
}

/** A FeatureCollection with one feature per line. */
export function collectionText(
  lines: readonly string[],
  members: Readonly<Record<string, object>> = {},
): string {
  return [
    '{',
    '  "type": "FeatureCollection",',
    ...Object.entries(members).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},`),
    '  "features": [',
    lines.map(line => `    ${line}`).join(',\n'),
    '  ]',
    '}',
    '',
  ].join('\n');
}

/**
 * The features of several reports, each with the name of its report as `swath:report`; `undefined` if one of them isn't
 * a FeatureCollection.
 *
 * @param text one report after the other: the total length decides where this runs
 */
export function joinTexts(
  text: string,
  reports: readonly { name: string; length: number }[],
): string | undefined {
  const lines: string[] = [];
  let from = 0;
  for (const { name, length } of reports) {
    const features = parseReportFeatures(text.slice(from, from + length));
    if (!features) return undefined;
    for (const feature of features) lines.push(featureText(feature, { [ownProperties.report]: name }));
    from += length;
  }
  return collectionText(lines);
}
