import type { ReportFeature } from '../../src/model/report/reportFeature.ts';

/** A property by whose values features can be told apart. */
export interface ReportProperty {
  name: string;
  /** How many features have it, other than as null. */
  count: number;
  /** `words` have few values, each with its number of features; of `numbers` there are many. */
  values: { kind: 'words'; counts: ReadonlyMap<string, number> } | { kind: 'numbers' };
}

/** Reports hold what they hold: so much is counted, whatever comes. */
const most = { properties: 200, values: 50, letters: 80 } as const;
/** Numbers with no more different values stand for kinds. */
const mostNumberKinds = 6;

/** The name that a comparison of two reports gives to what it found. */
export const changeProperty = 'swath:change';

interface Tally {
  count: number;
  /** `undefined` when there are too many values. */
  counts: Map<string, number> | undefined;
  isNumeric: boolean;
}

/** Properties that can colour the features, in the order in which they come. */
export function propertiesOf(features: readonly ReportFeature[]): ReportProperty[] {
  const tallies = new Map<string, Tally>();
  for (const { properties } of features) {
    for (const name in properties) {
      const value = properties[name];
      if (value !== null && value !== undefined) add(tallies, name, value);
    }
  }
  return [...tallies].flatMap(([name, { count, counts, isNumeric }]): ReportProperty[] => {
    const fewest = isNumeric ? mostNumberKinds : most.values;
    if (counts && counts.size <= fewest) return [{ name, count, values: { kind: 'words', counts } }];
    return isNumeric ? [{ name, count, values: { kind: 'numbers' } }] : [];
  });
}

function add(tallies: Map<string, Tally>, name: string, value: unknown): void {
  let tally = tallies.get(name);
  if (!tally) {
    if (tallies.size >= most.properties) return;
    tally = { count: 0, counts: new Map(), isNumeric: true };
    tallies.set(name, tally);
  }
  tally.count += 1;
  if (typeof value !== 'number' || !Number.isFinite(value)) tally.isNumeric = false;
  const { counts } = tally;
  if (!counts) return;
  const word = wordOf(value);
  const isOneTooMany = word !== undefined && !counts.has(word) && counts.size >= most.values;
  if (word === undefined || word.length > most.letters || isOneTooMany) tally.counts = undefined;
  else counts.set(word, (counts.get(word) ?? 0) + 1);
}

/** A value as a class of its own; `undefined` for lists and objects. */
export function wordOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
}

/** Names that say what a thing is. */
const kindNames = /(^|[_\W])(class|type|label|category|kind|change|status|object|name)(es|s)?($|[_\W])/i;
const scoreNames = /score|confidence|probability/i;
const idNames = /(^|[_\W])(id|uuid|fid|index|nr|number)$/i;
const looksLikeMoment = /^\d{4}-\d{2}-\d{2}/;

/** The property that says most about what was found; `undefined` where none says anything. */
export function mostTelling(properties: readonly ReportProperty[], featureCount: number): string | undefined {
  let best: { name: string; worth: number } | undefined;
  for (const property of properties) {
    const worth = worthOf(property, featureCount);
    if (worth > (best?.worth ?? 0)) best = { name: property.name, worth };
  }
  return best?.name;
}

function worthOf({ name, count, values }: ReportProperty, featureCount: number): number {
  if (name === changeProperty) return 1000;
  if (idNames.test(name)) return 0;
  const share = count / Math.max(1, featureCount);
  if (values.kind === 'numbers') return (scoreNames.test(name) ? 30 : 20) * share;
  const { counts } = values;
  const isNamed = kindNames.test(name);
  // As many values as features tell nothing about many of them, unless there are few features.
  if (counts.size === count && count > 3) return 0;
  if ([...counts.keys()].every(value => looksLikeMoment.test(value))) return counts.size > 1 ? 5 : 0;
  const variety = counts.size === 1 ? 0 : counts.size <= 12 ? 50 : 15;
  return (isNamed ? 100 + variety : variety) * share;
}
