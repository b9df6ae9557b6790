import { signal } from '@preact/signals-core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { polygon as polygonOf, positions } from '../../geo/polygons.ts';
import type { SearchCriteria } from '../../../../src/service/rules/searchCriteria.ts';
import type { Slot } from '../../../../src/platform/host/storage.ts';
import type { PolygonInText } from '../../../../src/features/areas/rules/text/geojsonText.ts';
import type { ToHost, ToPage } from '../../../../src/protocol/protocol.ts';
import { checkedMessages, type HostQuestion } from '../../../../src/protocol/toHost.ts';
import type { BaseMap } from '../../../../src/features/map/rules/baseMap.ts';
import { areasInView } from '../../../../src/features/map/areaMessages.ts';
import { chooseBackground } from '../../../../src/features/map/background.ts';
import {
  baseMap,
  createMessageHandler,
  createPageTurn,
  onBaseMapChange,
} from '../../../../src/features/map/mapPage.ts';
import { toRow } from '../../../../src/features/map/mapState.ts';
import type { HandlerParts } from '../../../../src/features/map/pageParts.ts';
import { eventually } from '../../../eventually.ts';
import { editor } from '../../../fake/editor.ts';
import { newUser } from '../../../fake/user.ts';
import { bareImage } from '../../fixtures.ts';

type Messages = { [M in ToHost as M['kind']]: M };
type Questions = { [Q in HostQuestion as Q['kind']]: Q };

const key = '["features",0,"geometry"]';
const ring = positions('5 43, 6 43, 6 44, 5 43');

const step = { kind: 'move', ring: 0, vertex: 1, to: [6.5, 43.25] } as const;

const file = { name: 'a.kml', bytes: new Uint8Array(9) };
const largeFile = { ...file, bytes: new Uint8Array(9e6) };

const questions: Questions = {
  thumbnail: { kind: 'thumbnail', id: 'a' },
  chip: { kind: 'chip', id: 'a' },
  quicklook: { kind: 'quicklook', id: 'a' },
  quicklookLater: { kind: 'quicklookLater', id: 'a' },
  tile: { kind: 'tile', id: 'a', z: 3, x: 1, y: 2 },
  productBytes: { kind: 'productBytes', id: 'p', from: 0, length: 4 * 1024 * 1024 },
  change: { kind: 'change', revision: 2, change: { kind: 'reshape', key, step } },
  findPlace: { kind: 'findPlace', text: 'Rotterdam' },
  readSeries: { kind: 'readSeries', reportId: 'r' },
  reportImages: { kind: 'reportImages', reportId: 'r' },
  review: { kind: 'review', reportId: 'r', feature: 0, decision: 'rejected', note: 'x', order: 'near' },
};
const asking = (question: HostQuestion, id = 0): ToHost => ({
  kind: 'link',
  messages: [{ kind: 'ask', id, question }],
});

/** One of each kind, with all optional fields. */
const messages: Messages = {
  link: {
    kind: 'link',
    messages: [
      { kind: 'ask', id: 100, question: questions.chip },
      { kind: 'cancel', id: 100 },
    ],
  },
  ready: { kind: 'ready' },
  search: {
    kind: 'search',
    filters: {
      ids: ['a', 'b'],
      relation: 'contains',
      circle: { longitude: 5, latitude: 43, radius: 1000 },
      bounds: [5, 43, 6, 44],
      acquiredFrom: '2026-01-01',
      acquiredTo: '2026-02-01',
      acquiredAfter: '2026-01-01T00:00:00Z',
      acquiredBefore: '2026-02-01T00:00:00Z',
      minCloudCover: 0,
      maxCloudCover: 20.5,
      constellation: 'PHR',
      processingLevel: 'SENSOR',
      productType: 'bundle,mono',
      workspace: 'public',
      workspaceId: 'w-1',
      sortBy: '-cloudCover',
    } satisfies Required<Omit<SearchCriteria, 'aoi'>>,
  },
  cancelSearch: { kind: 'cancelSearch' },
  more: { kind: 'more' },
  all: { kind: 'all' },
  showAll: { kind: 'showAll' },
  received: { kind: 'received' },
  copy: { kind: 'copy', text: '43.29510° N, 5.36120° E' },
  copySearchLink: { kind: 'copySearchLink' },
  copySearchRequest: { kind: 'copySearchRequest' },
  copyImageLink: { kind: 'copyImageLink', id: 'a' },
  copyServiceAddress: { kind: 'copyServiceAddress', id: 'a' },
  clipToFootprint: { kind: 'clipToFootprint', id: 'a' },
  useFootprint: { kind: 'useFootprint', id: 'a' },
  saveSearch: { kind: 'saveSearch' },
  listFilters: {
    kind: 'listFilters',
    limits: { maxIncidenceAngle: 20, minClear: undefined },
    span: { from: 0, to: 1 },
  },
  clearHere: {
    kind: 'clearHere',
    clear: [
      ['a', 0.85],
      ['b', null],
    ],
  },
  opened: { kind: 'opened', id: 'a' },
  pin: { kind: 'pin', ids: ['a'] },
  editNote: { kind: 'editNote', id: 'a' },
  showShortlist: { kind: 'showShortlist' },
  hideShortlist: { kind: 'hideShortlist' },
  saveShortlist: { kind: 'saveShortlist' },
  openShortlist: { kind: 'openShortlist' },
  clearShortlist: { kind: 'clearShortlist' },
  draftShortlist: { kind: 'draftShortlist' },
  draftShortlistBatch: { kind: 'draftShortlistBatch' },
  choose: { kind: 'choose', wish: 'clearest' },
  export: { kind: 'export', ids: ['a'] },
  retryPictures: { kind: 'retryPictures', id: 'a' },
  stream: { kind: 'stream', id: 'a', on: true },
  select: { kind: 'select', ids: [] },
  draftOrder: { kind: 'draftOrder' },
  draftProduct: { kind: 'draftProduct' },
  askPrice: { kind: 'askPrice' },
  revealAoi: { kind: 'revealAoi' },
  revealArea: { kind: 'revealArea', key, takesFocus: true },
  revealVertex: { kind: 'revealVertex', key, ring: 0, vertex: 2 },
  takeArea: { kind: 'takeArea', key },
  renameArea: { kind: 'renameArea', key },
  fixArea: { kind: 'fixArea', key, fix: 'round' },
  undo: { kind: 'undo' },
  redo: { kind: 'redo' },
  busy: { kind: 'busy', isBusy: false },
  view: { kind: 'view', bounds: [-200.5, 43, 200, 44] },
  saved: { kind: 'saved', view: '{}' },
  exportFeatures: { kind: 'exportFeatures', reportId: 'r', indices: Uint32Array.of(2, 0) },
  revealFeature: { kind: 'revealFeature', reportId: 'r', index: 0, takesFocus: false },
  openOrder: { kind: 'openOrder', orderId: 'o1' },
  openReport: { kind: 'openReport', orderId: 'o1' },
  showProduct: { kind: 'showProduct', orderId: 'o1' },
  saveReviewedReport: { kind: 'saveReviewedReport' },
  closeReport: { kind: 'closeReport' },
  closeProduct: { kind: 'closeProduct' },
  productPainted: { kind: 'productPainted', id: 'p' },
  leave: { kind: 'leave', by: -1 },
  signIn: { kind: 'signIn' },
  showLog: { kind: 'showLog' },
  useSandbox: { kind: 'useSandbox' },
  newAoi: { kind: 'newAoi' },
  importAoi: { kind: 'importAoi' },
  importDropped: { kind: 'importDropped', files: [file], uris: ['file:///etc/a.kml'], problem: 'tooMuch' },
  openSample: { kind: 'openSample' },
  background: { kind: 'background', name: 'land' },
  fault: { kind: 'fault', message: 'Error: x' },
};

const dropped = (...files: object[]) => ({ ...messages.importDropped, files });
const linked = (...all: object[]) => ({ kind: 'link', messages: all });
const asked = (question: object) => linked({ kind: 'ask', id: 0, question });
const changed = (change: object) => asked({ ...questions.change, change });

function receiving() {
  const handled: ToHost[] = [];
  const dropped: string[] = [];
  const receive = checkedMessages(
    message => handled.push(message),
    problem => dropped.push(problem),
  );
  return { receive, handled, dropped };
}

describe('a message of the page', () => {
  it.each([...Object.values(messages), ...Object.values(questions).map(asking)])(
    '$kind is passed on unchanged',
    message => {
      const { receive, handled, dropped } = receiving();
      receive(structuredClone(message));
      expect(dropped).toEqual([]);
      expect(handled).toEqual([message]);
    },
  );

  it('can omit optional fields', () => {
    const { receive, handled } = receiving();
    const change = { kind: 'change', change: { kind: 'add', ring } };
    for (const message of [{ kind: 'search', filters: {} }, asked(change)]) receive(message);
    expect(handled).toHaveLength(2);
  });

  it('loses fields that do not belong to it', () => {
    const { receive, handled } = receiving();
    receive({ kind: 'draftOrder', command: 'swath.placeOrder' });
    receive({ kind: 'search', filters: { sortBy: 'a', aoi: {} } });
    receive(asked({ ...questions.chip, command: 'swath.placeOrder' }));
    expect(handled).toEqual([
      { kind: 'draftOrder' },
      { kind: 'search', filters: { sortBy: 'a' } },
      asking(questions.chip),
    ]);
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['a text', 'ready'],
    ['no kind', {}],
    ['a kind that does not exist', { kind: 'placeOrder' }],
    ['a question without a number', linked({ kind: 'ask', id: '__proto__', question: questions.chip })],
    ['an answer, since the host asks nothing', linked({ kind: 'answer', id: 7, value: 'swath.placeOrder' })],
    ['another message among questions', linked(messages.useSandbox)],
    ['questions without end', linked(...Array<object>(10_001).fill({ kind: 'cancel', id: 1 }))],
    ['a place that is none', { ...messages.view, bounds: [0, 0, 0, Number.NaN] }],
    ['a key that is no JSON', { ...messages.takeArea, key: '[' }],
    ['a key that is no way into a document', { ...messages.takeArea, key: '{"length": 1}' }],
    ['a criterion of another type', { kind: 'search', filters: { maxCloudCover: '20' } }],
    ['bytes that are none', dropped({ ...file, bytes: { length: 1 } })],
    ['files without end', dropped(...Array<object>(21).fill({ ...file, bytes: new Uint8Array(1) }))],
    ['files that are too large', dropped(largeFile, largeFile, largeFile)],
    ['bytes in place of a list', { ...messages.select, ids: new Float64Array(3) }],
    ['more than the clipboard should have', { kind: 'copy', text: 'x'.repeat(1_000_001) }],
    ['a background by address', { kind: 'background', name: 'https://theirs.test/{z}/{x}/{y}' }],
  ])('with %s is dropped, with a short log entry', (_name, message) => {
    const { receive, handled, dropped } = receiving();
    receive(message);
    expect(handled).toEqual([]);
    expect(dropped).toHaveLength(1);
    expect(dropped[0]?.length).toBeLessThanOrEqual(200);
  });

  it.each<[string, { messages: readonly object[] }]>([
    ['a question that does not exist', asked({ kind: 'placeOrder' })],
    ['a question by an inherited name', asked({ kind: 'constructor' })],
    ['an id that is no text', asked({ kind: 'quicklook', id: { toString: 1 } })],
    ['an id without an end', asked({ kind: 'quicklook', id: 'x'.repeat(100_000) })],
    ['a tile beside the grid', asked({ ...questions.tile, x: -1 })],
    ['too many bytes', asked({ ...questions.productBytes, length: 4 * 1024 * 1024 + 1 })],
    ['bytes before the file', asked({ ...questions.productBytes, from: -1 })],
    ['a position without end', changed({ kind: 'add', ring: [[1, 2, 3, 4, 5]] })],
    ['positions without end', changed({ kind: 'add', ring: Array.from({ length: 10_001 }, () => [1, 2]) })],
    ['a vertex by name', changed({ kind: 'reshape', key, step: { ...step, vertex: 'length' } })],
    ['a hole without end', changed({ kind: 'reshape', key, step: { kind: 'hole', hole: [[1, 2, 3]] } })],
    ['a place that is no number', changed({ kind: 'reshape', key, step: { ...step, to: [1, '2'] } })],
  ])('that asks for %s loses what it asks, and those beside it do not', (_name, { messages: invalid }) => {
    const { receive, handled } = receiving();
    const beside = { kind: 'ask', id: 1, question: questions.chip };
    receive(linked(...invalid, beside));
    expect(handled).toEqual([linked({ kind: 'ask', id: 0, question: { kind: 'invalid' } }, beside)]);
  });
});

/** Does nothing, whatever is called. */
const idle = new Proxy<object>({}, { get: () => () => Promise.resolve() });

describe('what a page can trigger', () => {
  beforeEach(newUser);

  it('are drafts and questions: nothing is ordered, revoked or deleted, and no key is used', async () => {
    const parts = {
      session: { current: signal({ kind: 'signedOut' }) },
      catalog: Object.assign(Object.create(idle) as object, {
        visible: signal([]),
        current: signal({ aoi: { uri: 'untitled:/a.geojson', path: [] } }),
      }),
      editing: idle,
      shortlist: { pins: signal([]), toggle: vi.fn(), show: vi.fn(), hide: vi.fn() },
      pictures: idle,
      notes: idle,
      owned: idle,
      areas: { current: { peek: () => ({}) }, take: vi.fn() },
      reports: { current: { peek: () => undefined }, clear: vi.fn() },
      products: { current: { peek: () => undefined }, clear: vi.fn(), remember: vi.fn() },
      log: { warn: vi.fn(), error: vi.fn(), info: vi.fn() },
      gazetteerPath: 'media/places.txt',
      tilesAllowed: { read: () => undefined, write: vi.fn() },
    };
    const page = {
      taken: vi.fn(),
      send: vi.fn<(message: ToPage) => void>(),
      begin: vi.fn(),
      lookAt: vi.fn(),
      focus: vi.fn(),
      keep: vi.fn(),
      setBusy: vi.fn(),
    };
    const { handle } = createMessageHandler(parts as unknown as HandlerParts, page);
    const all = [...Object.values(messages), ...Object.values(questions).map(asking)];
    for (const message of all) {
      // The AOI is requested next to the search.
      if (message.kind !== 'revealAoi') handle(message);
    }
    const expected = [
      'swath.chooseImages',
      'swath.clearShortlist',
      'swath.clipArea',
      'swath.copyLink',
      'swath.copyLink',
      'swath.copyRequest',
      'swath.copyServiceAddress',
      'swath.draftOrder',
      'swath.draftOrder',
      'swath.draftOrders',
      'swath.draftProductOrder',
      'swath.draftProductOrder',
      'swath.exportImages',
      'swath.importAoi',
      'swath.newAoi',
      'swath.newAoi',
      'swath.openOrder',
      'swath.openReport',
      'swath.openSamples',
      'swath.openShortlist',
      'swath.saveReviewedReport',
      'swath.saveSearch',
      'swath.saveShortlist',
      'swath.showImage',
      'swath.showLog',
      'swath.signIn',
      'swath.useSandbox',
      'workbench.action.focusNextPart',
      'workbench.action.focusStatusBar',
    ];
    // All of it is over, so that nothing reaches the editor of the next test.
    await eventually(() => {
      expect(editor.ran.map(([id]) => id).sort()).toEqual(expected);
      // With the question that was canceled.
      const answers = page.send.mock.calls.flat().filter(({ kind }) => kind === 'answer');
      expect(answers).toHaveLength(Object.keys(questions).length + 1);
      expect(page.send).toHaveBeenCalledTimes(answers.length);
      expect(page.focus).toHaveBeenCalledTimes(4);
      expect(editor.settings).toEqual({ 'swath.map.background': 'land' });
      expect(editor.messageTexts).toHaveLength(1);
    });
  });
});

const link = (relation: string) => ({ [relation]: [{ href: 'https://example.com/picture' }] });

describe('a row for the page', () => {
  it('has what the service sent, and omits what it omitted', () => {
    const image = bareImage({ id: 'a', cloudCover: 0, snowCover: 3, parentIdentifier: 'DS_1' });
    expect(toRow(image, undefined, false)).toEqual({
      id: 'a',
      footprint: image.footprint,
      cloudCover: 0,
      snowCover: 3,
      parentIdentifier: 'DS_1',
      whyNo: {
        thumbnail: expect.stringContaining('no preview') as unknown,
        quicklook: expect.stringContaining('no preview') as unknown,
        stream: expect.stringContaining("can't be streamed") as unknown,
      },
    });
  });

  it('has the facts that are only among the properties, and no empty text', () => {
    const properties = { illuminationElevationAngle: 41.5 };
    expect(toRow(bareImage({ productType: 'tri-stereo' }), undefined, false)).toMatchObject({
      isStereo: true,
    });
    const row = toRow(bareImage({ platform: '', parentIdentifier: '', properties }), undefined, false);
    expect(row).toMatchObject({ sunElevation: 41.5 });
    expect(Object.keys(row).sort()).toEqual(['footprint', 'id', 'sunElevation', 'whyNo']);
  });

  it('says why a picture is not available, if so', () => {
    const links = { ...link('thumbnail'), ...link('quicklook') };
    expect(Object.keys(toRow(bareImage({ links }), undefined, false).whyNo)).toEqual(['stream']);
    const denied = toRow(bareImage({ links, rights: ['wmts'] }), undefined, false);
    expect(denied.whyNo.thumbnail).toContain('browse');
  });

  it('marks its duplicate, new images and delivered images', () => {
    expect(toRow(bareImage({}), 'better', true)).toMatchObject({ duplicateOf: 'better', isNew: true });
    expect(toRow(bareImage({ links: link('download') }), undefined, false).isDelivered).toBe(true);
    const vector = bareImage({ properties: { productCategory: 'vector' } });
    expect(toRow(vector, undefined, false).isDelivered).toBe(true);
    expect(toRow(bareImage({}), undefined, false)).not.toHaveProperty('isDelivered');
  });
});

function setUp() {
  const seen: string[] = [];
  const turn = createPageTurn<string>(
    page => seen.push(page),
    () => seen.push('waits'),
  );
  return { seen, turn };
}

describe('a new page', () => {
  it('loads at once if nothing is being drawn', () => {
    const { seen, turn } = setUp();
    turn.wish('a');
    turn.setBusy(true);
    turn.setBusy(false);
    turn.wish('b');
    expect(seen).toEqual(['a', 'b']);
  });

  it('waits for the end of drawing, says so once, and loads once, as last requested', () => {
    const { seen, turn } = setUp();
    turn.setBusy(true);
    turn.wish('a');
    turn.wish('b');
    turn.setBusy(true);
    expect(seen).toEqual(['waits']);
    turn.setBusy(false);
    turn.setBusy(false);
    expect(seen).toEqual(['waits', 'b']);
  });
});

/** @param count positions of its ring */
function area(index: number, count = 5): PolygonInText {
  const polygon = polygonOf(Array.from({ length: count }, () => [1, 2]));
  const place = { offset: 0, length: 0 };
  return { path: ['features', index], ...place, geometry: place, name: undefined, polygon, areaKm2: 1 };
}

describe('the areas that the map shows', () => {
  it('are the first 5,000, or half a million positions, and at least one however long', () => {
    const many = Array.from({ length: 5001 }, (_none, index) => area(index));
    expect(areasInView(many)).toHaveLength(5000);
    expect(areasInView(many.slice(1))).toHaveLength(5000);
    const long = Array.from({ length: 6 }, (_none, index) => area(index, 100_000));
    expect(areasInView(long)).toHaveLength(5);
    expect(areasInView([area(0, 500_001), area(1)])).toHaveLength(1);
    expect(areasInView([])).toEqual([]);
  });
});

const mine = 'https://mine.test/{z}/{x}/{y}.png';
const theirs = 'https://theirs.test/{z}/{x}/{y}.png';

describe('the settings of the base map', () => {
  it('come from the user', () => {
    expect(baseMap()).toEqual({ kind: 'land' });
    editor.settings = { 'swath.map.tileUrl': mine, 'swath.map.tileAttribution': 'Me' };
    expect(baseMap()).toMatchObject({ kind: 'tiles', source: { template: mine }, attribution: 'Me' });
  });

  it('never come from a workspace: it could track where the user looks', () => {
    const chosen = { 'swath.map.background': 'aerial' };
    editor.workspaceSettings = {
      'swath.map.tileUrl': theirs,
      'swath.map.tileAttribution': 'Them',
      ...chosen,
    };
    expect(baseMap()).toEqual({ kind: 'land' });
    editor.settings = { 'swath.map.tileUrl': mine };
    expect(baseMap()).toMatchObject({ kind: 'tiles', source: { template: mine }, attribution: '' });
    editor.settings = chosen;
    expect(baseMap()).toMatchObject({ kind: 'tiles', background: 'aerial' });
  });

  it('are reported when they change, and only then', () => {
    const reported: BaseMap[] = [];
    const following = onBaseMapChange(now => reported.push(now));
    editor.settings = { 'swath.map.tileUrl': mine };
    editor.set({ 'swath.orders.pollSeconds': 5 });
    expect(reported).toEqual([]);
    editor.set({ 'swath.map.tileUrl': mine });
    editor.set({ 'swath.map.tileUrl': mine });
    expect(reported).toEqual([baseMap()]);
    editor.set({ 'swath.map.tileUrl': ` ${mine}` });
    expect(reported).toHaveLength(1);
    editor.set({ 'swath.map.tileUrl': undefined });
    expect(reported.at(-1)).toEqual({ kind: 'land' });
    following.dispose();
    expect(editor.settingsChanged.listeners.size).toBe(0);
  });
});

describe('a background that is chosen on the map', () => {
  let stored: boolean | undefined;
  const allowed: Slot<boolean> = {
    read: () => stored,
    write: value => Promise.resolve(void (stored = value)),
  };
  beforeEach(() => (stored = undefined));

  it('is loaded from its server only after a notice that the server sees where you look, given once', async () => {
    const declined = chooseBackground('openStreetMap', allowed);
    (await editor.message('Load map tiles from OpenStreetMap?')).close();
    await declined;
    expect(baseMap()).toEqual({ kind: 'land' });

    const agreed = chooseBackground('dark', allowed);
    const notice = await editor.message('Load map tiles from CARTO?');
    expect(notice).toMatchObject({
      isModal: true,
      detail: expect.stringContaining('sees your IP') as unknown,
    });
    notice.press('Load Tiles');
    await agreed;
    expect(baseMap()).toMatchObject({ background: 'dark' });
    await chooseBackground('aerial', allowed);
    expect(baseMap()).toMatchObject({ background: 'aerial' });
    await chooseBackground('land', allowed);
    expect(baseMap()).toEqual({ kind: 'land' });
    expect(editor.messages.filter(({ text }) => text.startsWith('Load map tiles'))).toHaveLength(2);
  });

  it('can be an address of your own, which is checked as it is typed and proposed the next time', async () => {
    editor.settings = { 'swath.map.background': 'light' };
    const choosing = chooseBackground('own', allowed);
    const address = await editor.prompt('Own Map Tiles');
    expect(await address.refusal('http://mine.test/{z}/{x}/{y}')).toContain('must be an https:// address');
    await editor.enter(mine);
    await eventually(() => expect(editor.input?.prompt).toContain('Attribution'));
    await editor.enter('© Me');
    (await editor.message('Load map tiles from mine.test?')).press('Load Tiles');
    await choosing;
    expect(baseMap()).toMatchObject({ background: 'own', source: { template: mine }, attribution: '© Me' });

    const changing = chooseBackground('own', allowed);
    expect((await editor.prompt('Own Map Tiles')).value).toBe(mine);
    await editor.enter('');
    await changing;
    expect(baseMap()).toEqual({ kind: 'land' });
  });
});
