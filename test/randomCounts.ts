import fc from 'fast-check';

/** What random tests ran since somebody set this to 0. It is a module of its own, since a plugin cannot be taken away. */
export const randomCounts = { properties: 0, runs: 0 };

fc.installGlobalPlugin(() => ({
  onAllRunsComplete({ numRuns }) {
    randomCounts.properties += 1;
    randomCounts.runs += numRuns;
  },
}));
