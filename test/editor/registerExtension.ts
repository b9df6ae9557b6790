import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Makes an editor treat the extension in a folder as installed, without packaging and copying it. Unlike an extension
 * in development, it runs as for its users: in production mode, in a window with a normal title. Uninstalling only
 * removes it from the list: VS Code deletes nothing outside its own extensions folder.
 */
export async function registerExtension(extensionsDir: string, extensionPath: string): Promise<void> {
  const manifest = JSON.parse(await readFile(join(extensionPath, 'package.json'), 'utf8')) as {
    publisher: string;
    name: string;
    version: string;
  };
  const entry = {
    identifier: { id: `${manifest.publisher}.${manifest.name}` },
    version: manifest.version,
    location: { $mid: 1, scheme: 'file', path: decodeURIComponent(pathToFileURL(extensionPath).pathname) },
  };
  await mkdir(extensionsDir, { recursive: true });
  const list = join(extensionsDir, 'extensions.json');
  const others = existsSync(list) ? (JSON.parse(await readFile(list, 'utf8')) as unknown[]) : [];
  await writeFile(list, JSON.stringify([...others, entry]));
}
