// The allowed imports (docs/architecture.md, "The rooms"). The lint rule, `test/unit/rooms.test.ts` and the selection
// of the tests that run without an editor all use this file.
import { basename, dirname, join, posix } from 'node:path';

/** Folders of `src`, from the bottom up: each imports from those before it, with the exceptions below. */
export const rooms = [
  'base',
  'geo',
  'sandbox',
  'service/rules',
  'service/wire',
  'platform',
  'session',
  'features/images/rules',
  'features/images',
  'features/areas/rules',
  'features/areas',
  'features/reports/rules',
  'protocol',
  'features/scripts/rules',
  'features/orders/rules',
  'features/orders',
  'features/deliveries',
  'features/links',
  'features/agents',
  'features/map/rules',
  'features/map',
  'features/ledger/rules',
  'features/ledger',
  'features/account/rules',
  'features/account',
];

/** The ends of the wire. @param {string} room */
const isWire = room => room === 'sandbox' || room === 'service/wire';
/** Rooms that know no editor. @param {string} room */
const isPure = room => ['base', 'geo', 'protocol', 'webview'].includes(room) || isWire(room) || isRules(room);
/** @param {string} room */
const isRules = room => room.endsWith('/rules');

/** Whether a room may import one below it. @type {(room: string, other: string) => boolean} */
function mayImport(room, other) {
  // The client and the simulated service are independent: a service that shared the client's readers would share its bugs.
  if (room === 'sandbox') return other === 'base' || other === 'geo';
  if (other === 'sandbox') return room === hostOfSandbox;
  if (room === 'service/wire') return isPure(other);
  return !isPure(room) || (isPure(other) && !isWire(other));
}

/**
 * Folders of `webview`, from the bottom up: each imports from those before it, without exceptions. Notebooks, orders and
 * conversations are pages of their own. `app` puts the features of the map's page together: nobody imports it.
 */
export const pageFolders = [
  'ui',
  'ground',
  'features/areas',
  'features/footprints',
  'features/search',
  'features/pictures',
  'features/products',
  'features/images/clear',
  'features/images',
  'features/reports',
  'shell',
  'order',
  'notebook',
  'conversation',
  'app',
];

/** The only room that starts the sandbox. */
const hostOfSandbox = 'features/account';

/** Rooms where every file may use the editor; in the others, only `ui` and the file that wires the feature. */
const ofEditor = ['platform', 'features/map', 'features/agents'];

/** The longest name of a room that a path begins with. @param {string} file Relative to the repository's root. */
export function roomOf(file) {
  if (file.startsWith('webview/')) return 'webview';
  return rooms
    .filter(room => file.startsWith(`src/${room}/`))
    .toSorted((a, b) => b.length - a.length)
    .at(0);
}

/** @param {string} room */
function importedBy(room) {
  const below = room === 'webview' ? rooms : rooms.slice(0, rooms.indexOf(room));
  return below.filter(other => mayImport(room, other));
}

/** What puts the rooms together. @param {string} file */
const isTop = file => file === 'src/extension.ts' || file === 'src/main.ts';
/** @param {string} file */
const isUi = file => file.includes('/ui/');
/** @param {string} file */
const isWiring = file => /^src\/features\/\w+\/\w+Feature\.ts$/.test(file);

/**
 * Whether a file of `src` or `webview` may import `vscode`.
 *
 * @param {string} file Relative to the repository's root.
 */
export function knowsEditor(file) {
  const room = roomOf(file);
  if (room === undefined) return isTop(file);
  return !isPure(room) && (ofEditor.includes(room) || isUi(file) || isWiring(file));
}

/** @param {string} file */
const featureOf = file => /^(?:src|webview)\/features\/(\w+)\//.exec(file)?.[1];

/**
 * A feature has doors: `index.ts`, also of its `rules` (for the page too) and its `ui`, and `view.ts` for what the page shows.
 *
 * @param {string} file
 * @param {string} target
 */
const isPastDoor = (file, target) =>
  featureOf(target) !== undefined &&
  featureOf(target) !== featureOf(file) &&
  !['index.ts', 'view.ts'].includes(basename(target));

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
  if (isTop(target)) return 'Nobody imports extension.ts or main.ts.';
  const targetRoom = roomOf(target);
  if (targetRoom === undefined) return undefined;
  if (isWiring(target)) return 'Only main.ts puts features together.';
  if (isPastDoor(file, target)) return `Only what its index.ts exports is for others: ${targetRoom}.`;
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
  .map(room => (isPure(room) ? `test/unit/${room}/**/*.test.ts` : `test/unit/${room}/*.test.ts`));
