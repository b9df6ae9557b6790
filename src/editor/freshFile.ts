import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';

/**
 * Writes a new file under the first name that neither a file nor an open document has.
 *
 * @param ending such as `.geojson`
 * @returns its path
 */
export async function writeBesideOthers(
  folder: string,
  stem: string,
  ending: string,
  text: string,
): Promise<string> {
  for (let count = 1; ; count++) {
    const path = join(folder, `${stem}${count === 1 ? '' : `-${count}`}${ending}`);
    if (vscode.workspace.textDocuments.some(({ uri }) => uri.fsPath === path)) continue;
    try {
      // Fails where there is a file already, also one that has come this moment.
      await writeFile(path, text, { flag: 'wx' });
      return path;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
