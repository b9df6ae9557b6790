import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { bundleOf } from '../bench/benchPage.ts';

// Benches don't run with the tests, and their pages take from the code what runs in a browser only.
it.each(['areaViewPage', 'footprintsPage', 'reportPage', 'resultsPage'])(
  'the page of a bench can be bundled for a browser: %s',
  async page => {
    const { errors, warnings } = await build({
      ...bundleOf(page),
      outdir: '/none',
      write: false,
      logLevel: 'silent',
    });
    // A warning says what is left out.
    expect([...errors, ...warnings]).toEqual([]);
  },
);
