/** Work that can be put aside at every `yield`. */
export type Work = Generator<undefined, void>;

/** A longer turn would be felt in a movement of the map, ms. */
const longestTurn = 8;

export interface Clock {
  /** ms */
  now: () => number;
  /** @param turn called by itself, soon */
  later: (turn: () => void) => void;
}

/** Input and frames come before the next turn. */
export const pageClock: Clock = {
  now: () => performance.now(),
  later: turn => void scheduler.postTask(turn),
};

/** Does work in turns of a few milliseconds, so that the page can answer and be shown between any two of them. */
export class Turns<Key> {
  readonly #clock: Clock;
  #work = new Map<Key, Work>();
  #isAwaited = false;

  constructor(clock: Clock = pageClock) {
    this.#clock = clock;
  }

  /** Takes the place of what was begun under the same key. */
  begin(key: Key, work: Work): void {
    this.#work.set(key, work);
    this.#await();
  }

  /**
   * As `begin`, and before everything else that was begun; the first turn is now.
   *
   * @param longest of the first turn, ms
   */
  beginNow(key: Key, work: Work, longest: number = longestTurn): void {
    this.#work.delete(key);
    this.#work = new Map([[key, work], ...this.#work]);
    this.#goOn(key, work, this.#clock.now() + longest);
    if (this.isBusy(key)) this.#await();
  }

  drop(key: Key): void {
    this.#work.delete(key);
  }

  isBusy(key: Key): boolean {
    return this.#work.has(key);
  }

  #await(): void {
    if (this.#isAwaited) return;
    this.#isAwaited = true;
    this.#clock.later(() => this.#turn());
  }

  #turn(): void {
    this.#isAwaited = false;
    const end = this.#clock.now() + longestTurn;
    try {
      for (const [key, work] of this.#work)
        if (this.#work.get(key) === work && !this.#goOn(key, work, end)) break;
    } finally {
      if (this.#work.size > 0) this.#await();
    }
  }

  /** @returns whether there is time for more */
  #goOn(key: Key, work: Work, end: number): boolean {
    let isOver = true;
    try {
      do isOver = work.next().done === true;
      while (!isOver && this.#clock.now() < end);
    } catch (fault) {
      // The rest must not wait for work that fails.
      isOver = true;
      throw fault;
    } finally {
      if (isOver && this.#work.get(key) === work) this.#work.delete(key);
    }
    return this.#clock.now() < end;
  }
}
