/** Items kept apart before they are sorted in: few, because all of them are on one thread that others wait for. */
const mostFresh = 500;

/** The best items of any number, in order; the others are let go. */
export class Ranking<T> {
  private readonly compare: (a: T, b: T) => number;
  private readonly most: number;
  private sorted: T[] = [];
  private fresh: T[] = [];
  private certain = 0;

  constructor(compare: (a: T, b: T) => number, most: number) {
    this.compare = compare;
    this.most = most;
  }

  /** False where at least `most` better items are known. */
  admits(item: T): boolean {
    const worst = this.sorted[this.most - 1];
    return worst === undefined || this.compare(item, worst) < 0;
  }

  add(item: T): void {
    this.fresh.push(item);
    if (this.fresh.length >= mostFresh) this.sortIn();
  }

  /** How many of the best stay so, whatever is still to come. */
  get settled(): number {
    return this.certain;
  }

  /** Told what is certain to be better than all that is still to come; returns how many of the best are. */
  settle(isSettled: (item: T) => boolean): number {
    const best = this.best();
    while (this.certain < best.length && isSettled(best[this.certain] as T)) this.certain++;
    return this.certain;
  }

  /** The best first. */
  best(): readonly T[] {
    if (this.fresh.length > 0) this.sortIn();
    return this.sorted;
  }

  /** Searches the place of each fresh item: a look at every sorted one would take many times as long. */
  private sortIn(): void {
    const merged: T[] = [];
    let next = 0;
    for (const item of this.fresh.sort(this.compare)) {
      const place = this.placeOf(item, next);
      while (next < place) merged.push(this.sorted[next++] as T);
      merged.push(item);
    }
    while (next < this.sorted.length) merged.push(this.sorted[next++] as T);
    if (merged.length > this.most) merged.length = this.most;
    this.sorted = merged;
    this.fresh = [];
  }

  /** The index, from `first` on, of the first sorted item that comes after this one. */
  private placeOf(item: T, first: number): number {
    let [low, high] = [first, this.sorted.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.compare(this.sorted[middle] as T, item) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
