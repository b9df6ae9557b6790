import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { patient } from '../runSpeed.ts';
import { waitFor } from './waitFor.ts';

/** Makes the first window an empty workbench: no tour, no chat, no prompts, no internet access. */
const quiet = {
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.enableExperiments': false,
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
};

/**
 * Merges `settings` into the user settings of an editor; creates the file with quiet defaults. An open window applies
 * them after a reload. A value of undefined removes a setting.
 */
export async function writeSettings(file: string, settings: Record<string, unknown>): Promise<void> {
  const before = await waitFor('whole settings', () => readSettings(file), { timeout: patient(10_000) });
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify({ ...before, ...settings }, undefined, 2)}\n`);
}

/** `undefined` while an open window is writing them. */
async function readSettings(file: string): Promise<Record<string, unknown> | undefined> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return JSON.stringify(quiet);
    throw error;
  });
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
