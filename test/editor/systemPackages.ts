import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from './cacheFolder.ts';
import { findChromium, findOnPath } from './chromium.ts';
import { runLogged } from './runLogged.ts';

/** What compiles the editor's native modules: the Debian package, and how to check that it is installed. */
const buildNeeds = [
  { debian: 'make', isThere: () => findOnPath('make') !== undefined },
  { debian: 'g++', isThere: () => findOnPath('g++') !== undefined },
  { debian: 'python3', isThere: () => findOnPath('python3') !== undefined },
  {
    debian: 'libkrb5-dev',
    isThere: () => process.platform !== 'linux' || existsSync('/usr/include/gssapi/gssapi.h'),
  },
];

/** Ensures that the editor can be installed: installs what is missing, or throws with the command that does. */
export async function ensureBuildTools(): Promise<void> {
  const missing = buildNeeds.filter(need => !need.isThere()).map(need => need.debian);
  if (missing.length === 0) return;
  await installPackages(missing, {
    purpose: 'Compiling the editor',
    elsewhere:
      process.platform === 'darwin'
        ? 'Run xcode-select --install'
        : `Install what your system has for these packages of Debian: ${missing.join(', ')}`,
  });
}

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
