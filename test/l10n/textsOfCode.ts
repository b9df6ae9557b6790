import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repository } from '../editor/repository.ts';
import { textsIn } from './textsIn.mjs';

export interface TextsOfCode {
  /** First location of each text, by text: `src/platform/rows/row.ts:58`. */
  texts: Map<string, string>;
  /** Locations of texts that are computed and can't be collected. */
  computed: string[];
}

export interface SourceFile {
  /** Relative to the root of the repository. */
  name: string;
  source: string;
}

/** All source files of the product itself. */
export async function readSources(): Promise<SourceFile[]> {
  const names = await Promise.all(
    ['src', 'webview'].map(async folder => {
      const inside = await readdir(join(repository, folder), { recursive: true });
      return inside.filter(name => /\.tsx?$/.test(name)).map(name => join(folder, name));
    }),
  );
  return Promise.all(
    names
      .flat()
      .sort()
      .map(async name => ({ name, source: await readFile(join(repository, name), 'utf8') })),
  );
}

export function textsOfCode(sources: readonly SourceFile[]): TextsOfCode {
  const texts = new Map<string, string>();
  const computed: string[] = [];
  for (const { name, source } of sources) {
    for (const { text, line } of textsIn(name, source)) {
      const place = `${name}:${line}`;
      if (text === undefined) computed.push(place);
      else if (!texts.has(text)) texts.set(text, place);
    }
  }
  return { texts, computed };
}
