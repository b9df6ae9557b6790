import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as sandboxes from '../../../src/sandbox/sandbox.ts';
import type { RecordingEditor } from './recordingEditor.ts';
import { RecordedUri } from './recordedUri.ts';
import type { Resources } from './resources.ts';

const bench = vi.hoisted(() => ({
  editor: undefined as unknown as RecordingEditor,
  resources: undefined as Resources | undefined,
  sandboxes: [] as sandboxes.Sandbox[],
  /** Requests that the sandbox has not answered yet. */
  underWay: new Set<Promise<unknown>>(),
}));

vi.mock('vscode', async () => {
  const { RecordingEditor } = await import('./recordingEditor.ts');
  bench.editor = new RecordingEditor();
  return bench.editor.module();
});
const resources = async () => {
  const { Resources } = await import('./resources.ts');
  return (bench.resources ??= new Resources());
};
vi.mock('node:timers/promises', async original => (await resources()).timersOf(await original()));
vi.mock('node:fs', async original => (await resources()).filesOf(await original()));
vi.mock('node:worker_threads', async original => (await resources()).threadsOf(await original()));
vi.mock('@preact/signals-core', async original => (await resources()).signalsOf(await original()));
vi.mock('../../../src/sandbox/sandbox.ts', async original => {
  const module = await original<typeof sandboxes>();
  const createSandbox: typeof module.createSandbox = options => {
    const sandbox = module.createSandbox({ ...options, productionSeconds: 3600 });
    const fetch = sandbox.fetch.bind(sandbox);
    sandbox.fetch = request => {
      const answer = fetch(request);
      bench.underWay.add(answer);
      const done = () => bench.underWay.delete(answer);
      answer.then(done, done);
      return answer;
    };
    bench.sandboxes.push(sandbox);
    return sandbox;
  };
  return { ...module, createSandbox };
});

const { activate, deactivate } = await import('../../../src/extension.ts');

const { editor } = bench;
const running = await resources();
const repository = join(import.meta.dirname, '../../..');
let folder: string;
let unwatch: () => void;
let context: ReturnType<typeof contextIn>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swath-lifetime-'));
  editor.reset();
  bench.sandboxes.length = 0;
  unwatch = running.watchTimers();
  context = contextIn(folder);
});
afterEach(async () => {
  unwatch();
  await rm(folder, { recursive: true, force: true });
});

function memento() {
  const values = new Map<string, unknown>();
  return {
    get: (key: string, otherwise?: unknown) => values.get(key) ?? otherwise,
    update: (key: string, value: unknown) => Promise.resolve(void values.set(key, structuredClone(value))),
  };
}

function contextIn(storage: string) {
  const secrets = new Map<string, string>();
  return {
    subscriptions: [] as { dispose(): unknown }[],
    extensionUri: RecordedUri.file(repository),
    globalStorageUri: RecordedUri.file(storage),
    extension: { id: 'swath.swath', packageJSON: { version: '0.0.0' } },
    globalState: memento(),
    workspaceState: memento(),
    secrets: {
      get: (slot: string) => Promise.resolve(secrets.get(slot)),
      store: (slot: string, value: string) => Promise.resolve(void secrets.set(slot, value)),
      delete: (slot: string) => Promise.resolve(void secrets.delete(slot)),
      onDidChange: editor.event('secrets.onDidChange'),
    },
  };
}

const start = () => activate(context as unknown as Parameters<typeof activate>[0]);

/** As the editor does it: what is to be finished is begun, and everything is disposed of meanwhile. */
async function end(): Promise<void> {
  const finished = deactivate();
  for (const one of context.subscriptions) one.dispose();
  await finished;
}

const left = () => [...editor.left(), ...running.left()].sort();
const run = (id: string, ...given: unknown[]) => editor.commands.get(id)?.(...given) as Promise<void>;
const sandbox = () => {
  const [one, ...more] = bench.sandboxes;
  if (!one || more.length > 0) throw new Error(`There are ${bench.sandboxes.length} sandboxes.`);
  return one;
};
const sent = (method: string, path: string) =>
  sandbox().requests.filter(one => one.method === method && one.path === path).length;
const until = (holds: () => boolean) =>
  vi.waitFor(() => expect(holds()).toBe(true), { timeout: 10_000, interval: 10 });

interface TreeProvider {
  getChildren(row?: object): object[] | Promise<object[]>;
  getTreeItem(row: object): object;
}

/** Opens everything that the side bar has to show. Resolves with the number of its rows. */
async function lookAtTrees(): Promise<number> {
  const draw = async (provider: TreeProvider, row?: object): Promise<number> => {
    if (row) provider.getTreeItem(row);
    let count = 0;
    for (const child of await provider.getChildren(row)) count += 1 + (await draw(provider, child));
    return count;
  };
  let rows = 0;
  for (const [, options] of editor.given('window.createTreeView'))
    rows += await draw((options as { treeDataProvider: TreeProvider }).treeDataProvider);
  return rows;
}

interface Row {
  id: string;
  constellation?: string;
}

/** What the page was told of images. */
function shownImages(): Row[] {
  return editor.given('webview.postMessage').flatMap(([message]) => {
    const { kind, images } = message as { kind: string; images?: Row[] };
    return kind === 'images' ? (images ?? []) : [];
  });
}

const area = [
  [103.975, 1.325],
  [104.009, 1.325],
  [104.009, 1.376],
  [103.975, 1.376],
  [103.975, 1.325],
];
const airport = { type: 'Polygon', coordinates: [area] };

/** A person signs in, looks around, searches, drafts, and asks for a price. */
async function work(): Promise<{ orderUri: string }> {
  await run('swath.useSandbox');
  await lookAtTrees();
  await until(() => sent('GET', '/api/v1/orders') > 0 && bench.underWay.size === 0);
  expect(await lookAtTrees()).toBeGreaterThan(10);

  const { uri } = editor.open('airport.geojson', JSON.stringify(airport));
  editor.fire('webview.onDidReceiveMessage', { kind: 'ready' });
  const searching = run('swath.searchImages', { uri: uri.toString(), path: [] });
  await until(() => editor.fire('webview.onDidReceiveMessage', { kind: 'ready' }) > 0);
  await searching;
  await until(() => shownImages().length > 0);
  const image = shownImages().find(({ constellation }) => constellation === 'PHR');
  expect(image).toBeDefined();
  const imageIds = image ? [image.id] : [];
  editor.fire('webview.onDidReceiveMessage', { kind: 'select', ids: imageIds });
  editor.fire('webview.onDidReceiveMessage', { kind: 'thumbnails', ids: imageIds });

  const body = {
    kind: 'order.analytics-toolbox.archive',
    title: 'Airport',
    analytic: 'analytic.orbitalinsight.cars-detection',
    resolution: 0.5,
    imageIds,
    aoi: airport,
  };
  const order = editor.open('airport.order.json', JSON.stringify(body));
  await run('swath.priceOrder', order.uri.toString());
  expect(sent('POST', '/api/v1/prices')).toBe(1);
  return { orderUri: order.uri.toString() };
}

const yes = () => {
  editor.answer = ({ given }) => given.find(one => typeof one === 'string' && one.startsWith('Order for'));
};
const journal = async () =>
  (await readFile(join(folder, 'journal.jsonl'), 'utf8'))
    .split('\n')
    .flatMap(line => (line === '' ? [] : [(JSON.parse(line) as { event: string }).event]));

/** After everything that is under way has come to its end, nobody listens and nobody asks. */
async function expectSilence(): Promise<void> {
  await until(() => bench.underWay.size === 0);
  const before = sandbox().requests.length;
  expect(editor.listening()).toBe(0);
  await new Promise(resolve => setImmediate(resolve));
  expect(sandbox().requests.length).toBe(before);
}

describe('the end of the extension', () => {
  it('leaves nothing behind of a window in which nobody did anything', async () => {
    start();
    expect(editor.left().length).toBeGreaterThan(100);
    await end();
    expect(left()).toEqual([]);
  });

  it('leaves nothing behind of a day of work', async () => {
    start();
    const { orderUri } = await work();
    // Long enough to be read in a thread.
    const many = Array.from({ length: 2000 }, () => airport);
    editor.open('many.json', JSON.stringify({ type: 'GeometryCollection', geometries: many }));
    await until(() => running.left().some(one => one.startsWith('thread')));
    yes();
    await run('swath.placeOrder', orderUri);
    expect(sent('POST', '/api/v1/orders')).toBe(1);
    await until(() => bench.underWay.size === 0);
    // An order is watched, the windows of this machine share what they know, and the side bar is open.
    expect(running.left().join('\n')).toContain('src/state/rounds');
    expect(running.left().filter(one => one.startsWith('file watcher')).length).toBeGreaterThan(0);
    expect(editor.given('showErrorMessage')).toEqual([]);
    await end();
    await until(() => !left().some(one => one.startsWith('thread')));
    expect(left()).toEqual([]);
    await expectSilence();
  });

  it('asks for nothing more amid a search that is tried again, and waits for an order that has left', async () => {
    start();
    const { orderUri } = await work();
    sandbox().faults.add({ kind: 'delay', milliseconds: 300, method: 'POST', path: '/api/v1/orders' });
    sandbox().faults.add({ kind: 'status', status: 503, path: '/api/v2/opensearch' });
    sandbox().faults.add({ kind: 'delay', milliseconds: 10_000, path: '/api/v1/me' });
    yes();
    const placing = run('swath.placeOrder', orderUri);
    editor.fire('webview.onDidReceiveMessage', { kind: 'search', filters: {} });
    const refreshing = run('swath.refresh');
    const searches = sent('GET', '/api/v2/opensearch');
    await until(() => sent('POST', '/api/v1/orders') === 1 && sent('GET', '/api/v2/opensearch') > searches);
    const drawn = editor.fired('emitter');
    await end();
    expect(editor.fired('emitter')).toBe(drawn);
    expect(await journal()).toEqual(['sending', 'placed']);
    await Promise.all([placing, refreshing]);
    await expectSilence();
    expect(left()).toEqual([]);
  });
});
