import fc from 'fast-check';

/** What random tests have run since this was set to 0. A separate module, because a plugin can't be removed. */
export const randomCounts = { properties: 0, runs: 0 };

fc.installGlobalPlugin(() => ({
  onAllRunsComplete({ numRuns }) {
    randomCounts.properties += 1;
    randomCounts.runs += numRuns;
  },
}));
