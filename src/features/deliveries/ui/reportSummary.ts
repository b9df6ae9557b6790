import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import { areaText } from '../../../base/words/areaText.ts';
import { numberText } from '../../../base/words/displayLanguage.ts';
import { markdownTable, plainMarkdown } from '../../../base/words/plainMarkdown.ts';
import { byteText } from '../../../service/rules/quantity.ts';
import { drawnCount, type PropertyFacts } from '../../reports/rules/index.ts';
import type { ReadReport } from '../reportFiles.ts';
import { leftOutOf } from '../reports.ts';

/** Maximum number of properties whose values are listed, the most informative first. */
const maxTables = 5;
/** Six decimals of a degree are a tenth of a meter. */
const decimals = 6;

/** @param bytes size of the file */
export function tooLargeText(name: string, bytes: number): string {
  return l10n.t('{0} ({1}) is too large for the editor.', name, byteText(bytes));
}

/** The content of a report in Markdown, for a report that is too long to read as text. */
export function reportSummary(
  title: string,
  report: Pick<ReadReport, 'index'> & { path: string; bytes: number },
): string {
  const { path, bytes } = report;
  const { facts } = report.index;
  const telling = facts.properties
    .filter(({ values, range, count }) => values && values.length < count && !range)
    .sort(
      (a, b) =>
        Number(isSameForAll(a, facts.features)) - Number(isSameForAll(b, facts.features)) ||
        b.count - a.count ||
        valuesOf(a).length - valuesOf(b).length,
    )
    .slice(0, maxTables);
  return [
    `# ${plainMarkdown(title)}`,
    '',
    tooLargeText(plainMarkdown(basename(path)), bytes),
    '',
    ...markdownTable([l10n.t('Name'), l10n.t('Value')], totals(report)),
    '',
    ...telling.flatMap(property => tableOf(property, facts.features)),
    ...propertiesTable(facts.properties),
  ].join('\n');
}

function propertiesTable(properties: readonly PropertyFacts[]): string[] {
  if (properties.length === 0) return [];
  return [
    `## ${l10n.t('Properties')}`,
    '',
    ...markdownTable(
      [l10n.t('Name'), l10n.t('Features'), l10n.t('Value')],
      properties.map(property => [property.name, numberText(property.count), valuesText(property)]),
    ),
    '',
  ];
}

/** A property with the same value everywhere doesn't distinguish features. */
function isSameForAll(property: PropertyFacts, features: number): boolean {
  return property.count === features && valuesOf(property).length === 1;
}

function totals(report: Pick<ReadReport, 'index'>): string[][] {
  const { facts } = report.index;
  const { bounds, placeless, tooLong, areaKm2, hasLostText, isInDegrees, crs } = facts;
  return [
    [l10n.t('Features'), numberText(facts.features + placeless + tooLong)],
    ...facts.geometries.map(([type, count]) => [type, numberText(count)]),
    ...(placeless > 0 ? [[l10n.t('Without a geometry'), numberText(placeless)]] : []),
    ...(tooLong > 0 ? [[l10n.t('Too long or too deeply nested'), numberText(tooLong)]] : []),
    ...(hasLostText ? [[l10n.t('Unreadable characters'), l10n.t('Not in UTF-8')]] : []),
    ...(isInDegrees ? [] : [[l10n.t('Coordinates'), crs ?? l10n.t('Not longitude and latitude in degrees')]]),
    ...(leftOutOf(report) > 0
      ? [[l10n.t('Drawn on the map'), numberText(drawnCount(report.index.places))]]
      : []),
    ...(areaKm2 > 0 ? [[l10n.t('Total area of polygons'), areaText(areaKm2)]] : []),
    ...(bounds
      ? [
          [
            l10n.t('West, south, east, north'),
            bounds.map(degrees => String(Number(degrees.toFixed(decimals)))).join(', '),
          ],
        ]
      : []),
  ];
}

/** Number of features per value. */
function tableOf(property: PropertyFacts, features: number): string[] {
  const rows = valuesOf(property).map(([value, count]) => [value, numberText(count)]);
  const others = features - property.count;
  return [
    `## ${plainMarkdown(property.name)}`,
    '',
    ...markdownTable(
      [property.name, l10n.t('Features')],
      [...rows, ...(others > 0 ? [['–', numberText(others)]] : [])],
    ),
    '',
  ];
}

function valuesText({ range, values }: PropertyFacts): string {
  if (range) return l10n.t('{0} to {1}', ...range);
  return values ? l10n.t('{0} different', numberText(values.length)) : '…';
}

function valuesOf({ values = [] }: PropertyFacts): readonly (readonly [value: string, count: number])[] {
  return values;
}
