import * as l10n from '@vscode/l10n';
import type { Fields } from '../model/fields.ts';
import { isSecretName, withoutSecrets } from '../model/words/secretFields.ts';
import type { Fact } from './row.ts';

/** Facts of a tooltip that come from fields which nobody foresaw; the rest is one command away. */
const mostFacts = 20;
const longestValue = 120;

/**
 * What the service sent beyond what a view knows to name: nested fields by their way (`datas.aoi`), shapes by their kind,
 * secrets not at all.
 *
 * @param named fields that are told already; links are never told here
 */
export function otherFacts(fields: Fields, named: readonly string[]): Fact[] {
  const rest = Object.entries(fields).filter(([name]) => isShown(name) && !named.includes(name));
  const facts = rest.flatMap(([name, value]) => flattened(name, value));
  if (facts.length <= mostFacts) return facts;
  return [
    ...facts.slice(0, mostFacts),
    [l10n.t('More'), l10n.t('{0} more fields: Show Details', facts.length - mostFacts)],
  ];
}

/** The links that came with a record, by their names; an address that stands alone is one too. */
export function linkFacts({ _links: links }: Fields): Fact[] {
  if (typeof links !== 'object' || links === null) return [];
  return Object.entries(links).flatMap(([name, sent]) =>
    (Array.isArray(sent) ? (sent as unknown[]) : [sent]).flatMap((link): Fact[] => {
      const href = typeof link === 'string' ? link : (link as { href?: unknown } | null | undefined)?.href;
      return typeof href === 'string' ? [[name, withoutSecrets(href)]] : [];
    }),
  );
}

function isShown(name: string): boolean {
  return name !== '_links' && !isSecretName(name);
}

function flattened(name: string, value: unknown): Fact[] {
  if (value === null || value === undefined || value === '') return [];
  if (Array.isArray(value)) return listed(name, value);
  if (typeof value !== 'object') return [[name, shortened(scalarText(value))]];
  const shape = shapeText(value);
  if (shape !== undefined) return [[name, shape]];
  return Object.entries(value)
    .filter(([inner]) => isShown(inner))
    .flatMap(([inner, one]) => flattened(`${name}.${inner}`, one));
}

/** Words and numbers in one line; of objects only how many there are, where there are several. */
function listed(name: string, values: readonly unknown[]): Fact[] {
  if (values.length === 0) return [];
  if (values.every(one => typeof one !== 'object' || one === null)) {
    return [[name, shortened(values.map(scalarText).join(', '))]];
  }
  return values.length === 1 ? flattened(name, values[0]) : [[name, l10n.t('{0} entries', values.length)]];
}

function scalarText(value: unknown): string {
  return typeof value === 'string' ? withoutSecrets(value) : JSON.stringify(value);
}

function shortened(text: string): string {
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}

/** A GeoJSON geometry in words; `undefined` for any other object. */
function shapeText(value: object): string | undefined {
  const { type, coordinates } = value as { type?: unknown; coordinates?: unknown };
  if (typeof type !== 'string' || !Array.isArray(coordinates)) return undefined;
  return l10n.t('{0} with {1} positions', type, positionsIn(coordinates));
}

function positionsIn(coordinates: readonly unknown[]): number {
  if (typeof coordinates[0] === 'number') return 1;
  return coordinates.reduce<number>((sum, inner) => sum + (Array.isArray(inner) ? positionsIn(inner) : 0), 0);
}
