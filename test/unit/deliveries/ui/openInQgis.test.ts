import { DOMParser, type Element } from '@xmldom/xmldom';
import { mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import * as vscode from 'vscode';
import { openInQgis } from '../../../../src/deliveries/ui/openInQgis.ts';
import { qgisProject } from '../../../../src/deliveries/qgisProject.ts';
import { describeError } from '../../../../src/editor/presentError.ts';
import { editor } from '../../../fake/editor.ts';
import { person, read } from '../../../fake/person.ts';
import { bareDelivery, bareOrder } from '../../model/fixtures.ts';
import { box, polygon } from '../../model/geometry/polygons.ts';
import { deliveryBench, newFolder } from './deliveryBench.ts';
import { madeZip } from './madeZip.ts';

let folder: string;
beforeEach(async () => void (folder = join(await newFolder(), 'reports')));

const order = (id: string, kind: string, title: string, west: number, crsCode?: string) =>
  bareOrder({
    id,
    kind,
    status: 'delivered',
    title,
    deliveries: [
      bareDelivery({ download: id, datas: { aoi: polygon(box(west, 43, west + 0.1, 43.1)), crsCode } }),
    ],
  });
const utm = 'urn:ogc:def:crs:EPSG::32631';
const orders = [
  order('r1', 'order.analytics-toolbox.archive', 'Quay <&"x"> ]]>', 5),
  order('p1', 'order.data.product', 'Image', 5.05, utm),
  order('p2', 'order.data.product', 'Elsewhere', 9, utm),
];
const feature = (type: string, coordinates: unknown) => ({
  type: 'Feature',
  properties: {},
  geometry: { type, coordinates },
});
const features = [feature('Point', [5, 43]), feature('MultiPolygon', [[box(5, 43, 5.01, 43.01)]])];
const served = {
  r1: JSON.stringify({ type: 'FeatureCollection', features }),
  p1: madeZip([{ name: 'IMG/one.TIF', text: 'pixels' }, { name: 'readme.txt' }]),
  p2: madeZip([{ name: 'two.tif' }]),
};

/** All deliveries on the disk; their paths by the start of their names. */
async function downloaded() {
  const { parts } = await deliveryBench(orders, served);
  const signedIn = parts.session.current.peek() as never;
  for (const one of orders) {
    const options = { signal: new AbortController().signal, onProgress: () => undefined };
    await parts.downloads.get(signedIn, { order: one, index: 0 }, options);
  }
  const names = await readdir(folder);
  return { parts, nameOf: (start: string) => names.find(name => name.startsWith(start)) ?? '' };
}

const textsOf = (parent: Element | null, name: string) =>
  [...(parent?.getElementsByTagName(name) ?? [])].map(({ textContent }) => textContent ?? '');

/** A project as QGIS reads it, which throws if it isn't well-formed. */
async function projectAt(path: string) {
  const text = await readFile(path, 'utf8');
  const onError = (_level: string, message: string) => {
    throw new Error(message);
  };
  const { documentElement } = new DOMParser({ onError }).parseFromString(text, 'text/xml');
  const layers = [...(documentElement?.getElementsByTagName('maplayer') ?? [])];
  const [west, , east] = ['xmin', 'ymin', 'xmax'].map(name => Number(textsOf(documentElement, name)[0]));
  return {
    view: [west, east],
    tree: [...(documentElement?.getElementsByTagName('layer-tree-layer') ?? [])].map(one =>
      one.getAttribute('id'),
    ),
    ids: layers.flatMap(layer => textsOf(layer, 'id')),
    names: layers.flatMap(layer => textsOf(layer, 'layername')),
    sources: layers.flatMap(layer => textsOf(layer, 'datasource')),
    codes: layers.flatMap(layer => textsOf(layer, 'authid')),
  };
}

describe('Open in QGIS', () => {
  it('opens a project with the report, the area, and the images of the place', async () => {
    const { parts, nameOf } = await downloaded();
    await openInQgis(parts, 'r1');
    const [report, zip] = [nameOf('Quay'), nameOf('Image')];
    const stem = report.replace('.geojson', '');
    expect(editor.openedOutside).toEqual([join(folder, `${stem}.qgs`)]);
    const project = await projectAt(join(folder, `${stem}.qgs`));
    expect(project.sources).toEqual([
      `./${report}|geometrytype=Point`,
      `./${report}|geometrytype=Polygon`,
      `./${stem}_aoi.geojson`,
      `/vsizip/./${zip}/IMG/one.TIF`,
    ]);
    expect(project.names).toEqual([
      'Quay <&"x"> ]]> · Point',
      'Quay <&"x"> ]]> · Polygon',
      'Area',
      'one.TIF',
    ]);
    expect(project.codes).toEqual(['EPSG:4326', 'EPSG:4326', 'EPSG:4326', 'EPSG:32631']);
    expect(project.tree).toEqual(project.ids);
    expect(project.view).toEqual([expect.closeTo(4.994), expect.closeTo(5.106)]);
    for (const source of project.sources)
      await stat(join(folder, source.replace('/vsizip/', '').replace(/\|.*|\/IMG.*/, '')));
  });

  it('shows the unzipped images of a product, with the reports of the place', async () => {
    const { parts, nameOf } = await downloaded();
    const unzipped = nameOf('Image').replace('.zip', '');
    await mkdir(join(folder, unzipped, 'IMG'), { recursive: true });
    await writeFile(join(folder, unzipped, 'IMG', 'one.TIF'), 'pixels');
    await openInQgis(parts, 'p1');
    const { sources } = await projectAt(editor.openedOutside[0] ?? '');
    expect(sources[0]).toMatch(/^\.\/Quay/);
    expect(sources.at(-1)).toBe(`./${unzipped}/IMG/one.TIF`);
  });

  it('opens a report of the Explorer, and a project that exists as it is', async () => {
    const { parts } = await deliveryBench([], {});
    const path = join(folder, 'theirs-01234567.geojson');
    await mkdir(folder);
    await writeFile(path, served.r1);
    await openInQgis(parts, vscode.Uri.file(path));
    const project = path.replace('.geojson', '.qgs');
    expect((await projectAt(project)).sources).toHaveLength(2);
    await writeFile(project, 'changed in QGIS');
    await openInQgis(parts, vscode.Uri.file(path));
    expect(await readFile(project, 'utf8')).toBe('changed in QGIS');
    expect(editor.openedOutside).toEqual([project, project]);
    await writeFile(path, '{}');
    await writeFile(path.replace('theirs', 'other'), '{}');
    const error = await openInQgis(parts, vscode.Uri.file(path.replace('theirs', 'other'))).catch(
      (fault: unknown) => fault,
    );
    expect(describeError(error)).toBe('other-01234567.geojson contains nothing that QGIS can show.');
  });

  it.each([
    ['no program opens it', { opensNothing: true }],
    ['the window is remote', { remoteName: 'ssh-remote' }],
    ['the editor runs in a browser', { isWeb: true }],
  ])('says where the project is if %s', async (_why, state) => {
    const { parts } = await downloaded();
    Object.assign(editor, state);
    person.answers = [read(/^Swath can't start QGIS here\. The project is .*Quay.*\.qgs\./, 'Copy Path')];
    await openInQgis(parts, 'r1');
    expect(editor.clipboard).toMatch(/reports.*\.qgs$/);
    expect(editor.openedOutside).toHaveLength('opensNothing' in state ? 1 : 0);
    // Files beside a delivery aren't taken for it.
    expect((await readdir(folder)).filter(name => name.startsWith('Quay'))).toHaveLength(3);
    const wanted = { order: orders[0] ?? bareOrder(), index: 0 };
    expect(await parts.downloads.find(parts.session.current.peek() as never, wanted)).toMatch(
      /[0-9a-f]\.geojson$/,
    );
  });

  it('leaves out characters that XML cannot contain', () => {
    const text = qgisProject('\u0000\ud800\ufffe&', [], [0, 0, 1, 1]);
    expect(text).toContain('projectname="\ufffd&#38;"');
  });
});
