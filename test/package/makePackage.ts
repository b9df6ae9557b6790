import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { nodeBinary, repository } from '../editor/repository.ts';

const run = promisify(execFile);
const vsce = join(repository, 'node_modules/@vscode/vsce/vsce');

/** What only a publisher can enter: the addresses that the stores show, and that links in the texts are resolved with. */
const ofPublisher = ['repository', 'bugs', 'homepage'] as const;

type Manifest = { name: string; version: string } & Partial<Record<(typeof ofPublisher)[number], unknown>>;

export async function readManifest(): Promise<Manifest> {
  return JSON.parse(await readFile(join(repository, 'package.json'), 'utf8')) as Manifest;
}

/** The fields of package.json that the stores show and that nobody has entered yet. */
export function missingForStores(manifest: Manifest): string[] {
  return ofPublisher.filter(field => manifest[field] === undefined);
}

/** Releases have even minor versions, and the stores accept no suffix such as `-beta`. `hour` is as in 2026112316. */
export function preReleaseVersion(version: string, hour: string): string {
  const [major = NaN, minor = NaN] = version.split('.').map(Number);
  return `${major}.${minor % 2 === 1 ? minor : minor + 1}.${hour}`;
}

/** How links in the texts are resolved: at `commit` of the repository; or not at all, if it is unknown. */
export function linkFlags(manifest: Manifest, commit = 'HEAD'): string[] {
  if (manifest.repository === undefined) return ['--allow-missing-repository', '--no-rewrite-relative-links'];
  return ['--githubBranch', commit];
}

/** Packages the build, which has everything bundled; returns the path of the .vsix. */
export async function makePackage(folder = repository, preRelease = false): Promise<string> {
  const manifest = await readManifest();
  const version = preRelease ? preReleaseVersion(manifest.version, await hourOfCommit()) : manifest.version;
  const path = join(folder, `${manifest.name}-${version}.vsix`);
  await rm(path, { force: true });
  const flags = ['--no-dependencies', ...linkFlags(manifest, process.env.GITHUB_SHA)];
  if (preRelease) flags.push('--pre-release', '--no-update-package-json', version);
  await run(nodeBinary, [vsce, 'package', ...flags, '--out', path], { cwd: repository });
  const made = withoutDevelopment(await readFile(path));
  await writeFile(path, manifest.repository === undefined ? withOwnPages(made) : made);
  return path;
}

const manifestInPackage = 'extension/package.json';

/**
 * The same package without what its manifest says about developing Swath: commands that nobody should run where it is
 * installed, and packages that it doesn't contain.
 */
export function withoutDevelopment(vsix: Uint8Array): Uint8Array {
  const files = unzipSync(vsix);
  const manifest = files[manifestInPackage];
  if (!manifest) throw new Error(`The package has no ${manifestInPackage}.`);
  const { scripts, devDependencies, ...rest } = JSON.parse(strFromU8(manifest)) as Record<string, unknown>;
  if (!scripts || !devDependencies) throw new Error('The manifest lacks what is left out of it.');
  return zipSync(
    { ...files, [manifestInPackage]: strToU8(JSON.stringify(rest, undefined, 2)) },
    { level: 9 },
  );
}

/**
 * The same package whose pages need nothing beside them: without an address of the repository, relative links lead nowhere,
 * and the editor's page of an extension shows no pictures but those of the web.
 */
function withOwnPages(vsix: Uint8Array): Uint8Array {
  const files = unzipSync(vsix);
  for (const name of ['extension/readme.md', 'extension/changelog.md']) {
    const page = files[name];
    if (!page) throw new Error(`The package has no ${name}.`);
    files[name] = strToU8(onItsOwn(strFromU8(page)));
  }
  return zipSync(files, { level: 9 });
}

/** A page without its pictures, and with its relative links as plain text. */
export function onItsOwn(page: string): string {
  return page
    .replaceAll(/!\[[^\]]*\]\((?!https:)[^)\s]+\)\n*/g, '')
    .replaceAll(/\[([^\]]*)\]\((?!https:|#)[^)\s]+\)/g, '$1');
}

/** The hour of the newest commit in UTC, as in 2026112316. */
async function hourOfCommit(): Promise<string> {
  const { stdout } = await run('git', ['log', '-1', '--format=%ct'], { cwd: repository });
  return new Date(Number(stdout) * 1000).toISOString().replace(/\D/g, '').slice(0, 10);
}
