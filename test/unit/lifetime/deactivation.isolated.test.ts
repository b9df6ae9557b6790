import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import { box, polygon } from '../geo/polygons.ts';
import type * as sandboxes from '../../../src/sandbox/sandbox.ts';
import { eventually } from '../../eventually.ts';
import { contextOf, Kept } from '../../fake/context.ts';
import { editor } from '../../fake/editor.ts';
import { Message } from '../../fake/messages.ts';
import { CancellationTokenSource, lifetimes } from '../../fake/values.ts';
import type { Resources } from './resources.ts';

const setup = vi.hoisted(() => ({
  resources: undefined as Resources | undefined,
  sandboxes: [] as sandboxes.Sandbox[],
  /** Requests that the sandbox hasn't answered yet. */
  underWay: new Set<Promise<unknown>>(),
}));

const resources = vi.hoisted(() => async () => {
  const { Resources } = await import('./resources.ts');
  return (setup.resources ??= new Resources());
});
vi.mock('node:timers/promises', async original => (await resources()).timersOf(await original()));
vi.mock('node:fs', async original => (await resources()).filesOf(await original()));
vi.mock('node:worker_threads', async original => (await resources()).threadsOf(await original()));
vi.mock('@preact/signals-core', async original => (await resources()).signalsOf(await original()));
vi.mock(
  '../../../src/features/account/startSandboxWorker.ts',
  () => import('../features/account/sandboxHere.ts'),
);
vi.mock('../../../src/sandbox/sandbox.ts', async original => {
  const module = await original<typeof sandboxes>();
  const createSandbox: typeof module.createSandbox = options => {
    const sandbox = module.createSandbox({ ...options, productionSeconds: 3600 });
    const fetch = sandbox.fetch.bind(sandbox);
    sandbox.fetch = request => {
      const answer = fetch(request);
      setup.underWay.add(answer);
      const done = () => setup.underWay.delete(answer);
      answer.then(done, done);
      return answer;
    };
    setup.sandboxes.push(sandbox);
    return sandbox;
  };
  return { ...module, createSandbox };
});

const { activate, deactivate } = await import('../../../src/extension.ts');

const running = await resources();
let folder: string;
let unwatch: () => void;
let context: vscode.ExtensionContext;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swath-lifetime-'));
  setup.sandboxes.length = 0;
  unwatch = running.watchTimers();
  context = contextOf(new Kept(folder));
  lifetimes.begin = what => running.begin(what);
});
afterEach(async () => {
  unwatch();
  await rm(folder, { recursive: true, force: true });
});

const start = () => activate(context);

/** As the editor does it: final work is started, and everything is disposed of at the same time. */
async function end(): Promise<void> {
  const finished = deactivate();
  for (const disposable of context.subscriptions) disposable.dispose();
  await finished;
}

const left = () => running.left().sort();
const run = (id: string, ...args: unknown[]) => editor.run(id, ...args);
const sandbox = () => {
  const [first, ...more] = setup.sandboxes;
  if (!first || more.length > 0) throw new Error(`There are ${setup.sandboxes.length} sandboxes.`);
  return first;
};
const sent = (method: string, path: string) =>
  sandbox().requests.filter(request => request.method === method && request.path === path).length;
const until = (holds: () => boolean) => eventually(() => expect(holds()).toBe(true), { interval: 10 });

/** Opens everything in the side bar. Resolves with the number of rows. */
async function lookAtTrees(): Promise<number> {
  const pictures = await Promise.all([...editor.trees.keys()].map(view => editor.tree(view)));
  return pictures.flatMap(text => (text === '' ? [] : text.split('\n'))).length;
}

interface Row {
  id: string;
  constellation?: string;
}

/** The images that the page received. */
function shownImages(): Row[] {
  return (editor.panels[0]?.webview.sent ?? []).flatMap(message => {
    const { kind, images } = message as { kind: string; images?: Row[] };
    return kind === 'images' ? (images ?? []) : [];
  });
}

const airport = polygon(box(103.975, 1.325, 104.009, 1.376));

const fromPage = (message: object) => editor.panels[0]?.webview.receive(message);
const ask = (id: number, question: object) =>
  fromPage({ kind: 'link', messages: [{ kind: 'ask', id, question }] });

/** A user signs in, looks around, searches, drafts, and requests a price. */
async function work(): Promise<{ orderUri: string }> {
  await run('swath.useSandbox');
  await lookAtTrees();
  await until(() => sent('GET', '/api/v1/orders') > 0 && setup.underWay.size === 0);
  expect(await lookAtTrees()).toBeGreaterThan(10);

  const { uri } = editor.open('/drafts/airport.aoi.geojson', JSON.stringify(airport));
  const searching = run('swath.searchImages', { uri: uri.toString(), path: [] });
  await until(() => (editor.panels[0]?.webview.html ?? '') !== '');
  fromPage({ kind: 'ready' });
  await searching;
  await until(() => shownImages().length > 0);
  const image = shownImages().find(({ constellation }) => constellation === 'PHR');
  expect(image).toBeDefined();
  const imageIds = image ? [image.id] : [];
  fromPage({ kind: 'select', ids: imageIds });
  for (const [at, id] of imageIds.entries()) ask(at, { kind: 'thumbnail', id });

  const body = {
    kind: 'order.analytics-toolbox.archive',
    title: 'Airport',
    analytic: 'analytic.orbitalinsight.cars-detection',
    resolution: 0.5,
    imageIds,
    aoi: airport,
  };
  const order = editor.open('/drafts/airport.order.json', JSON.stringify(body));
  await run('swath.priceOrder', order.uri.toString());
  expect(sent('POST', '/api/v1/prices')).toBe(1);
  return { orderUri: order.uri.toString() };
}

/** Context keys that tick a step of the walkthrough. */
const steps = ['hasArea', 'hasSearched', 'hasDraft', 'hasPrice', 'hasOrdered'];

const yes = () => {
  editor.answerer = prompt => {
    if (prompt instanceof Message && prompt.isModal) prompt.press(/^Order for/);
    return Promise.resolve();
  };
};
const journal = async () =>
  (await readFile(join(folder, 'globalStorage/journal.jsonl'), 'utf8'))
    .split('\n')
    .flatMap(line => (line === '' ? [] : [(JSON.parse(line) as { event: string }).event]));

/** After all pending work has ended, there are no listeners and no requests. */
async function expectSilence(): Promise<void> {
  await until(() => setup.underWay.size === 0);
  const before = sandbox().requests.length;
  await new Promise(resolve => setImmediate(resolve));
  expect(sandbox().requests.length).toBe(before);
}

describe('the end of the extension', () => {
  it('leaves nothing behind of an unused window', async () => {
    start();
    expect(left().length).toBeGreaterThan(100);
    await end();
    expect(left()).toEqual([]);
  });

  it('leaves nothing behind after a day of work', async () => {
    start();
    const ticked = () => steps.filter(key => editor.contexts.get(`swath.${key}`) === true);
    expect(ticked()).toEqual([]);
    const { orderUri } = await work();
    const asking = new CancellationTokenSource();
    for (const name of ['airport.aoi.geojson', 'airport.order.json'])
      await editor.lenses(editor.document(name), asking.token);
    asking.dispose();
    expect(ticked()).toEqual(steps.slice(0, -1));
    // Long enough to be read in a thread.
    const many = Array.from({ length: 2000 }, () => airport);
    editor.open('/drafts/many.aoi.geojson', JSON.stringify({ type: 'GeometryCollection', geometries: many }));
    await until(() => running.left().some(resource => resource.startsWith('thread')));
    yes();
    await run('swath.placeOrder', orderUri);
    expect(sent('POST', '/api/v1/orders')).toBe(1);
    await until(() => setup.underWay.size === 0);
    expect(ticked()).toEqual(steps);
    // An order is being watched, the windows of this machine share what they know, and the side bar is open.
    await until(() => running.left().some(resource => resource.includes('src/features/orders/rounds')));
    expect(running.left().filter(resource => resource.startsWith('file watcher')).length).toBeGreaterThan(0);
    const shared = await readdir(join(folder, 'globalStorage'));
    expect(shared).toEqual(expect.arrayContaining(['journal.jsonl', 'orderMarks']));
    expect(editor.messages.filter(({ kind }) => kind === 'error')).toEqual([]);
    await end();
    await until(() => !left().some(resource => resource.startsWith('thread')));
    expect(left()).toEqual([]);
    await expectSilence();
  });

  it('sends no further requests during a search that is being retried, and waits for an order that was sent', async () => {
    start();
    const { orderUri } = await work();
    sandbox().faults.add({ kind: 'delay', milliseconds: 300, method: 'POST', path: '/api/v1/orders' });
    sandbox().faults.add({ kind: 'status', status: 503, path: '/api/v2/opensearch' });
    sandbox().faults.add({ kind: 'delay', milliseconds: 10_000, path: '/api/v1/me' });
    yes();
    const placing = run('swath.placeOrder', orderUri);
    fromPage({ kind: 'search', filters: {} });
    const refreshing = run('swath.refresh');
    const searches = sent('GET', '/api/v2/opensearch');
    await until(() => sent('POST', '/api/v1/orders') === 1 && sent('GET', '/api/v2/opensearch') > searches);
    const drawn = editor.firings;
    await end();
    expect(editor.firings).toBe(drawn);
    expect(await journal()).toEqual(['sending', 'placed']);
    await Promise.all([placing, refreshing]);
    await expectSilence();
    expect(left()).toEqual([]);
  });

  it('waits for a decision of a review that is being written', async () => {
    const path = join(folder, 'quay.geojson');
    const feature = { type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [4, 52] } };
    await writeFile(path, JSON.stringify({ type: 'FeatureCollection', features: [feature] }));
    start();
    await run('swath.showOrderOnMap', { uri: pathToFileURL(path).href, path: [] });
    await until(() => (editor.panels[0]?.webview.html ?? '') !== '');
    fromPage({ kind: 'ready' });
    const received = () => JSON.stringify(editor.panels[0]?.webview.sent);
    await until(() => received().includes('"report":{'));
    const [, reportId] = /"report":\{"id":"([^"]+)/.exec(received()) ?? [];
    ask(1, { kind: 'review', reportId, asks: 'start' });
    await editor.enter('Ada');
    await until(() => received().includes('"isStarted":true'));
    ask(2, { kind: 'review', reportId, feature: 0, decision: 'accepted' });
    await end();
    expect(JSON.parse(await readFile(join(folder, 'quay.review.json'), 'utf8'))).toMatchObject({
      decisions: [{ feature: 0, decision: 'accepted' }],
    });
  });
});
