import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from './cacheFolder.mjs';
import { findChromium, findOnPath } from './chromium.ts';
import { runLogged } from './runLogged.mjs';

/** Ensures that there is a Chromium: installs one, or throws with the command that does. */
export async function ensureChromium(): Promise<void> {
  if (findChromium() !== undefined) return;
  // Ubuntu's package of that name only points to a snap.
  const isUbuntu =
    existsSync('/etc/os-release') && /^ID=ubuntu$/m.test(readFileSync('/etc/os-release', 'utf8'));
  await installPackages(isUbuntu ? [] : ['chromium-headless-shell', 'fonts-dejavu-core'], {
    purpose: 'Driving the editor in a browser',
    elsewhere: `Install Chromium${isUbuntu ? ' (sudo snap install chromium)' : ''} or Google Chrome, or name one in CHROMIUM`,
  });
}

export async function installPackages(
  packages: readonly string[],
  { purpose, elsewhere }: { purpose: string; elsewhere: string },
): Promise<void> {
  if (packages.length === 0 || findOnPath('apt-get') === undefined) {
    throw new Error(`${purpose} needs something that this machine does not have. ${elsewhere}.`);
  }
  const install = ['install', '--yes', '--no-install-recommends', ...packages];
  if (process.getuid?.() !== 0) {
    throw new Error(`${purpose} needs system packages. Run this once:\n  sudo apt-get ${install.join(' ')}`);
  }
  console.log(`${purpose} needs ${packages.join(', ')}:`);
  mkdirSync(cacheFolder(), { recursive: true });
  const log = join(cacheFolder(), 'apt-get.log');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const wait = ['-o', 'DPkg::Lock::Timeout=300'];
  await runLogged('apt-get update', 'apt-get', [...wait, 'update'], { log, env });
  await runLogged(`apt-get install ${packages.join(' ')}`, 'apt-get', [...wait, ...install], { log, env });
}
