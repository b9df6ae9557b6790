// A feature's door (`index.ts`, also of its rules and its ui, and `view.ts` in the page) passes names on. In bundles, each name comes
// from the file that defines it: else whoever needs one name of a door would load all that is behind it.
import { readFile } from 'node:fs/promises';
import { dirname, extname, relative, resolve } from 'node:path';
import { parseAst } from 'rolldown/parseAst';

/** @import { Plugin as EsbuildPlugin } from 'esbuild' */
/** @import { Plugin } from 'rolldown' */

const door = /[\\/](?:src|webview)[\\/]features[\\/].*[\\/](?:index|view)\.ts$/;

/** Of each door: the file of each name that it passes on. @type {Map<string, Promise<Map<string, string>>>} */
const doors = new Map();

/** @param {string} path @returns {Promise<Map<string, string>>} */
async function readDoor(path) {
  /** @type {Map<string, string>} */
  const names = new Map();
  for (const statement of parseAst(await readFile(path, 'utf8'), { lang: 'ts' }).body) {
    if (statement.type !== 'ExportNamedDeclaration' || !statement.source) continue;
    const file = resolve(dirname(path), statement.source.value);
    for (const { exported } of statement.specifiers) if ('name' in exported) names.set(exported.name, file);
  }
  return names;
}

/**
 * The code with imports from the files behind doors, without those of types. An import of what a door defines itself stays.
 *
 * @param {string} code
 * @param {string} path
 * @returns {Promise<string>}
 */
async function throughDoors(code, path) {
  if (door.test(path) || !/\/(?:index|view)\.ts'/.test(code)) return code;
  let changed = code;
  // From the end, so that the places before it stay.
  for (const statement of parseAst(code, { lang: 'tsx' }).body.toReversed()) {
    if (statement.type !== 'ImportDeclaration') continue;
    const target = resolve(dirname(path), statement.source.value);
    if (!door.test(target)) continue;
    if (!doors.has(target)) doors.set(target, readDoor(target));
    const names = await doors.get(target);
    const imports = statement.specifiers.flatMap(({ start, end, ...specifier }) => {
      const isType =
        statement.importKind === 'type' || ('importKind' in specifier && specifier.importKind === 'type');
      if (isType) return [];
      const name = 'imported' in specifier && 'name' in specifier.imported ? specifier.imported.name : '';
      const from = relative(dirname(path), names?.get(name) ?? target).replaceAll('\\', '/');
      return [`import { ${code.slice(start, end)} } from './${from}';`];
    });
    // As many lines as before, so that the source maps are right.
    const lines = '\n'.repeat(code.slice(statement.start, statement.end).split('\n').length - 1);
    changed = changed.slice(0, statement.start) + imports.join(' ') + lines + changed.slice(statement.end);
  }
  return changed;
}

/** @type {Plugin} */
export const hostThroughDoors = {
  name: 'through-doors',
  async transform(code, id) {
    const changed = await throughDoors(code, id);
    return changed === code ? undefined : { code: changed, map: null };
  },
};

/** @type {EsbuildPlugin} */
export const pageThroughDoors = {
  name: 'through-doors',
  setup(build) {
    build.onLoad({ filter: /[\\/](?:src|webview)[\\/].*\.tsx?$/ }, async ({ path }) => ({
      contents: await throughDoors(await readFile(path, 'utf8'), path),
      loader: extname(path) === '.tsx' ? 'tsx' : 'ts',
    }));
  },
};
