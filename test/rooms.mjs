// The allowed imports (docs/architecture.md, "The rooms"). The lint rule, `test/unit/rooms.test.ts` and the selection
// of the tests that run without an editor all use this file.
import { basename, dirname, join, posix } from 'node:path';

/** Folders of `src`, from the bottom up: each imports from those before it, with the exceptions below. */
export const rooms = [
  'sandbox',
  'model',
  'shared',
  'api',
  'editor',
  'session',
  'images',
  'areas',
  'orders',
  'deliveries',
  'links',
  'tools',
  'map',
  'ledger',
  'account',
];

/**
 * Rooms that may import only some of the rooms below them. The client and the simulated service are independent: a
 * service that shared the client's readers would share its bugs.
 *
 * @type {Record<string, string[]>}
 */
const fewer = {
  sandbox: ['model'],
  model: [],
  shared: ['model'],
  api: ['model'],
  webview: ['shared', 'model'],
};

/**
 * Folders of `webview`, from the bottom up: each imports from those before it, without exceptions. Notebooks, orders and
 * conversations are pages of their own. `app` puts the features of the map's page together: nobody imports it.
 */
export const pageFolders = [
  'ui',
  'map/base',
  'map/areas',
  'map/footprints',
  'search',
  'map/pictures',
  'map/products',
  'results',
  'report',
  'map/shell',
  'order',
  'notebook',
  'conversation',
  'app',
];

/** The only room that starts the sandbox. */
const hostOfSandbox = 'account';

/** Rooms where every file may use the editor; in the others, only `ui` and the file that wires the feature. */
const ofEditor = ['editor', 'map', 'tools'];

/** @param {string} file Relative to the repository's root. */
export function roomOf(file) {
  const [top, room, ...rest] = file.split('/');
  if (top === 'webview') return 'webview';
  return top === 'src' && room !== undefined && rest.length > 0 ? room : undefined;
}

/** @param {string} room */
function importedBy(room) {
  const below = fewer[room] ?? rooms.slice(0, rooms.indexOf(room));
  return below.filter(name => name !== 'sandbox' || room === hostOfSandbox);
}

/** @param {string} file */
const isUi = file => file.split('/')[2] === 'ui';
/** @param {string} file */
const isWiring = file => /^activate[A-Z]\w*\.ts$/.test(basename(file));

/**
 * Whether a file of `src` or `webview` may import `vscode`.
 *
 * @param {string} file Relative to the repository's root.
 */
export function knowsEditor(file) {
  const room = roomOf(file);
  if (room === undefined) return file === 'src/extension.ts';
  return room !== 'webview' && (ofEditor.includes(room) || isUi(file) || isWiring(file));
}

/**
 * Why a file must not import another, or undefined if it may.
 *
 * @param {string} file Relative to the repository's root.
 * @param {string} specifier As written in the import.
 * @returns {string | undefined}
 */
export function importProblem(file, specifier) {
  if (specifier === 'vscode') return knowsEditor(file) ? undefined : 'This file must run without an editor.';
  const room = roomOf(file);
  if (room === undefined || !specifier.startsWith('.')) return undefined;
  const target = join(dirname(file), specifier).replaceAll('\\', posix.sep);
  if (target === 'src/extension.ts') return 'Nobody imports extension.ts.';
  const targetRoom = roomOf(target);
  if (targetRoom === undefined) return undefined;
  if (isWiring(target)) return 'Only extension.ts wires features.';
  if (room === 'webview' && targetRoom === room) return pageProblem(file, target);
  if (targetRoom === room)
    return isUi(target) && !isUi(file) && !isWiring(file)
      ? 'Logic imports nothing of what shows it (ui).'
      : undefined;
  return importedBy(room).includes(targetRoom)
    ? undefined
    : `${room} may not import ${targetRoom} (test/rooms.mjs).`;
}

/**
 * @param {string} file
 * @param {string} target
 */
function pageProblem(file, target) {
  const folder = dirname(posix.relative('webview', file));
  const targetFolder = dirname(posix.relative('webview', target));
  if (targetFolder === folder) return undefined;
  return pageFolders.slice(0, pageFolders.indexOf(folder)).includes(targetFolder)
    ? undefined
    : `webview/${folder} may not import webview/${targetFolder} (test/rooms.mjs).`;
}

/** Globs of the tests whose files run without an editor: they share their modules, which saves loading them. */
export const testsWithoutEditor = [...rooms, 'webview']
  .filter(room => !ofEditor.includes(room))
  .map(room => (room in fewer ? `test/unit/${room}/**/*.test.ts` : `test/unit/${room}/*.test.ts`));
