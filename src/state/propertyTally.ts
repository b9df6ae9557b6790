/** What is known of one property over all features of a report. */
export interface PropertyFacts {
  name: string;
  /** Features that have it, other than as null. */
  count: number;
  /** Number of features by value, the most frequent first; `undefined` where there are too many values to count. */
  values: readonly (readonly [value: string, count: number])[] | undefined;
  /** Least and greatest, where all values are numbers. */
  range: readonly [least: number, greatest: number] | undefined;
}

export interface PropertyTally {
  add(properties: Readonly<Record<string, unknown>>): void;
  facts(): PropertyFacts[];
}

/** Reports hold what they hold: so much is counted, whatever comes. */
const mostProperties = 200;
const mostValues = 30;
const longestValue = 80;

interface Counted {
  count: number;
  values: Map<string, number> | undefined;
  least: number;
  greatest: number;
  isNumeric: boolean;
}

/** Counts the values of properties, in bounded memory. */
export function createPropertyTally(): PropertyTally {
  const counted = new Map<string, Counted>();

  function addOne(name: string, value: unknown) {
    let known = counted.get(name);
    if (!known) {
      if (counted.size >= mostProperties) return;
      known = { count: 0, values: new Map(), least: Infinity, greatest: -Infinity, isNumeric: true };
      counted.set(name, known);
    }
    known.count += 1;
    if (typeof value === 'number') {
      known.least = Math.min(known.least, value);
      known.greatest = Math.max(known.greatest, value);
    } else known.isNumeric = false;
    countValue(known, value);
  }

  return {
    add(properties) {
      for (const name in properties) {
        const value = properties[name];
        if (value !== null && value !== undefined) addOne(name, value);
      }
    },
    facts: () =>
      [...counted].map(([name, { count, values, least, greatest, isNumeric }]) => ({
        name,
        count,
        values: values && [...values].sort(([, one], [, other]) => other - one),
        range: isNumeric ? [least, greatest] : undefined,
      })),
  };
}

function countValue(known: Counted, value: unknown): void {
  const { values } = known;
  if (!values) return;
  // Lists and objects are not counted: they can be as large as the report.
  const word =
    typeof value === 'string' ? value : typeof value === 'object' ? undefined : JSON.stringify(value);
  const isOneTooMany = word !== undefined && !values.has(word) && values.size >= mostValues;
  if (word === undefined || word.length > longestValue || isOneTooMany) known.values = undefined;
  else values.set(word, (values.get(word) ?? 0) + 1);
}
