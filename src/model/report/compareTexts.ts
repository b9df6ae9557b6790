/** Two reports compared as texts, so that it can be done in a thread. */
import { compareReports, type KindCounts, type ReportComparison, type Sameness } from './compareReports.ts';
import { featureOf, type ReportFeature } from './reportFeature.ts';

export interface ComparedTexts {
  kind: 'compared';
  /** A FeatureCollection of everything that both found; each feature says what became of it as `swath:change`. */
  text: string;
  counts: { fresh: number; gone: number; same: number };
  boxShare: number | undefined;
  kinds: { older: KindCounts; newer: KindCounts };
}

export type CompareAnswer =
  | ComparedTexts
  | { kind: 'tooDense' }
  /** One of them is no FeatureCollection. */
  | { kind: 'broken'; which: 'older' | 'newer' };

/** What the two reports are called. */
export interface ComparedNames {
  older: string;
  newer: string;
}

/**
 * @param text of the older report and of the newer one behind it: by the length of it all is told where this runs
 * @param split length of the older one
 */
export function compareTexts(
  text: string,
  split: number,
  names: ComparedNames,
  sameness: Sameness,
): CompareAnswer {
  const older = featuresOf(text.slice(0, split));
  if (!older) return { kind: 'broken', which: 'older' };
  const newer = featuresOf(text.slice(split));
  if (!newer) return { kind: 'broken', which: 'newer' };
  const found = compareReports(older, newer, sameness);
  if (found.kind === 'tooDense') return found;
  const counts = { fresh: found.fresh.length, gone: found.gone.length, same: found.same.length };
  const { boxShare, kinds } = found;
  return {
    kind: 'compared',
    text: textOf(older, newer, found, { names, sameness, counts }),
    counts,
    boxShare,
    kinds,
  };
}

function featuresOf(text: string): ReportFeature[] | undefined {
  try {
    const { type, features } = JSON.parse(text.replace(/^\uFEFF/, '')) as Readonly<Record<string, unknown>>;
    if (type !== 'FeatureCollection' || !Array.isArray(features)) return undefined;
    // With what else they say, such as an id.
    return (features as object[]).flatMap(one => {
      const feature = featureOf(one);
      return feature ? [{ ...one, ...feature }] : [];
    });
  } catch {
    return undefined;
  }
}

interface Told {
  names: ComparedNames;
  sameness: Sameness;
  counts: ComparedTexts['counts'];
}

/** One feature a line; those of the newer report first, in its order. */
function textOf(
  older: readonly ReportFeature[],
  newer: readonly ReportFeature[],
  found: ReportComparison,
  { names, sameness, counts }: Told,
): string {
  const pairs = new Map(found.same.map(pair => [pair.newer, pair]));
  const lines: string[] = [];
  newer.forEach((feature, place) => {
    const pair = pairs.get(place);
    const partner = pair && older[pair.older];
    lines.push(
      pair && partner
        ? featureText(feature, {
            'swath:change': 'same',
            'swath:matched': nameOf(partner, pair.older),
            ...measureText(pair.measure),
          })
        : featureText(feature, { 'swath:change': 'new' }),
    );
  });
  for (const place of found.gone) {
    const feature = older[place];
    if (feature) lines.push(featureText(feature, { 'swath:change': 'gone' }));
  }
  const summary = {
    ...names,
    new: counts.fresh,
    gone: counts.gone,
    same: counts.same,
    leastOverlap: sameness.leastOverlap,
    farthest_m: sameness.farthest,
  };
  return [
    '{',
    '  "type": "FeatureCollection",',
    `  "swath:comparison": ${JSON.stringify(summary)},`,
    '  "features": [',
    lines.map(line => `    ${line}`).join(',\n'),
    '  ]',
    '}',
    '',
  ].join('\n');
}

function featureText(feature: ReportFeature, change: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ ...feature, properties: { ...feature.properties, ...change } });
}

/** What identifies a feature in its own report; its number in it where nothing does. */
function nameOf(feature: ReportFeature, place: number): unknown {
  const { id } = feature as { id?: unknown };
  return id ?? feature.properties.id ?? place + 1;
}

function measureText(measure: ReportComparison['same'][number]['measure']): Record<string, number> {
  switch (measure.kind) {
    case 'overlap':
      return { 'swath:overlap': Math.round(measure.share * 1000) / 1000 };
    case 'distance':
      return { 'swath:distance_m': Math.round(measure.metres * 100) / 100 };
    case 'equal':
      return {};
  }
}
