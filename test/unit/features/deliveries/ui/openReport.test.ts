import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import * as vscode from 'vscode';
import { box, polygon } from '../../../geo/polygons.ts';
import { readFeatures } from '../../../../../src/features/deliveries/reportFiles.ts';
import { leftOutCount, type Reports } from '../../../../../src/features/deliveries/reports.ts';
import { openReport, showReportFile } from '../../../../../src/features/deliveries/ui/openReport.ts';
import { openSelected } from '../../../../../src/features/deliveries/ui/openSelected.ts';
import { chooseTwoReports } from '../../../../../src/features/deliveries/ui/reportChoice.ts';
import { editor } from '../../../../fake/editor.ts';
import { read, say, user } from '../../../../fake/user.ts';
import { bareDelivery, bareOrder } from '../../../fixtures.ts';
import { deliverySetup, newFolder, ran, type Served } from './deliverySetup.ts';

let folder: string;
beforeEach(async () => void (folder = await newFolder()));

const link = 'https://access.test/r1';

function setUp(
  served: Served,
  { kind, payload }: { kind: string | undefined; payload?: object } = {
    kind: 'order.analytics-toolbox.archive',
  },
) {
  const deliveries = [bareDelivery({ download: link })];
  const order = bareOrder({
    id: 'r1',
    kind,
    status: 'delivered',
    title: 'Harbour',
    deliveries,
    payload: { ...payload },
  });
  return deliverySetup([order], { [link]: served });
}

const ship = {
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [4, 52] },
  properties: { class: 'ship' },
};
const collection = (...features: object[]) => collectionOf(features);
const collectionOf = (features: readonly object[]) => JSON.stringify({ type: 'FeatureCollection', features });
const onMap = ({ current }: Pick<Reports, 'current'>) =>
  current.value ? readFeatures(current.value) : Promise.resolve([]);
const report = async () => join(folder, 'reports', (await readdir(join(folder, 'reports')))[0] ?? '');

describe('Open Report', () => {
  it('downloads it once and shows it on the map, without its text', async () => {
    const { parts, requested, reports, seen } = await setUp(collection(ship));
    await openReport(parts, 'r1');
    const path = await report();
    expect(path).toMatch(/Harbour-[0-9a-f]{8}\.geojson$/);
    expect(ran()).toEqual([['swath.openMap', { show: 'report' }]]);
    expect(reports.current.value).toMatchObject({
      orderId: 'r1',
      title: 'Harbour',
      uri: `file://${path}`,
    });
    expect(await onMap(reports)).toEqual([{ geometry: ship.geometry, properties: ship.properties }]);
    expect(seen).toEqual(['r1']);
    await openReport(parts, undefined);
    expect(requested).toHaveLength(1);
    expect(editor.openedEditors).toEqual([]);
  });

  it.each([
    [
      'in meters',
      collection({ ...ship, geometry: { type: 'Point', coordinates: [500_000, 4_790_000] } }),
      /aren't longitude/,
    ],
    [
      'in another encoding',
      Buffer.from(collection({ ...ship, properties: { name: 'Häfen' } }), 'latin1'),
      /isn't in UTF-8/,
    ],
  ])('warns of a report %s', async (_what, delivered, warning) => {
    const { parts } = await setUp(delivered);
    await openReport(parts, 'r1');
    expect(editor.messages.map(({ kind, text }) => [kind, text])).toEqual([
      ['warning', expect.stringMatching(warning) as unknown],
    ]);
  });

  it('shows the current version of a changed report', async () => {
    const { parts, reports } = await setUp(collection(ship));
    await openReport(parts, 'r1');
    await writeFile(await report(), collection(ship, ship));
    await openReport(parts, 'r1');
    expect(await onMap(reports)).toHaveLength(2);
  });

  it('replaces a file that is no longer a report, if the user wants that', async () => {
    const { parts, requested, reports } = await setUp(collection(ship));
    await openReport(parts, 'r1');
    await writeFile(await report(), '{"type":"FeatureColl');
    reports.clear();
    const asks = /^Harbour-\S+ is not a GeoJSON FeatureCollection\./;
    user.answers = [read(asks, undefined)];
    await openReport(parts, 'r1');
    expect([requested.length, reports.current.value]).toEqual([1, undefined]);
    user.answers = [read(asks, 'Download Again')];
    await openReport(parts, 'r1');
    expect([requested.length, (await onMap(reports)).length]).toEqual([2, 1]);
    expect(await readdir(join(folder, 'reports'))).toHaveLength(1);
  });

  it("says that an image product isn't a report", async () => {
    const { parts } = await setUp('PK', { kind: 'order.data.product' });
    await expect(openReport(parts, 'r1')).rejects.toThrow(/Order r1 has no report/);
    await expect(openReport(parts, undefined)).rejects.toThrow(/No matching delivery/);
  });

  it("says that the delivery isn't a report, if that wasn't known before", async () => {
    const { parts, reports } = await setUp(Buffer.from([0x49, 0x49, 0x2a, 0, 1]), { kind: undefined });
    await expect(openReport(parts, 'r1')).rejects.toThrow(/\.tif is not a GeoJSON/);
    expect(reports.current.value).toBeUndefined();
  });

  it("says how much isn't drawn", async () => {
    const tooLong = { ...ship, properties: { note: 'x'.repeat(4_000_000) } };
    const { parts, reports } = await setUp(collection(ship, tooLong, ship, tooLong));
    await openReport(parts, 'r1');
    const current = reports.current.value;
    expect([(await onMap(reports)).length, current && leftOutCount(current)]).toEqual([2, 2]);
    expect(user.prompts[0]?.text).toMatch(
      /shows the first 2 features of Harbour-\S+; the file contains 2 more/,
    );
  });

  it('ends silently when it is canceled', async () => {
    const { parts } = await setUp(() => {
      editor.cancel();
      return collection(ship);
    });
    await openReport(parts, 'r1');
    expect([editor.openedEditors, ran(), user.prompts]).toEqual([[], [], []]);
  });
});

describe('several selected reports', () => {
  const bare = (id: string, title: string, kind = 'order.analytics-toolbox.archive') => {
    const deliveries = [bareDelivery({ download: `https://access.test/${id}` })];
    const payload = { imageIds: [`image of ${id}`, 'image of all'] };
    return bareOrder({ id, kind, status: 'delivered', title, deliveries, payload });
  };
  const row = (orderId: string) => ({ id: `order/${orderId}`, label: orderId, subject: { orderId } });
  const several = (second: string) =>
    deliverySetup(
      [
        bare('r1', 'Harbour'),
        bare('r2', 'Quay'),
        bare('r3', 'Quay'),
        bare('p1', 'Image', 'order.data.product'),
      ],
      {
        'https://access.test/r1': collection(ship),
        'https://access.test/r2': second,
        'https://access.test/r3': collection(ship),
      },
    );

  it('are one document on the map, in which each feature names its report', async () => {
    const { parts, reports, seen } = await several(collection({ ...ship, id: 7 }, ship));
    const rows = ['r1', 'p1', 'r2', 'r3'].map(row);
    await openSelected(parts, rows[0], rows);
    const names = ['Harbour', 'Quay · r2', 'Quay · r2', 'Quay · r3'];
    expect(reports.current.value?.title).toBe('Harbour, Quay · r2, Quay · r3');
    expect(reports.current.value?.connection).toBe('Test');
    expect(reports.current.value?.imageIds?.toSorted()).toEqual([
      'image of all',
      ...['r1', 'r2', 'r3'].map(id => `image of ${id}`),
    ]);
    expect((await onMap(reports)).map(({ properties }) => properties)).toEqual(
      names.map(name => ({ class: 'ship', 'swath:report': name })),
    );
    const [textEditor] = editor.openedEditors;
    expect(textEditor?.document.uri.path).toMatch(/reports-Harbour-[0-9a-f]{8}\.geojson$/);
    expect(textEditor?.document.getText()).toContain('"id":7');
    expect([ran(), seen]).toEqual([[['swath.openMap', { show: 'report' }]], ['r1', 'r2', 'r3']]);
  });

  it('are shown as they are if only one of the rows has a report', async () => {
    const { parts, reports } = await several(collection(ship));
    const rows = ['p1', 'r2'].map(row);
    await openSelected(parts, rows[0], rows);
    expect([reports.current.value?.orderId, editor.openedEditors]).toEqual(['r2', []]);
  });

  it('are refused if the text of one is broken', async () => {
    const { parts, reports } = await several(collection(ship));
    const rows = ['r1', 'r2'].map(row);
    await openReport(parts, 'r2');
    await writeFile(await report(), '{"type":"FeatureColl');
    await expect(openSelected(parts, rows[0], rows)).rejects.toThrow(/^Quay.* is not a GeoJSON/);
    expect(reports.current.value?.title).toBe('Quay');
  });
});

describe('Show Report on Map', () => {
  const open = (text: string) => editor.open('/nowhere/town-0123abcd.geojson', text).uri.toString();

  it('uses the current text, and opens the map', async () => {
    const feature = { type: 'Feature', properties: { kind: 'car' }, geometry: polygon(box(5, 43, 6, 44)) };
    const uri = open(JSON.stringify({ type: 'FeatureCollection', features: [feature, feature] }));
    const { parts, reports } = await setUp('');
    await showReportFile(parts, uri);
    expect(reports.current.value).toMatchObject({
      uri,
      title: 'town-0123abcd.geojson',
      index: { facts: { features: 2 } },
    });
    expect(editor.ran).toEqual([['swath.openMap', { show: 'report' }]]);
  });

  it('shows a copy under another name: from the Explorer, or if it is the file in the editor', async () => {
    const { parts, reports } = await setUp(collection(ship));
    const path = join(folder, 'copy.geojson');
    await writeFile(path, collection(ship, ship));
    const uri = vscode.Uri.file(path);
    await openSelected(parts, uri, [uri]);
    expect(reports.current.value).toMatchObject({ title: 'copy.geojson', index: { facts: { features: 2 } } });
    reports.clear();
    editor.show(editor.open(path, collection(ship)));
    await openReport(parts, undefined);
    expect(reports.current.value).toMatchObject({ title: 'copy.geojson', index: { facts: { features: 1 } } });
    for (const [name, text] of [
      ['area.geojson', JSON.stringify(polygon(box(5, 43, 6, 44)))],
      ['a.shortlist.geojson', collection(ship)],
    ] as const) {
      editor.show(editor.open(join(folder, name), text));
      await openReport(parts, undefined);
      expect(reports.current.value?.title).toBe('Harbour');
    }
  });

  it('knows the order of a delivered one, with its images and its area', async () => {
    const payload = { imageIds: ['img1'], aoi: polygon(box(4, 52, 4.1, 52.1)) };
    const { parts, reports } = await setUp(collection(ship), {
      kind: 'order.analytics-toolbox.archive',
      payload,
    });
    await openReport(parts, 'r1');
    const fromOrder = {
      orderId: 'r1',
      title: 'Harbour',
      connection: 'Test',
      imageIds: ['img1'],
      area: payload.aoi,
    };
    expect(reports.current.value).toMatchObject(fromOrder);
    reports.clear();
    const path = await report();
    editor.open(path, await readFile(path, 'utf8'));
    await showReportFile(parts, `file://${path}`);
    expect(reports.current.value).toMatchObject(fromOrder);
  });

  it("says that a file isn't a report", async () => {
    const { parts, reports } = await setUp('');
    await expect(showReportFile(parts, open('{"type": "Polygon"}'))).rejects.toThrow(
      'town-0123abcd.geojson is not a GeoJSON FeatureCollection.',
    );
    expect([reports.current.value, editor.ran]).toEqual([undefined, []]);
  });
});

const rows = ['r1', 'r2', 'r3'].map(id => ({ id: `order/${id}`, label: id, subject: { orderId: id } }));

/** Delivered reports whose titles are the ids of their orders. */
function reportSetup() {
  const kind = 'order.analytics-toolbox.archive';
  const orders = rows.map(({ label: id }) => {
    const deliveries = [bareDelivery({ download: `${link}/${id}` })];
    return bareOrder({ id, kind, title: id, status: 'delivered', deliveries });
  });
  const served = orders.map(({ id }) => [`${link}/${id}`, collection(ship)] as const);
  return deliverySetup(orders, Object.fromEntries(served));
}

describe('Compare Reports', () => {
  it.each<[string, unknown, unknown]>([
    ['ids of their orders', 'r2', 'r1'],
    ['selected rows', rows[1], rows.slice(0, 2)],
  ])('takes both reports as %s, without a question', async (_what, argument, all) => {
    const { parts } = await reportSetup();
    const chosen = await chooseTwoReports(parts, argument, all);
    expect(chosen?.map(source => source.kind === 'delivery' && source.delivery.order.id)).toEqual([
      'r2',
      'r1',
    ]);
    expect(user.prompts).toEqual([]);
  });

  it('offers the next older report of the same area first, then newer ones, then those of other places', async () => {
    const kind = 'order.analytics-toolbox.archive';
    const made = (id: string, day: number, west = 4) => {
      const payload = { analytic: 'ships', aoi: polygon(box(west, 52, west + 0.1, 52.1)) };
      const deliveries = [bareDelivery({ download: `${link}/${id}` })];
      const createdAt = `2026-03-0${day}T10:00:00Z`;
      return bareOrder({ id, kind, title: id, status: 'delivered', deliveries, payload, createdAt });
    };
    const orders = [
      made('newer', 7),
      made('elsewhere', 4, 9),
      made('oldest', 1),
      made('older', 3),
      made('this', 5),
    ];
    const { parts } = await deliverySetup(orders, {});
    user.answers = [say(undefined)];
    await chooseTwoReports(parts, 'this', undefined);
    expect(user.prompts.at(-1)?.choices).toEqual(['older', 'oldest', 'newer', 'elsewhere', 'From a File…']);
  });

  it('refuses three reports, and does not compare an order with its delivery', async () => {
    const { parts } = await reportSetup();
    await expect(chooseTwoReports(parts, rows[1], rows)).rejects.toThrow('two reports to compare, not 3.');
    const delivery = { id: 'd', label: 'd', subject: { orderId: 'r1', deliveryIndex: 0 } };
    user.answers = [read(/^Compare "r1" with/, undefined)];
    expect(await chooseTwoReports(parts, rows[0], [rows[0], delivery])).toBeUndefined();
  });

  it('knows the order of a downloaded report, and does not offer to compare it with itself', async () => {
    const { parts } = await reportSetup();
    await openReport(parts, 'r1');
    const uri = vscode.Uri.file(await report());
    user.answers = [say('r2')];
    const chosen = await chooseTwoReports(parts, uri, [uri]);
    expect(user.prompts.at(-1)).toMatchObject({
      text: 'Compare "r1" with…',
      choices: ['r2', 'r3', 'From a File…'],
    });
    expect(chosen?.map(source => source.kind === 'delivery' && source.delivery.order.id)).toEqual([
      'r1',
      'r2',
    ]);
  });
});
