import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOnPath } from './chromium.ts';
import { writeSettings } from './editorSettings.ts';

/**
 * Opens a folder in the desktop VS Code on this machine, which runs the extension from its sources and stores nothing
 * in the user's own profile. Resolves when its window is closed.
 */
export async function openDesktop(
  extensionPath: string,
  folder: string,
  env: Record<string, string>,
): Promise<void> {
  const code = findOnPath('code');
  if (code === undefined) {
    throw new Error(
      'There is no command "code" on PATH. In VS Code, run "Shell Command: Install \'code\' command in PATH", ' +
        'or leave --desktop out: npm start then brings an editor of its own.',
    );
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'swath-desktop-'));
  await writeSettings(join(dataDir, 'User/settings.json'), {});
  console.log('Opening VS Code. Close its window to end.');
  const args = [
    `--extensionDevelopmentPath=${extensionPath}`,
    `--user-data-dir=${dataDir}`,
    `--extensions-dir=${join(dataDir, 'extensions')}`,
    ...['--disable-workspace-trust', '--new-window', '--wait', folder],
  ];
  // Windows runs a .cmd only in a shell, which takes a command line, not a list.
  const isWindows = process.platform === 'win32';
  const window = spawn(isWindows ? `"${code}"` : code, isWindows ? args.map(arg => `"${arg}"`) : args, {
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: isWindows,
  });
  try {
    const [exit] = (await once(window, 'exit')) as [number | null];
    if (exit !== 0) throw new Error(`${code} ended with ${String(exit)}.`);
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
  }
}
