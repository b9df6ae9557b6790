import { lstat, mkdir, rename, rm } from 'node:fs/promises';
import { freeParts, ownPartName } from './partName.ts';

/** The folder that an archive is unpacked to at first: beside it, and named after it. */
export function unzipFolder(path: string): string {
  return /\.zip$/i.test(path) ? path.slice(0, -'.zip'.length) : `${path}-files`;
}

/**
 * Unpacks an archive into a folder beside it, which appears when it is whole. A folder that is there keeps its name, and
 * this one gets a number. What is half done when it fails is gone.
 *
 * @param onProgress bytes unpacked so far
 * @returns path of the folder
 */
export async function unzipBeside(
  path: string,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<string> {
  // Of windows that ended meanwhile.
  for (const left of await freeParts(path)) await rm(left, { recursive: true, force: true });
  const folder = ownPartName(path);
  await mkdir(folder);
  try {
    const { unpack } = await import('./unzip.ts');
    await unpack(path, folder, signal, onProgress);
    return await takeFolderName(folder, unzipFolder(path));
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function takeFolderName(folder: string, wanted: string): Promise<string> {
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted}-${number}`;
    if (await nameIsTaken(name)) continue;
    try {
      await rename(folder, name);
      return name;
    } catch (error) {
      // Somebody else took the name meanwhile.
      if (!(await nameIsTaken(name))) throw error;
    }
  }
}

/** Whether something is there, whatever it is. */
export async function nameIsTaken(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
