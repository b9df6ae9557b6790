import { signal } from '@preact/signals-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as vscode from 'vscode';
import type { ArrangementChoices } from '../../../src/platform/rows/arrangement.ts';
import { createArrangement, sortedBy } from '../../../src/platform/rows/arrangementOwner.ts';
import { otherFacts, type Row } from '../../../src/platform/rows/row.ts';
import { createRowTree, followFilterText } from '../../../src/platform/rows/rowTree.ts';
import { eventually } from '../../eventually.ts';
import { editor } from '../../fake/editor.ts';
import { deferred, settle } from '../fakes.ts';
import { fitText, hostileText } from '../hostileText.ts';

/** What the editor was notified of: changes, and the description next to the title. */
const notified: string[] = [];
let revealed: unknown[] = [];
let provider: vscode.TreeDataProvider<unknown>;

beforeEach(() => {
  notified.length = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  vi.useRealTimers();
});

/** Waits until the change event is fired, which is delayed after the previous rows. */
const untilFired = () => vi.advanceTimersByTime(50);

function setUp() {
  const names = signal<readonly string[]>(['Quay']);
  const loading = deferred<() => readonly Row[]>();
  const loadRows = vi.fn(() => loading.promise);
  const tree = createRowTree('swath.orders', [names], loadRows);
  const drawing = editor.trees.get('swath.orders') ?? expect.fail('There is no tree.');
  provider = drawing.options.treeDataProvider;
  provider.onDidChangeTreeData?.(() => notified.push('changed'));
  ({ revealed } = drawing);
  Object.defineProperty(drawing.view, 'description', { set: text => notified.push(`"${text}"`) });
  const rowOf = (name: string): Row => ({
    id: `port/${name}`,
    label: name,
    children: () => [{ id: `port/${name}/berth`, label: `Berth of ${name}` }],
  });
  const load = () => loading.resolve(() => names.value.map(rowOf));
  const drawn = async () => (await provider.getChildren())?.map(row => (row as Row).label);
  return { names, loadRows, tree, load, drawn };
}

describe('a tree of rows', () => {
  it('offers to collapse all, except in the welcome view, which has no rows', () => {
    for (const view of ['swath.orders', 'swath.welcome'] as const)
      createRowTree(view, [], () => Promise.resolve(() => []));
    const offers = (view: string) => editor.trees.get(view)?.options.showCollapseAll;
    expect([offers('swath.orders'), offers('swath.welcome')]).toEqual([true, false]);
  });

  it('loads the code for them when it is first opened, and once', async () => {
    const { loadRows, load, drawn } = setUp();
    expect(loadRows).not.toHaveBeenCalled();
    load();
    expect(await drawn()).toEqual(['Quay']);
    expect(await drawn()).toEqual(['Quay']);
    expect(loadRows).toHaveBeenCalledOnce();
  });

  it('does not report changes while there are no rows, and draws what is known by then', async () => {
    const { names, load, drawn } = setUp();
    names.value = ['Mole'];
    const first = drawn();
    names.value = ['Mole', 'Dock'];
    await settle();
    expect(notified).toEqual([]);
    load();
    expect(await first).toEqual(['Mole', 'Dock']);
    names.value = ['Dock'];
    expect(notified).toEqual([]);
    untilFired();
    expect(notified).toEqual(['changed']);
    expect(await drawn()).toEqual(['Dock']);
  });

  it('redraws what changed and nothing around it, which the editor would forget for a while', async () => {
    const ports = signal<Record<string, Record<string, string>>>({
      Quay: { 1: 'free', 2: 'free' },
      Mole: {},
    });
    const rowOf = ([name, berths]: [string, Record<string, string>]): Row => ({
      id: name,
      label: name,
      children: () => Object.entries(berths).map(([id, description]) => ({ id, label: id, description })),
    });
    createRowTree('swath.keys', [ports], () =>
      Promise.resolve(() => Object.entries(ports.value).map(entry => rowOf(entry))),
    );
    const tree = editor.trees.get('swath.keys')?.options.treeDataProvider ?? expect.fail();
    const fired: unknown[] = [];
    tree.onDidChangeTreeData?.(event => fired.push(event));
    const [quay, mole] = (await tree.getChildren()) ?? [];
    const [first, second] = (await tree.getChildren(quay)) ?? [];

    ports.value = { Quay: { 1: 'free', 2: 'taken' }, Mole: { 3: 'free' } };
    untilFired();
    expect(fired).toEqual([[second]]);
    expect(tree.getTreeItem(second)).toMatchObject({ description: 'taken' });
    ports.value = { Quay: { 1: 'free', 2: 'taken' }, Mole: {} };
    untilFired();
    expect(fired).toHaveLength(1);

    ports.value = { Quay: { 1: 'free' }, Mole: {} };
    untilFired();
    expect(fired[1]).toEqual([quay]);
    const [same] = (await tree.getChildren(quay)) ?? [];
    expect(same).toBe(first);
    ports.value = { Quay: { 1: 'free' } };
    untilFired();
    expect(fired[2]).toBeUndefined();
    expect(fired).toHaveLength(3);
    expect(mole).toMatchObject({ label: 'Mole' });
  });

  it('redraws what time has changed when it is shown again, and disposes of what it owns', async () => {
    let days = 3;
    const tree = createRowTree('swath.keys', [], () =>
      Promise.resolve(() => [{ id: 'key', label: `${days} days` }]),
    );
    const drawing = editor.trees.get('swath.keys') ?? expect.fail();
    const fired = vi.fn();
    drawing.options.treeDataProvider.onDidChangeTreeData?.(fired);
    await drawing.options.treeDataProvider.getChildren();
    drawing.visibility.fire({ visible: true });
    days = 2;
    drawing.visibility.fire({ visible: false });
    untilFired();
    expect(fired).not.toHaveBeenCalled();
    drawing.visibility.fire({ visible: true });
    untilFired();
    expect(fired).toHaveBeenCalledOnce();
    const part = { dispose: vi.fn() };
    tree.register(part);
    tree.dispose();
    expect(part.dispose).toHaveBeenCalledOnce();
  });

  it('sets its description, and nothing twice', () => {
    const { tree } = setUp();
    for (const text of ['', 'Status: delivered', 'Status: delivered', '']) tree.describe(text);
    expect(notified).toEqual(['""', '"Status: delivered"', '""']);
  });

  it('reveals a row by its ID, including below others and before it was opened', async () => {
    const { tree, load } = setUp();
    load();
    expect(await tree.reveal('port/Quay/berth')).toBe(true);
    expect(revealed).toMatchObject([{ label: 'Berth of Quay' }]);
    expect(provider.getParent?.(revealed[0])).toMatchObject({ label: 'Quay' });
    expect(await tree.reveal('port/Nowhere')).toBe(false);
    expect(revealed).toHaveLength(1);
  });

  it('shows untrusted text on one line without links, icons and control characters, wherever it is', async () => {
    const { tree } = setUp();
    const row: Row = {
      id: hostileText,
      label: ` one\n${hostileText}`,
      description: hostileText,
      spoken: `${hostileText} שלום 12`,
    };
    const item = provider.getTreeItem(row);
    expect(item).toMatchObject({
      id: hostileText,
      label: `one ${fitText}`,
      description: fitText,
      tooltip: `${fitText} \u2068שלום\u2069 12`,
      accessibilityInformation: { label: `${fitText} \u2068שלום\u2069 12` },
    });
    expect(provider.getTreeItem({ id: 'a', label: hostileText })).toMatchObject({ tooltip: fitText });
    const tooltip = { heading: hostileText, facts: [[hostileText, hostileText]], notes: [hostileText] };
    const treeItem = provider.getTreeItem({ ...row, tooltip }) as { tooltip: { value: string } };
    const escaped =
      '\\[Repair\\]\u200b\\(command\\:workbench\\.action\\.openSettings\\) \\$\u200b\\(trash\\) 49 credits';
    expect(treeItem.tooltip.value.split('\n\n')).toEqual([
      `**${escaped}**`,
      escaped,
      `*${escaped}* ${escaped}`,
    ]);
    tree.describe(hostileText);
    expect(notified).toEqual([`"${fitText}"`]);
    await settle();
  });

  it('shortens a text that does not end', () => {
    setUp();
    const long = 'x'.repeat(100_000);
    const item = provider.getTreeItem({
      id: 'a',
      label: long,
      description: long,
      tooltip: { heading: long, facts: [['name', long]], notes: [long] },
    });
    expect(JSON.stringify(item).length).toBeLessThan(10_000);
  });
});

describe('the facts of unforeseen fields', () => {
  it.each<[string, Record<string, unknown>, [string, string][]]>([
    [
      'scalars as they are',
      { a: 'text', b: 3, c: false },
      [
        ['a', 'text'],
        ['b', '3'],
        ['c', 'false'],
      ],
    ],
    ['nothing of what is empty', { a: null, b: '', c: [], d: {}, e: undefined }, []],
    ['what is nested by its way', { a: { b: { c: 1 } } }, [['a.b.c', '1']]],
    ['words in one line', { a: ['x', 2, null] }, [['a', 'x, 2, null']]],
    ['one object of a list by its fields', { a: [{ b: 1 }] }, [['a.b', '1']]],
    ['several objects by their number', { a: [{ b: 1 }, { b: 2 }] }, [['a', '2 entries']]],
    [
      'a shape by its size',
      {
        aoi: {
          type: 'Polygon',
          coordinates: [
            [
              [0, 0],
              [1, 0],
              [1, 1],
              [0, 0],
            ],
          ],
        },
      },
      [['aoi', 'Polygon with 4 positions']],
    ],
    ['no links, on any level', { _links: { self: { href: 'x' } }, a: { _links: 1, b: 2 } }, [['a.b', '2']]],
    ['long texts shortened', { a: 'x'.repeat(200) }, [['a', `${'x'.repeat(120)}…`]]],
  ])('contain %s', (_what, fields, facts) => {
    expect(otherFacts(fields, [])).toEqual(facts);
  });

  it('contain no secret, on any level', () => {
    const fields = {
      accessToken: 'S1',
      a: { client_secret: ['S2'], b: 'eyJhbGciOiJIUzI1NiJ9.eyJTMyI6MX0.S3', tokenType: 'Bearer' },
      address: 'https://me:S4@x.test/?token=S5&page=2',
    };
    expect(otherFacts(fields, [])).toEqual([
      ['a.b', '•••'],
      ['a.tokenType', 'Bearer'],
      ['address', 'https://•••@x.test/?token=•••&page=2'],
    ]);
  });

  it('leave out what is already named', () => {
    expect(otherFacts({ id: '1', title: 't', news: 'n' }, ['id', 'title'])).toEqual([['news', 'n']]);
  });

  it('are limited, and say so', () => {
    const fields = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`f${index}`, index]));
    const facts = otherFacts(fields, []);
    expect(facts).toHaveLength(21);
    expect(facts.at(-1)).toEqual(['More', '10 more fields: Show Details']);
  });
});

it('gives a text the IDs of the rows that are dragged onto it', () => {
  createRowTree('swath.orders', [], () => Promise.resolve(() => []));
  const { dragAndDropController: drag } = editor.trees.get('swath.orders')?.options ?? {};
  const data = new vscode.DataTransfer();
  void drag?.handleDrag?.([{ label: 'a group' }], data, {} as never);
  expect([...data]).toEqual([]);
  const rows = [{ copyId: 'o-1' }, { label: 'a group' }, { copyId: 'o-2\r\n"title": "\u202e' }];
  void drag?.handleDrag?.(rows, data, {} as never);
  // Each is one line, whatever the service sends.
  expect(data.get('text/plain')?.value).toBe('o-1\no-2 "title": "');
});

describe('the text about the filters of a view', () => {
  const choices: ArrangementChoices<string> = {
    sorts: [],
    groups: [],
    filters: [{ id: 'port', label: 'Port', toValues: name => name }],
  };

  function filterSetup(kept: Readonly<Record<string, readonly string[]>>) {
    const initial = { ...sortedBy('name'), filters: kept };
    const memory = { read: () => undefined, write: () => undefined };
    const arrangement = createArrangement('ports', initial, memory);
    const names = signal<readonly string[] | undefined>(undefined);
    const loading = deferred<() => ArrangementChoices<string>>();
    const loadChoices = vi.fn(() => loading.promise);
    const texts: string[] = [];
    followFilterText({
      arrangement: arrangement.current,
      loadChoices,
      items: () => names.value,
      signals: [names],
      show: text => texts.push(text),
    });
    const load = async () => {
      loading.resolve(() => choices);
      await eventually(() => expect(texts).not.toHaveLength(0));
    };
    return { arrangement, names, loadChoices, load, texts };
  }

  it('loads nothing until there is a filter', async () => {
    const { arrangement, names, loadChoices, load, texts } = filterSetup({});
    names.value = ['Quay', 'Mole'];
    expect(texts).toEqual(['', '']);
    expect(loadChoices).not.toHaveBeenCalled();
    texts.length = 0;
    arrangement.filter('port', ['Mole']);
    await load();
    expect(texts).toEqual(['Port: Mole · 1 of 2']);
  });

  it('tells a filter of the last window, and then follows each change at once', async () => {
    const { arrangement, names, load, texts } = filterSetup({ port: ['Quay'] });
    expect(texts).toEqual([]);
    await load();
    names.value = ['Quay', 'Mole', 'Quay'];
    arrangement.showAll();
    expect(texts).toEqual(['Port: Quay', 'Port: Quay · 2 of 3', '']);
  });

  it('is that of now if the filter is cleared while its words are loaded', async () => {
    const { arrangement, load, texts } = filterSetup({ port: ['Quay'] });
    arrangement.showAll();
    expect(texts).toEqual(['']);
    await load();
    await eventually(() => expect(texts).toEqual(['', '']));
  });
});
