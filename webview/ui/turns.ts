/** Work that can be interrupted at every `yield`. */
export type Work = Generator<undefined, void>;

/** A longer turn would make map movement stutter, ms. */
const longestTurn = 8;

export interface Clock {
  /** ms */
  now: () => number;
  /** @param turn called soon, by the clock */
  schedule: (turn: () => void) => void;
}

/** Input and frames take precedence over the next turn. */
export const pageClock: Clock = {
  now: () => performance.now(),
  schedule: turn => void scheduler.postTask(turn),
};

/** Runs work in turns of a few milliseconds, so that the page can respond and be painted in between. */
export class Turns<Key> {
  readonly #clock: Clock;
  #work = new Map<Key, Work>();
  #isAwaited = false;

  constructor(clock: Clock = pageClock) {
    this.#clock = clock;
  }

  /** Replaces work under the same key. */
  begin(key: Key, work: Work): void {
    this.#work.set(key, work);
    this.#await();
  }

  /**
   * Like `begin`, but before all other work; the first turn runs immediately.
   *
   * @param longest limit of the first turn, ms
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
    this.#clock.schedule(() => this.#turn());
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
      // Work that fails must not block the rest.
      isOver = true;
      throw fault;
    } finally {
      if (isOver && this.#work.get(key) === work) this.#work.delete(key);
    }
    return this.#clock.now() < end;
  }
}
