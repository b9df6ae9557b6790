import type { Reporter, TestModule } from 'vitest/node';
import { isFull, seedVariable } from './randomRuns.ts';
// The type of what it sums up.
import type {} from './randomSetup.ts';

/** Tells on one line the seed of the random tests and how much they ran. */
export function randomReporter(seed: number): Reporter {
  return {
    onTestRunEnd(modules: readonly TestModule[]) {
      const counted = modules.flatMap(module => module.meta().random ?? []);
      const sum = (key: 'properties' | 'runs') => counted.reduce((total, one) => total + one[key], 0);
      if (sum('properties') === 0) return;
      const many = isFull ? 'full counts' : 'quick counts';
      console.log(
        `Random tests: ${sum('properties')}, with ${sum('runs')} runs (${many}), seed ${seed}: ${seedVariable}=${seed} repeats them.`,
      );
    },
  };
}
