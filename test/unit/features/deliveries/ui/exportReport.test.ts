import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import * as vscode from 'vscode';
import { readReportFile, readReportText } from '../../../../../src/features/deliveries/reportFiles.ts';
import { exportReport } from '../../../../../src/features/deliveries/ui/exportReport.ts';
import { editor } from '../../../../fake/editor.ts';
import { newUser, say, user } from '../../../../fake/user.ts';
import { bareDelivery, bareOrder } from '../../../fixtures.ts';
import { deliverySetup, newFolder, ran } from './deliverySetup.ts';

let folder: string;
beforeEach(async () => void (folder = await newFolder()));

const link = 'https://access.test/r1';

const car = (id: number, rest: object = {}) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [4, 52] },
  properties: { id },
  ...rest,
});
const report = (...features: object[]) => JSON.stringify({ type: 'FeatureCollection', features });

function setUp(text: string) {
  const kind = 'order.analytics-toolbox.archive';
  const deliveries = [bareDelivery({ download: link })];
  return deliverySetup([bareOrder({ id: 'r1', kind, status: 'delivered', title: 'Harbour', deliveries })], {
    [link]: text,
  });
}

/** Exports in this format to a file, and returns its text. */
async function exported(
  parts: Awaited<ReturnType<typeof setUp>>['parts'],
  argument: unknown,
  format: string,
) {
  const path = join(folder, 'out');
  editor.fileAnswers.push(path);
  user.answers.push(say(format), say('Reveal File'));
  await exportReport(parts, argument);
  return readFile(path, 'utf8');
}

describe('Export Report', () => {
  it('downloads the report of an order, and suggests a file beside it', async () => {
    const { parts } = await setUp(report(car(1), car(2, { geometry: null })));
    expect(await exported(parts, 'r1', 'CSV')).toBe('id,longitude,latitude\r\n1,4,52\r\n2,,\r\n');
    const [name = ''] = await readdir(join(folder, 'reports'));
    expect(editor.fileDialogs[0]?.options).toMatchObject({
      defaultUri: { path: join(folder, 'reports', name.replace('.geojson', '.csv')) },
      filters: { CSV: ['csv'] },
    });
    expect(user.prompts[0]?.choices).toEqual(['CSV', 'KML', 'GeoParquet', 'FlatGeobuf']);
    expect(user.messages).toEqual(['Exported 2 features to out.']);
    expect(ran()).toEqual([['revealFileInOS', join(folder, 'out')]]);
    expect(await readdir(folder)).toEqual(['out', 'reports']);
  });

  it('says how many features a format has no place for', async () => {
    const { parts } = await setUp(report(car(1), car(2, { geometry: null })));
    const text = await exported(parts, 'r1', 'FlatGeobuf');
    // The name of the layer, which other formats take from that of the file.
    expect(text).toContain('\x03\0\0\0out\0');
    expect(user.messages).toEqual(['Exported 1 feature to out. Left out because they have no geometry: 1.']);
  });

  it('says how many geometries are only partly valid', async () => {
    const { parts } = await setUp(report(car(1, { geometry: { type: 'Polygon', coordinates: [[[0, 0]]] } })));
    await exported(parts, 'r1', 'KML');
    expect(user.messages).toEqual([
      'Exported 1 feature to out. Left out invalid parts of these geometries: 1.',
    ]);
  });

  it('keeps ids of features, and all their digits', async () => {
    const { parts } = await setUp(
      report(car(1, { id: 'a' }), car(2, { id: 0 })).replace('"id":0}', '"id":12345678901234567890}'),
    );
    const text = await exported(parts, 'r1', 'CSV');
    expect(text).toBe('id_,id,longitude,latitude\r\na,1,4,52\r\n12345678901234567890,2,4,52\r\n');
  });

  it('exports given features of the report on the map, in their order', async () => {
    const { parts, reports } = await setUp('');
    const path = join(folder, 'town-0123abcd.geojson');
    await writeFile(path, report(car(0, { id: 'zero' }), car(1), car(2)));
    const read = await readReportFile(path);
    if (read)
      reports.show({ orderId: 'r1', title: 'Harbour', uri: vscode.Uri.file(path).toString(), ...read });
    const text = await exported(parts, { indices: [2, 0, 9, 'x'] }, 'GeoJSON');
    expect((JSON.parse(text) as { features: unknown[] }).features).toEqual([car(2), car(0, { id: 'zero' })]);
    expect(editor.fileDialogs[0]?.options.defaultUri?.path).toBe(
      join(folder, 'town-0123abcd-selection.geojson'),
    );
    reports.clear();
    await expect(exportReport(parts, { indices: [0] })).rejects.toThrow(
      'The report is no longer on the map.',
    );
  });

  it('keeps all digits of given features, also of an unsaved text', async () => {
    const { parts, reports } = await setUp('');
    const text = report(car(0), car(1, { id: 5 }), car(12345)).replace(
      '"id":12345}',
      '"id":12345678901234567890}',
    );
    const show = async (uri: vscode.Uri, written: string) => {
      const read = await readReportText(written);
      if (read) reports.show({ orderId: 'r1', title: 'Harbour', uri: uri.toString(), ...read });
    };
    const path = join(folder, 'town-0123abcd.geojson');
    await writeFile(path, text);
    await show(vscode.Uri.file(path), text);
    const rows = 'id_,id,longitude,latitude\r\n,12345678901234567890,4,52\r\n5,1,4,52\r\n';
    expect(await exported(parts, { indices: [2, 1] }, 'CSV')).toBe(rows);
    await writeFile(path, text.replace('345', '346'));
    // As the map shows them.
    newUser();
    expect(await exported(parts, { indices: [2, 1] }, 'CSV')).toBe(rows);
    newUser();
    const { uri } = editor.open(`untitled:${join(folder, 'change-0123abcd.geojson')}`, text);
    await show(uri, text);
    expect(await exported(parts, { indices: [2, 1] }, 'CSV')).toBe(rows);
  });

  it('takes the current text of the active editor', async () => {
    const { parts } = await setUp('');
    editor.show(editor.open(`untitled:${join(folder, 'change-0123abcd.geojson')}`, report(car(7))));
    expect(await exported(parts, undefined, 'CSV')).toBe('id,longitude,latitude\r\n7,4,52\r\n');
    const suggested = vscode.Uri.file(join(folder, 'change-0123abcd.csv')).toString();
    expect(editor.fileDialogs[0]?.options.defaultUri?.toString()).toBe(suggested);
  });

  it('asks for a report if none is given', async () => {
    const { parts } = await setUp(report(car(3)));
    user.answers.push(say('Harbour'));
    expect(await exported(parts, undefined, 'CSV')).toMatch(/\r\n3,4,52\r\n$/);
    expect(user.prompts[0]?.text).toBe('Which report?');
  });

  it.each([
    ['no collection', '{"type":"Polygon"}', 'bad.geojson is not a GeoJSON FeatureCollection.'],
    ['an empty report', report(), 'There is nothing to export.'],
    [
      'a report of too many properties',
      report(...Array.from({ length: 2001 }, (_none, id) => car(id, { properties: { [`p${id}`]: id } }))),
      /2000 different/,
    ],
  ])('leaves no file of %s', async (_what, text, message) => {
    const { parts } = await setUp('');
    const path = join(folder, 'bad.geojson');
    await writeFile(path, text);
    await expect(exported(parts, vscode.Uri.file(path), 'CSV')).rejects.toThrow(message);
    expect(await readdir(folder)).toEqual(['bad.geojson']);
    user.answers = [];
  });

  it('leaves no file when it is canceled', async () => {
    const { parts } = await setUp('');
    const path = join(folder, 'long.geojson');
    await writeFile(path, report(...Array.from({ length: 5000 }, (_none, id) => car(id))));
    let steps = 0;
    editor.progressed = () => {
      steps += 1;
      if (steps === 8) editor.cancel();
    };
    user.answers.push(say('CSV'));
    editor.fileAnswers.push(join(folder, 'out.csv'));
    await exportReport(parts, vscode.Uri.file(path));
    expect([user.messages, await readdir(folder)]).toEqual([[], ['long.geojson']]);
    expect(steps).toBe(8);
  });
});
