import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repository } from '../../editor/repository.ts';
import { differences } from '../../l10n/differences.ts';
import {
  bundleFile,
  madeFiles,
  makeGerman,
  makeTableSchemas,
  readTexts,
  schemaTextsFile,
  tableSchemaFiles,
  tableSchemas,
} from '../../l10n/german.ts';
import { readSources, textsOfCode } from '../../l10n/textsOfCode.ts';

const { texts, computed } = textsOfCode(await readSources());
const bundle = await readTexts(bundleFile);
const schemaTexts = await readTexts(schemaTextsFile);

/** Of a set of translations, those that differ from their English in what must be the same. */
function faultsOf(translations: Iterable<readonly [english: string, german: string]>): string[] {
  return [...translations].flatMap(([english, german]) =>
    differences(english, german).map(difference => `${JSON.stringify(english)} in German ${difference}`),
  );
}

describe('the German texts', () => {
  it('are there for every text of the code, and for nothing else', () => {
    expect(
      [...texts].filter(([text]) => !(text in bundle)).map(([text, place]) => `${place} ${text}`),
    ).toEqual([]);
    expect(Object.keys(bundle).filter(text => !texts.has(text))).toEqual([]);
  });

  it('can all be collected: no text is computed', () => {
    expect(computed).toEqual([]);
  });

  it('keep placeholders, icons, links and code of the English', () => {
    expect(faultsOf(Object.entries(bundle))).toEqual([]);
  });

  it('are there for every text of the manifest, with the same links', async () => {
    const english = await readTexts('package.nls.json');
    const german = await readTexts('package.nls.de.json');
    expect(Object.keys(german)).toEqual(Object.keys(english));
    const pairs = Object.entries(english)
      .filter(([key]) => !/^schema\./.test(key))
      .map(([key, text]) => [text, german[key] ?? ''] as const);
    expect(faultsOf(pairs)).toEqual([]);
  });

  it('are in the German schemas, which the manifest names', async () => {
    const manifest = await readTexts('package.nls.json');
    const german = await readTexts('package.nls.de.json');
    const used = new Set<string>();
    for (const [file, made] of Object.entries(madeFiles)) {
      const [key] = Object.entries(manifest).find(([, text]) => text === `./${file}`) ?? [''];
      expect(german[key]).toBe(`./${made}`);
      const { content, missing, used: usedHere } = await makeGerman(file, { ...bundle, ...schemaTexts });
      expect(missing).toEqual([]);
      expect(await readFile(join(repository, made), 'utf8'), `${made}: npm run l10n writes it`).toBe(content);
      for (const text of usedHere) used.add(text);
    }
    expect(Object.keys(schemaTexts).filter(text => !used.has(text))).toEqual([]);
    expect(faultsOf(Object.entries(schemaTexts))).toEqual([]);
  });

  it.each(Object.keys(tableSchemas))('are in the schema %s, which follows its table in both', async name => {
    const { english, german } = tableSchemaFiles(name);
    const [named, namedGerman] = await Promise.all(
      ['package.nls.json', 'package.nls.de.json'].map(readTexts),
    );
    expect([named?.[`schema.${name}`], namedGerman?.[`schema.${name}`]]).toEqual([
      `./${english}`,
      `./${german}`,
    ]);
    const made = await makeTableSchemas(bundle);
    // A decimal point where the language has a comma.
    expect(made[german]).not.toMatch(/\d\.\d+ m\b/);
    for (const file of [english, german])
      expect(await readFile(join(repository, file), 'utf8'), `${file}: npm run l10n writes it`).toBe(
        made[file],
      );
  });
});
