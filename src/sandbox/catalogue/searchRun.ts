import type { Found } from './imageFeature.ts';
import type { Ranking } from './ranking.ts';
import type { Refusal } from '../http/refusal.ts';
import { mostResults } from './searchRequest.ts';
import type { Outcome } from './sweep.ts';
import type { Turns } from '../http/turns.ts';

export interface Results {
  /** Sorted, at most the 10,000 that can be reached; only so many as were asked for are certain. */
  results: readonly Found[];
  /** False if there are more than can be reached, or could be. */
  complete: boolean;
}

export interface SearchParts {
  /** Fills the ranking; yields where it may rest. */
  steps: Generator<void, Outcome, undefined>;
  ranking: Ranking<Found>;
  /** What is found without a search, in any order. */
  others: readonly Found[];
  compare: (a: Found, b: Found) => number;
  /** What a search is told that gave up. */
  tooBroad: Refusal;
}

/**
 * One search, which goes on only while somebody waits for its results, and only as far as they are asked for. All who
 * ask the same share it, and what it has found stays for the next page.
 */
export class SearchRun {
  private readonly parts: SearchParts;
  private readonly turns: Turns;
  private state: 'open' | Outcome | { failure: unknown } = 'open';
  private turn: Promise<void> | undefined;

  constructor(parts: SearchParts, turns: Turns) {
    this.parts = parts;
    this.turns = turns;
  }

  /**
   * Searches until the first `count` results are certain, or all that there are.
   *
   * @throws Refusal where that is too much work; the reason of the signal where that is aborted
   */
  async reach(count: number, signal: AbortSignal): Promise<Results> {
    while (this.state !== 'complete' && this.parts.ranking.settled < count) {
      signal.throwIfAborted();
      if (this.state === 'tooBroad') throw this.parts.tooBroad;
      if (this.state !== 'open') throw this.state.failure;
      await (this.turn ??= this.takeTurn());
    }
    return this.results();
  }

  private async takeTurn(): Promise<void> {
    const until = await this.turns.next();
    this.turn = undefined;
    try {
      while (this.state === 'open' && performance.now() < until) {
        const step = this.parts.steps.next();
        if (step.done) this.state = step.value;
      }
    } catch (failure) {
      this.state = { failure };
    }
  }

  private results(): Results {
    const { ranking, others, compare } = this.parts;
    const best = ranking.best();
    const all = others.length === 0 ? best : [...best, ...others].sort(compare);
    return {
      results: all.slice(0, mostResults),
      complete: this.state === 'complete' && all.length <= mostResults,
    };
  }
}
