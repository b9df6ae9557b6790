import type { Reporter, TestModule } from 'vitest/node';
import { isFull, seedVariable } from './randomRuns.ts';
// The type of what it sums up.
import type {} from './randomSetup.ts';

/** Reports on one line the seed of the random tests and how much they ran. */
export default class RandomReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const counted = modules.flatMap(module => module.meta().random ?? []);
    const sum = (key: 'properties' | 'runs') => counted.reduce((total, item) => total + item[key], 0);
    if (sum('properties') === 0) return;
    const seed = `${seedVariable}=${process.env[seedVariable] ?? ''}`;
    console.log(
      `Random tests: ${sum('properties')} with ${sum('runs')} runs (${isFull ? 'full' : 'quick'} counts); ${seed} repeats them.`,
    );
  }
}
