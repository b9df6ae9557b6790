import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import type { Position } from 'geojson';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { box, polygon } from '../../../geo/polygons.ts';
import type { AoiSource } from '../../../../../src/features/images/imageCatalog.ts';
import { port, searchSetup } from '../../images/ui/searchSetup.ts';
import { type Link, readLink, writeLink } from '../../../../../src/features/links/link.ts';
import { createLinksFeature } from '../../../../../src/features/links/linksFeature.ts';
import { copyLink } from '../../../../../src/features/links/ui/copyLink.ts';
import { eventually } from '../../../../eventually.ts';
import { editor } from '../../../../fake/editor.ts';
import { newUser, say, user } from '../../../../fake/user.ts';
import { Uri } from '../../../../fake/values.ts';
import { deferred, settle } from '../../../fakes.ts';
import { fitText, hostileText } from '../../../hostileText.ts';

const harbour: AoiSource = {
  uri: 'file:///nowhere/areas/harbour.aoi.geojson',
  path: [],
  name: 'Old Harbour',
  polygon: port,
  areaKm2: 9000,
};

beforeEach(newUser);

const queryOf = (link: string) => decodeURIComponent(Uri.parse(link).query);
const packed = (content: unknown) =>
  `v=1&link=${deflateRawSync(typeof content === 'string' ? content : JSON.stringify(content)).toString('base64url')}`;

/** The user who opens links, and the service that must not notice. */
async function setUp() {
  const { session, catalog, service } = await searchSetup();
  const goToOrder = vi.fn(() => Promise.resolve());
  const clock = { now: 0 };
  createLinksFeature({ register: () => undefined, log: { info: vi.fn(), error: vi.fn() } } as never, {
    session,
    catalog,
    goToOrder,
    now: () => clock.now,
  });
  const open = (query: string) =>
    editor.uriHandler?.handleUri(
      Uri.from({ scheme: 'vscode', authority: 'swath.swath', path: '/open', query }),
    );
  const copy = (argument: unknown) => copyLink({ catalog, connectionInUse: () => 'Test' }, argument);
  return { catalog, service, goToOrder, open, copy, clock };
}

const opened = () =>
  editor.openedEditors.map(({ document }) => [document.uri.path.split('/').at(-1), document.getText()]);

describe('a link to', () => {
  it('a search is opened as a document, after it was shown, and nothing is sent', async () => {
    const { catalog, service, open, copy } = await setUp();
    await catalog.search({ aoi: harbour, filters: { maxCloudCover: 20, workspaceId: 'ours' } });
    catalog.filterList({ limits: { maxIncidenceAngle: 15 } });
    service.searches.length = 0;
    await copy({ search: true });
    expect(user.messages).toEqual([]);
    expect(editor.clipboard).toMatch(/^vscode:\/\/swath\.swath\/open\?v=1&link=[\w-]+$/);
    expect(JSON.stringify(readLink(queryOf(editor.clipboard)))).not.toContain('ours');
    user.answers = [say('Open')];
    open(queryOf(editor.clipboard));
    await eventually(() => expect(opened()).toHaveLength(1));
    expect(user.prompts[0]).toMatchObject({
      kind: 'modal',
      text: 'Open this link?',
      detail: expect.stringMatching(
        /^Old Harbour · cloud up to 20 % · incidence angle up to 15°\n[\d,]+ km² · 43\.50° N, 5\.50° E\n/,
      ) as string,
    });
    const [name, text] = opened()[0] ?? [];
    expect(name).toBe('Old-Harbour.search.json');
    expect(JSON.parse(text ?? '')).toEqual({
      maxCloudCover: 20,
      maxIncidenceAngle: 15,
      areaName: 'Old Harbour',
      aoi: port,
    });
    expect(service.searches).toEqual([]);
  });

  it('a search names what it leaves out of the list', async () => {
    const { catalog, copy } = await setUp();
    await catalog.search({ aoi: harbour });
    catalog.filterList({ span: { from: Date.UTC(2026, 2, 1), to: Date.UTC(2026, 2, 2) } });
    user.answers = [say('Search on the Map')];
    await copy(undefined);
    expect(user.messages).toEqual([expect.stringMatching(/Left out: 2026-03-01\.$/)]);
  });

  it('anything shows its names on one short line each', async () => {
    const { open, clock } = await setUp();
    const name = `Quay\n\nIt is safe.\u2028${'x'.repeat(150)}`;
    const search = { areaName: `${name}${name}`, productType: name, aoi: port };
    const links = [
      { kind: 'search', search },
      { kind: 'image', id: name, search },
      { kind: 'area', name, polygon: port },
      { kind: 'order', id: name, connection: name },
    ];
    for (const link of links) {
      user.answers = [say(undefined)];
      const count = user.prompts.length;
      open(packed(link));
      await eventually(() => expect(user.prompts).toHaveLength(count + 1));
      await settle();
      clock.now += 600_000;
    }
    const details = user.prompts.map(({ detail }) => detail);
    expect(details.map(detail => detail.split('\n').length)).toEqual([3, 4, 2, 2]);
    expect(
      Math.max(
        ...details
          .join('\n')
          .split('\n')
          .map(line => line.length),
      ),
    ).toBeLessThan(300);
  });

  it('an image opens a search of its day and place', async () => {
    const { catalog, open, copy } = await setUp();
    await catalog.search({ aoi: harbour });
    await copy({ imageId: 'b' });
    user.answers = [say('Open')];
    open(queryOf(editor.clipboard));
    await eventually(() => expect(opened()).toHaveLength(1));
    expect(JSON.parse(opened()[0]?.[1] ?? '')).toEqual({
      acquiredFrom: '2026-03-02',
      acquiredTo: '2026-03-02',
      constellation: 'PHR',
      circle: { longitude: 5.5, latitude: 43.5, radius: 1000 },
    });
  });

  it('an area opens an unsaved file; what is not wanted opens nothing', async () => {
    const { open, clock } = await setUp();
    const link = writeLink('vscode', { kind: 'area', name: 'Dock', polygon: port });
    user.answers = [say(undefined)];
    open(queryOf(link));
    await eventually(() => expect(user.prompts).toHaveLength(1));
    expect(opened()).toEqual([]);
    await settle();
    clock.now += 10_000;
    user.answers = [say('Open')];
    open(queryOf(link));
    await eventually(() => expect(opened()).toHaveLength(1));
    expect(JSON.parse(opened()[0]?.[1] ?? '')).toMatchObject({
      properties: { name: 'Dock' },
      geometry: port,
    });
  });

  it('an area across the antimeridian shows where it is, and opens in two parts', async () => {
    const { open } = await setUp();
    const fiji = polygon(box(179.9, -17, -179.7, -16));
    user.answers = [say('Open')];
    open(queryOf(writeLink('vscode', { kind: 'area', name: 'Fiji', polygon: fiji })));
    await eventually(() => expect(user.prompts).toHaveLength(1));
    expect(user.prompts[0]).toMatchObject({
      detail: expect.stringMatching(/ · 16\.50° S, 179\.90° W$/) as string,
    });
    await eventually(() => expect(opened()).toHaveLength(1));
    expect(opened()[0]?.[1]).toContain('"MultiPolygon"');
  });

  it('an order leads to it, from its row', async () => {
    const { open, copy, goToOrder } = await setUp();
    await copy({ id: 'row', label: 'Order', subject: { orderId: 'o-1' } });
    user.answers = [say('Open')];
    open(queryOf(editor.clipboard));
    await eventually(() => expect(goToOrder).toHaveBeenCalledWith('o-1', 'Test'));
  });

  it('anything is chosen from what there is, and an area that is too long is refused', async () => {
    const { catalog, copy } = await setUp();
    await expect(copy(undefined)).rejects.toThrow('Search for images of an area first.');
    const ring = Array.from({ length: 4000 }, (_, at): Position => {
      const turn = (at / 4000) * 2 * Math.PI;
      return [5 + Math.cos(turn) * (1 + 1e-9 * at), 43 + Math.sin(turn)];
    });
    const polygon = { type: 'Polygon' as const, coordinates: [[...ring, ...ring.slice(0, 1)]] };
    await catalog.search({ aoi: { ...harbour, polygon } });
    user.answers = [say('Area of interest')];
    await expect(copy(undefined)).rejects.toThrow('too many vertices for a link');
    expect(editor.clipboard).toBe('');
  });

  it.each<[string, RegExp]>([
    ['x'.repeat(248), /^x{199}…$/],
    ['🛰'.repeat(150), /^(🛰)+.?…$/u],
  ])('an area with a long name is read with as much of it as fits', (name, expected) => {
    const link = readLink(queryOf(writeLink('vscode', { kind: 'area', name, polygon: port })));
    expect(link).toMatchObject({ kind: 'area', name: expect.stringMatching(expected) as string });
  });

  it('an order whose ID does not fit is refused before it is copied', () => {
    expect(() => writeLink('vscode', { kind: 'order', id: 'x'.repeat(201), connection: 'Test' })).toThrow(
      'more than 200 characters',
    );
  });

  it('is read from a page that wrote & as &amp;', () => {
    const query = queryOf(writeLink('vscode', { kind: 'area', name: 'Port', polygon: port }));
    expect(readLink(query.replaceAll('&', '&amp;'))).toEqual(readLink(query));
  });

  it('anything is read as it was written', () => {
    const short = fc
      .string({ minLength: 1, maxLength: 200, unit: 'grapheme' })
      .filter(text => text.length <= 200);
    fc.assert(
      fc.property(short, short, fc.integer({ min: 0, max: 100 }), (name, id, maxCloudCover) => {
        const links: Link[] = [
          { kind: 'area', name, polygon: port },
          { kind: 'order', id, connection: name },
          { kind: 'search', search: { areaName: name, maxCloudCover, aoi: port } },
        ];
        for (const link of links) expect(readLink(queryOf(writeLink('vscode', link)))).toEqual(link);
      }),
    );
  });
});

describe('many links', () => {
  const link = packed({ kind: 'order', id: 'o-1', connection: 'Test' });

  it('get one question at a time, and none at once after a "no"', async () => {
    const { open, clock } = await setUp();
    const answer = deferred<undefined>();
    user.answers = [() => answer.promise];
    for (let count = 0; count < 300; count++) open(link);
    await eventually(() => expect(user.prompts).toHaveLength(1));
    expect(editor.statusTexts.at(-1)).toContain('Answer the question about the other link first.');
    answer.resolve(undefined);
    await settle();
    for (let count = 0; count < 300; count++) open(link);
    await settle();
    expect(user.prompts).toHaveLength(1);
    expect(editor.statusTexts.at(-1)).toContain('Links are held back for a moment.');
    for (const pause of [10_000, 20_000]) {
      user.answers = [say(undefined)];
      clock.now += pause - 1;
      const count = user.prompts.length;
      open(link);
      await settle();
      expect(user.prompts).toHaveLength(count);
      clock.now += 1;
      open(link);
      await eventually(() => expect(user.prompts).toHaveLength(count + 1));
      await settle();
    }
  });

  it('that are unusable get one message in a while, which is short', async () => {
    const { open, clock } = await setUp();
    const bad = packed({ kind: 'search', search: { ['x'.repeat(112_000)]: 1 } });
    for (let count = 0; count < 200; count++) {
      open(bad);
      await settle();
    }
    await eventually(() => expect(user.messages).toHaveLength(1));
    expect(user.messages[0]?.length).toBeLessThan(300);
    clock.now += 10_000;
    open(bad);
    await eventually(() => expect(user.messages).toHaveLength(2));
  });

  it('say where and how they search', async () => {
    const { open, clock } = await setUp();
    const searches = [
      { circle: { longitude: 5.5, latitude: 43.5, radius: 800 }, workspace: 'public-pneo' },
      { bounds: [5, 43, 6, 44], acquiredAfter: '2026-01-02T03:04:05Z', sortBy: 'cloudCover' },
      { aoi: port, relation: 'disjoint', workspaceId: 'theirs' },
    ];
    for (const search of searches) {
      user.answers = [say(undefined)];
      const count = user.prompts.length;
      open(packed({ kind: 'search', search }));
      await eventually(() => expect(user.prompts).toHaveLength(count + 1));
      await settle();
      clock.now += 600_000;
    }
    const lines = user.prompts.map(({ detail }) => detail.split('\n').slice(1, -1));
    expect(lines).toEqual([
      ['Circle: 43.50° N, 5.50° E, 800 m', 'Catalog: public-pneo'],
      [
        'Box: 43.00° N, 5.00° E to 44.00° N, 6.00° E',
        'Acquired after: 2026-01-02T03:04:05Z',
        'Sort by: cloudCover',
      ],
      [expect.stringContaining('43.50° N, 5.50° E'), 'Relation to the area: disjoint', 'Workspace: theirs'],
    ]);
  });
});

describe('a foreign link', () => {
  const area = { kind: 'area', name: 'a', polygon: port };
  it.each<[string, string]>([
    ['nothing', ''],
    ['no content', 'v=1'],
    ['something that is not packed', 'v=1&link=abc'],
    ['10 MB of text', `v=1&link=${'A'.repeat(10_000_000)}`],
    ['a small text that unpacks to 50 MB', packed(`"${' '.repeat(50_000_000)}"`)],
    ['deep nesting', packed('['.repeat(100_000))],
    ['a command', packed({ kind: 'command', id: 'swath.placeOrder' })],
    ['an order without a connection', packed({ kind: 'order', id: 'o-1' })],
    ['an order id that is an object', packed({ kind: 'order', id: { toString: 'x' }, connection: 'Test' })],
    ['a prototype', packed('{"__proto__":{"kind":"area","name":"a"}}')],
    ['an open ring', packed({ ...area, polygon: { type: 'Polygon', coordinates: [[[5, 43], [6, 43], [6, 44]]] } })], // oxfmt-ignore
    ['an area of text', packed({ ...area, polygon: 'everywhere' })],
    ['a criterion that does not exist', packed({ kind: 'search', search: { token: 'x' } })],
    ['a search that is a list', packed({ kind: 'search', search: [] })],
    ['a later version', 'v=2&link=abc'],
  ])('with %s gets one message, and does nothing', async (_what, query) => {
    const { open, service, goToOrder } = await setUp();
    open(query);
    await eventually(() => expect(user.prompts).toHaveLength(1));
    expect(user.messages[0]).toMatch(/^The link /);
    expect([opened(), editor.ran, service.searches, goToOrder.mock.calls]).toEqual([[], [], [], []]);
  });

  it('cannot put markup into the question', async () => {
    const { open } = await setUp();
    user.answers = [say(undefined)];
    open(packed({ kind: 'order', id: hostileText, connection: hostileText }));
    await eventually(() => expect(user.prompts).toHaveLength(1));
    expect(user.prompts[0]?.detail).toBe(`Order: ${fitText}\nConnection: ${fitText}`);
  });

  it('gets no second question while the first is open', async () => {
    const { open } = await setUp();
    let answer: (value: undefined) => void = () => undefined;
    user.answers = [() => new Promise<undefined>(resolve => (answer = resolve))];
    for (let count = 0; count < 20; count++) open(packed(area));
    await eventually(() => expect(user.prompts).toHaveLength(1));
    answer(undefined);
    await new Promise(resolve => setImmediate(resolve));
    expect(user.prompts).toHaveLength(1);
  });
});
