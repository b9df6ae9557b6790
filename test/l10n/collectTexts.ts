// npm run l10n
//
// Writes the English texts of the code to media/l10n/bundle.l10n.json, the starting point for a translator, and the
// German schemas, and the schemas of orders and searches in both languages. Lists the German texts that are missing or unused.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repository } from '../editor/repository.ts';
import { bundleFile, madeFiles, makeGerman, makeTableSchemas, readTexts, schemaTextsFile } from './german.ts';
import { readSources, textsOfCode } from './textsOfCode.ts';

const englishFile = 'media/l10n/bundle.l10n.json';

const { texts } = textsOfCode(await readSources());
const english = Object.fromEntries([...texts.keys()].sort().map(text => [text, text]));
await writeFile(join(repository, englishFile), `${JSON.stringify(english, null, 2)}\n`);
const german = await readTexts(bundleFile);
console.log(`${englishFile}: ${Object.keys(english).length} texts`);

const missing = Object.keys(english).filter(text => !(text in german));
const unused = Object.keys(german).filter(text => !(text in english));
tell(bundleFile, missing, unused);

for (const [file, content] of Object.entries(await makeTableSchemas(german)))
  await writeFile(join(repository, file), content);

const schemaTexts = await readTexts(schemaTextsFile);
const used = new Set<string>();
const missingInSchemas = new Set<string>();
for (const [file, made] of Object.entries(madeFiles)) {
  const { content, ...usage } = await makeGerman(file, { ...german, ...schemaTexts });
  await writeFile(join(repository, made), content);
  for (const text of usage.used) used.add(text);
  for (const text of usage.missing) missingInSchemas.add(text);
}
tell(
  schemaTextsFile,
  [...missingInSchemas],
  Object.keys(schemaTexts).filter(text => !used.has(text)),
);

function tell(file: string, lacking: readonly string[], left: readonly string[]) {
  for (const text of lacking) console.error(`${file} lacks: ${JSON.stringify(text)}`);
  for (const text of left) console.error(`${file} has what nothing uses: ${JSON.stringify(text)}`);
  if (lacking.length + left.length > 0) process.exitCode = 1;
}
