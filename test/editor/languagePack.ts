import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { registerExtension } from './registerExtension.ts';

/**
 * Sets an editor's language: installs a language pack without texts next to its extensions, so that the editor's own
 * texts stay English and tests can find them, while extensions show their translations. The server must be started with
 * `--locale` and the language.
 *
 * @param userDataDir of the server: `data` in its data folder
 */
export async function addLanguagePack(
  userDataDir: string,
  extensionsDir: string,
  language: string,
): Promise<void> {
  const folder = join(extensionsDir, `language-pack-${language}`);
  const translations = join(folder, 'texts.json');
  await mkdir(folder, { recursive: true });
  await mkdir(userDataDir, { recursive: true });
  await writeFile(translations, JSON.stringify({ version: '1.0.0', contents: {} }));
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({
      publisher: 'swath',
      name: `language-pack-${language}`,
      version: '1.0.0',
      engines: { vscode: '*' },
      contributes: {
        localizations: [{ languageId: language, translations: [{ id: 'vscode', path: './texts.json' }] }],
      },
    }),
  );
  await registerExtension(extensionsDir, folder);
  // What the editor writes when it installs a pack.
  await writeFile(
    join(userDataDir, 'languagepacks.json'),
    JSON.stringify({
      [language]: {
        hash: 'swath',
        label: language,
        extensions: [{ extensionIdentifier: { id: `swath.language-pack-${language}` }, version: '1.0.0' }],
        translations: { vscode: translations },
      },
    }),
  );
}
