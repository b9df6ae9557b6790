import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CancellationTokenSource, EventEmitter } from 'vscode';
import { box, polygon } from '../../../geo/polygons.ts';
import { exported } from '../../../../../src/platform/files/exportFile.ts';
import { allThatEnds } from '../../../../../src/platform/host/endsWithExtension.ts';
import { diagnoseAois } from '../../../../../src/features/areas/rules/text/geojsonDiagnostics.ts';
import { resolveAoi } from '../../../../../src/features/areas/ui/aoiDocument.ts';
import { registerAoiLenses } from '../../../../../src/features/areas/ui/aoiLenses.ts';
import type { Document } from '../../../../fake/documents.ts';
import { editor, newEditor } from '../../../../fake/editor.ts';
import { anyKept } from '../../../fakes.ts';

const near = polygon(box(5.3, 43.27, 5.37, 43.32));
const bowTie = polygon([
  [5.3, 43.2],
  [5.4, 43.3],
  [5.4, 43.2],
  [5.3, 43.3],
  [5.3, 43.2],
]);
const open = polygon(box(5.3, 43.27, 5.37, 43.32).slice(0, 4));
const multi = { type: 'MultiPolygon', coordinates: [near.coordinates, near.coordinates] };
const collection = (...geometries: unknown[]) => ({
  type: 'FeatureCollection',
  features: geometries.map(geometry => ({ type: 'Feature', properties: {}, geometry })),
});

describe('the lenses of areas', () => {
  const didCheck = new EventEmitter<Document>();
  let isChecked = false;

  beforeEach(() => {
    isChecked = false;
    const diagnostics = {
      documentProblems: (document: Document) => (isChecked ? diagnoseAois(document.getText(), 'file') : []),
      onDidCheck: didCheck.event,
    };
    registerAoiLenses(diagnostics, anyKept);
  });
  afterAll(() => allThatEnds.dispose());

  const lensesOf = (document: Document, cancel?: CancellationTokenSource) =>
    editor.lenses(document, cancel?.token);
  const titlesOf = async (document: Document) =>
    (await lensesOf(document)).map(({ command }) => command?.title);
  const textOf = (value: unknown) => JSON.stringify(value, undefined, 2);

  it('are not above the past of a file, of areas or of a report', async () => {
    for (const name of ['a.aoi.geojson', 'report-12ab34cd.geojson'])
      expect(await lensesOf(editor.open(`git:/${name}`, textOf(near)))).toEqual([]);
  });

  it('show the size of an area, and what can be done with it', async () => {
    const document = editor.open('/a.geojson', textOf(collection(null, near)));
    const lenses = await lensesOf(document);
    const target = { uri: document.uri.toString(), path: ['features', 1, 'geometry'] };
    expect(lenses.map(({ command }) => [command?.title, command?.command, command?.arguments])).toEqual([
      ['$(map)\u00a031.6 km²', 'swath.openMap', [target]],
      ['$(search)\u00a0Search Images', 'swath.searchImages', [target]],
      ['$(edit)\u00a0Draft Order', 'swath.draftOrder', [target]],
    ]);
    const second = document.getText().lastIndexOf('"Feature"');
    for (const { range } of lenses) expect(range.start.line).toBe(document.positionAt(second).line - 1);
  });

  it('are one in GeoJSON of which no area was used, above the first area that can be searched', async () => {
    newEditor();
    registerAoiLenses(
      { documentProblems: () => [], onDidCheck: didCheck.event },
      { ...anyKept, has: () => false },
    );
    const document = editor.open('/a.geojson', textOf(collection(open, near, near)));
    const [lens, ...others] = await lensesOf(document);
    const target = { uri: document.uri.toString(), path: ['features', 1, 'geometry'] };
    expect([lens?.command?.command, lens?.command?.arguments, others]).toEqual([
      'swath.searchImages',
      [target],
      [],
    ]);
    expect(await lensesOf(editor.open('/b.geojson', textOf(collection(open))))).toEqual([]);
  });

  it('offer one order for each of several areas, above all of them', async () => {
    const document = editor.open('/a.geojson', textOf(collection(near, multi, near, open)));
    const [first] = await lensesOf(document);
    expect(first?.range.start.line).toBe(0);
    expect(first?.command).toMatchObject({
      title: '$(layers)\u00a02 areas · Draft Orders…',
      command: 'swath.draftOrders',
      arguments: [{ uri: document.uri.toString(), path: [] }],
    });
    const single = editor.open('/b.geojson', textOf(collection(near, multi, open)));
    expect((await titlesOf(single)).join()).not.toContain('Draft Orders');
  });

  it('show the number of polygons in a MultiPolygon, and offer to split it', async () => {
    const document = editor.open('/a.geojson', textOf(multi));
    const fix = { uri: document.uri.toString(), path: [], fix: { kind: 'split' } };
    expect((await lensesOf(document)).map(({ command }) => [command?.title, command?.arguments])).toEqual([
      ['MultiPolygon (2) · 63.1 km²', undefined],
      ['$(split-horizontal)\u00a0Split into single Polygons', [fix]],
    ]);
  });

  it('search a MultiPolygon that was cut at the antimeridian as one', async () => {
    const sides = [[box(179, 10, 180, 11)], [box(-180, 10, -179, 11)]];
    const document = editor.open('/a.geojson', textOf({ type: 'MultiPolygon', coordinates: sides }));
    expect((await lensesOf(document)).map(({ command }) => command?.command)).toEqual([
      'swath.openMap',
      'swath.searchImages',
      'swath.fixArea',
    ]);
  });

  it("show why a polygon can't be used instead", async () => {
    const document = editor.open('/a.geojson', textOf(collection(near, open)));
    const lenses = await lensesOf(document);
    expect(lenses.at(-1)?.command).toEqual({
      title: '$(warning)\u00a0The ring is not closed: the last position must repeat the first.',
      command: '',
    });
    expect(lenses).toHaveLength(4);
  });

  it('start with a ring problem once it is known, until the next check', async () => {
    const document = editor.open('/a.geojson', textOf(collection(near, bowTie)));
    const changed = vi.fn();
    editor.lensProviders[0]?.onDidChangeCodeLenses?.(changed);
    expect(await titlesOf(document)).toHaveLength(7);
    isChecked = true;
    didCheck.fire(document);
    expect(changed).toHaveBeenCalledTimes(1);
    const titles = await titlesOf(document);
    // Fix and message, and no size.
    expect(titles).toHaveLength(9);
    expect(titles[5]).toMatch(/^\$\(warning\)\u00a0The ring crosses itself/);
    didCheck.fire(document);
    expect(changed).toHaveBeenCalledTimes(1);
    editor.documents.replace(document, textOf(collection(near, near)));
    document.version++;
    expect(await titlesOf(document)).toHaveLength(9);
    didCheck.fire(document);
    expect(changed).toHaveBeenCalledTimes(2);
    expect(await titlesOf(document)).toHaveLength(7);
  });

  it.each<[string, object, RegExp, string]>([
    // A field near Chartres, written with its latitude first.
    [
      'in open sea that is on land once swapped',
      polygon(box(48.2, 1.5, 48.3, 1.6).toReversed()),
      /^In open sea/,
      'swap-axes',
    ],
    ['beyond the poles', polygon(box(20, 100, 21, 101)), /are probably swapped/, 'swap-axes'],
    ['smaller than a product', polygon(box(5, 43, 5.001, 43.001)), /needs at least 0\.1 km²/, 'grow'],
    ['that is not closed', open, /^The ring is not closed/, 'close'],
    ['that crosses itself', bowTie, /^The ring crosses itself/, 'uncross'],
  ])('offer the first quick fix of an area %s', async (_which, area, problem, kind) => {
    const document = editor.open('/a.geojson', textOf(area));
    await titlesOf(document);
    isChecked = true;
    didCheck.fire(document);
    const [fix, warning] = await lensesOf(document);
    expect(warning?.command?.title.replace('$(warning)\u00a0', '')).toMatch(problem);
    const found = diagnoseAois(document.getText(), 'file').find(({ message }) => problem.test(message));
    const target = { uri: document.uri.toString(), path: found?.path, fix: { kind } };
    expect([fix?.command?.command, fix?.command?.arguments]).toEqual(['swath.fixArea', [target]]);
  });

  it('appear above a limited number of lines, and show the number of the rest', async () => {
    const line = JSON.stringify(near);
    const document = editor.open('/a.geojson', `[${Array<string>(2001).fill(line).join(',\n')}]`);
    const titles = await titlesOf(document);
    expect(titles).toHaveLength(2000 * 3 + 2);
    expect(titles[1]).toBe('$(layers)\u00a02,001 areas · Draft Orders…');
    expect(titles[0]).toBe('Showing actions for the first 2,000 of 2,001 areas. Commands work on all.');
  });

  it('of many areas on one line are one that counts them, and asks which one is meant', async () => {
    const many = editor.open('/b.geojson', JSON.stringify(collection(...Array<unknown>(5000).fill(near))));
    expect(await titlesOf(many)).toEqual([
      '$(layers)\u00a05,000 areas · Draft Orders…',
      '$(search)\u00a05,000 areas on this line · Search Images…',
    ]);
    const [dam, port] = ['Dam', 'Port'].map(name =>
      JSON.stringify({ type: 'Feature', properties: { name }, geometry: near }),
    );
    const lines = `[${dam},${port},\n${dam}]`;
    const document = editor.open('/c.geojson', lines);
    const lens = (await lensesOf(document)).find(({ command }) => command?.title.includes('2 areas on this'));
    const answer = resolveAoi(lens?.command?.arguments?.[0]);
    await editor.prompt('Which area of c.geojson?');
    expect(editor.question.items).toHaveLength(2);
    await editor.pick('Port');
    expect(await answer).toMatchObject({ path: [1, 'geometry'], name: 'Port' });
  });

  it.each(['geojson', 'stac'] as const)(
    'of a file exported as %s are one for all of its polygons',
    async format => {
      const image = { type: 'Feature', stac_version: '1.1.0', geometry: near };
      const features = () => [[{ id: 'a', geometry: near, properties: {}, item: () => [image] }]];
      const { pieces } = await exported({ format, features }, 'harbour');
      let text = '';
      for await (const piece of pieces) text += String(piece);
      expect(JSON.parse(text)).toMatchObject({ features: [{ geometry: near }] });
      const only = ['$(search)\u00a0Search Images…'];
      expect(await titlesOf(editor.open('/a.geojson', text))).toEqual(only);
      // As a formatter writes it, and as a file of its own in a catalog.
      expect(await titlesOf(editor.open('/b.geojson', textOf(JSON.parse(text))))).toEqual(only);
      expect(await titlesOf(editor.open('/c.json', textOf(image)))).toEqual(only);
    },
  );

  it('of a delivered report are only those that apply', async () => {
    const text = textOf(collection(near, near));
    const report = editor.open('untitled:/town-0123abcd.geojson', text);
    expect((await lensesOf(report)).map(({ command }) => [command?.title, command?.command])).toEqual([
      ['$(map)\u00a0Show on Map', 'swath.showOrderOnMap'],
    ]);
    const file = editor.open('/town-0123abcd.geojson', text);
    expect((await lensesOf(file)).map(({ command }) => command?.command)).toEqual([
      'swath.showOrderOnMap',
      'swath.compareReports',
    ]);
    // A day in the name isn't the mark of a report.
    const dated = editor.open('/town-20260331.geojson', textOf(near));
    expect((await titlesOf(dated)).join()).toContain('Search Images');
  });

  it.each([
    ['an order', '/a.order.json', textOf({ aoi: near })],
    ['JSON without an area', '/a.json', '{"type": "Polygonal"}'],
    ['more than 50 MB', '/a.geojson', `${textOf(near)}${' '.repeat(50_000_000)}`],
  ])("aren't created for %s", async (_what, path, text) => {
    expect(await lensesOf(editor.open(path, text))).toEqual([]);
  });

  it('of a long document wait for a pause in typing, and stop if the request is canceled', async () => {
    const long = `${textOf(near)}${' '.repeat(300_000)}`;
    const document = editor.open('/a.geojson', long);
    expect(await titlesOf(document)).toHaveLength(3);
    editor.documents.replace(document, `${textOf(collection(near, near))}${' '.repeat(300_000)}`);
    const getText = vi.spyOn(document, 'getText');
    const source = new CancellationTokenSource();
    const lenses = lensesOf(document, source);
    source.cancel();
    expect(await lenses).toEqual([]);
    // Even getting a long text takes VS Code a while.
    expect(getText).not.toHaveBeenCalled();
    expect(await titlesOf(document)).toHaveLength(7);
    expect(getText).toHaveBeenCalledTimes(1);
    // The same version again: they are cached.
    await titlesOf(document);
    expect(getText).toHaveBeenCalledTimes(1);
  });
});
