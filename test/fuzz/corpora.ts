import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bytes } from './mutate.ts';

const folder = join(import.meta.dirname, '../data/fuzz');

/** Of one target, without what writing each on a line adds. */
const maxBytes = 8000;

const pathOf = (target: string) => join(folder, `${target}.txt`);

/** The kept inputs of a target: each line of its file is one in base64. */
export async function readCorpus(target: string): Promise<Bytes[]> {
  const text = await readFile(pathOf(target), 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter(line => line !== '')
    .map(line => Uint8Array.from(Buffer.from(line, 'base64')));
}

/** @param inputs the first ones are kept, as far as they fit */
export async function writeCorpus(target: string, inputs: readonly Bytes[]): Promise<void> {
  let left = maxBytes;
  const kept = inputs.filter(({ length }) => {
    const fits = length <= left;
    if (fits) left -= length;
    return fits;
  });
  const lines = kept.map(input => `${Buffer.from(input).toString('base64')}\n`);
  await writeFile(pathOf(target), lines.join(''));
}
