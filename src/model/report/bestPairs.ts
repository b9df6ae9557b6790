/** Pairs of two sides, each taken once, that are worth most together. */
import { itemAt, noItem } from '../itemAt.ts';

/** Of the one side, its places on the other side and what each pair is worth, more than 0. */
export interface Candidates {
  places: readonly number[];
  worth: readonly number[];
}

/** So much more is one pair worth than none, so that of two ways of the same worth the one with more pairs is taken. */
const onePair = 1e-7;
const nobody = -1;

/**
 * The pairs of the greatest worth in all, by the shortest augmenting path for one after another (Jonker and Volgenant
 * 1987), on a sparse graph: a search goes no further than pairs lead, so that groups apart cost nothing to each other.
 *
 * @param candidates for each of the one side
 * @param otherCount how many there are on the other side
 * @returns for each of the one side its partner, or -1
 */
export function bestPairs(candidates: readonly Candidates[], otherCount: number): Int32Array {
  const { length } = candidates;
  // What is left alone is paired with a place of its own, behind the others, that is worth nothing.
  const columns = otherCount + length;
  const most =
    1 + candidates.reduce((top, { worth }) => worth.reduce((best, one) => Math.max(best, one), top), 0);
  const rowPrice = new Float64Array(length);
  const columnPrice = new Float64Array(columns);
  const rowOf = new Int32Array(columns).fill(nobody);
  const columnOf = new Int32Array(length).fill(nobody);
  const distance = new Float64Array(columns).fill(Infinity);
  const from = new Int32Array(columns).fill(nobody);
  const isDone = new Uint8Array(columns);

  for (let first = 0; first < length; first++) {
    const queue = createQueue();
    const touched: number[] = [];
    const passed: number[] = [];
    let row = first;
    let way = 0;
    let end = nobody;

    const look = (column: number, cost: number) => {
      if (isDone[column] === 1) return;
      const found = way + cost - at(rowPrice, row) - at(columnPrice, column);
      if (found >= at(distance, column)) return;
      if (distance[column] === Infinity) touched.push(column);
      distance[column] = found;
      from[column] = row;
      queue.push(column, found);
    };

    while (end === nobody) {
      const { places, worth } = itemAt(candidates, row);
      places.forEach((column, index) => look(column, most - itemAt(worth, index) - onePair));
      look(otherCount + row, most);
      let next = queue.pop();
      while (next !== undefined && isDone[next] === 1) next = queue.pop();
      // Its own place behind the others is always free.
      if (next === undefined) break;
      isDone[next] = 1;
      way = at(distance, next);
      const holder = itemAt(rowOf, next);
      if (holder === nobody) end = next;
      else {
        passed.push(next);
        row = holder;
      }
    }

    rowPrice[first] = at(rowPrice, first) + way;
    for (const column of passed) {
      const holder = itemAt(rowOf, column);
      const saved = way - at(distance, column);
      rowPrice[holder] = at(rowPrice, holder) + saved;
      columnPrice[column] = at(columnPrice, column) - saved;
    }
    for (let column = end; column !== nobody;) {
      const owner = itemAt(from, column);
      const before = itemAt(columnOf, owner);
      rowOf[column] = owner;
      columnOf[owner] = column;
      column = owner === first ? nobody : before;
    }
    for (const column of touched) {
      distance[column] = Infinity;
      from[column] = nobody;
      isDone[column] = 0;
    }
  }
  return columnOf.map(column => (column < otherCount ? column : nobody));
}

function at(array: Float64Array, index: number): number {
  return array[index] ?? noItem(array, index);
}

/** Least first. The same thing can be in it more than once. */
function createQueue() {
  const things: number[] = [];
  const keys: number[] = [];

  function swap(a: number, b: number) {
    [things[a], things[b]] = [things[b] ?? noItem(things, b), things[a] ?? noItem(things, a)];
    [keys[a], keys[b]] = [keys[b] ?? noItem(keys, b), keys[a] ?? noItem(keys, a)];
  }
  const key = (place: number) => keys[place] ?? Infinity;

  return {
    push(thing: number, value: number) {
      things.push(thing);
      keys.push(value);
      for (let place = things.length - 1; place > 0;) {
        const parent = (place - 1) >> 1;
        if (key(parent) <= key(place)) break;
        swap(place, parent);
        place = parent;
      }
    },
    pop(): number | undefined {
      const top = things[0];
      if (top === undefined) return undefined;
      swap(0, things.length - 1);
      things.pop();
      keys.pop();
      for (let place = 0; ;) {
        const left = 2 * place + 1;
        const least = key(left + 1) < key(left) ? left + 1 : left;
        if (key(least) >= key(place)) break;
        swap(place, least);
        place = least;
      }
      return top;
    },
  };
}
