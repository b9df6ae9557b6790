import { afterAll, describe, expect, it } from 'vitest';
import { readCorpus } from './corpora.ts';
import { closeTargets, targets } from './targets.ts';

describe('bytes from elsewhere', () => {
  afterAll(closeTargets);

  it.each(Object.entries(targets))('are read without a fault: %s', async (name, { read, seeds }) => {
    const inputs = [...seeds(), ...(await readCorpus(name))];
    for (const input of inputs) await read(input);
    expect(inputs).not.toEqual([]);
  });
});
