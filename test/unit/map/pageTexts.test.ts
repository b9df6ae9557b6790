import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Uri } from 'vscode';
import { setLocale } from '../../../src/model/words/displayLanguage.ts';
import { pageTexts } from '../../../src/map/pageHtml.ts';

let folder: string;
const distUri = () => Uri.file(folder);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swath-texts-'));
});
afterEach(async () => {
  setLocale({ language: 'en', bundle: undefined });
  await rm(folder, { recursive: true });
});

describe('the texts of the page', () => {
  it('are those that it can show and that have a translation', async () => {
    await writeFile(join(folder, 'pageTexts.json'), JSON.stringify(['Map', 'Search', 'Brand new']));
    setLocale({ language: 'de', bundle: { Map: 'Karte', Search: 'Suchen', 'Sign In': 'Anmelden' } });
    expect(pageTexts(distUri())).toEqual({ Map: 'Karte', Search: 'Suchen' });
  });
});
