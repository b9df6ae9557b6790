import { hash } from 'node:crypto';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Position } from 'geojson';
import { beforeEach, describe, expect, it } from 'vitest';
import * as vscode from 'vscode';
import type { Review } from '../../../../../src/features/reports/rules/review.ts';
import { readReportFile } from '../../../../../src/features/deliveries/reportFiles.ts';
import type { ReportOnMap } from '../../../../../src/features/deliveries/reports.ts';
import { createReviews } from '../../../../../src/features/deliveries/ui/review.ts';
import { editor } from '../../../../fake/editor.ts';
import { say, user } from '../../../../fake/user.ts';
import { tempFolder } from '../../../tempFolder.ts';
import { newFolder } from './deliverySetup.ts';

let folder: string;
let path: string;
let text: string;
beforeEach(async () => {
  folder = join(await newFolder(), 'reports');
  await mkdir(folder);
  path = join(folder, 'Quay-01234567.geojson');
  const geometry = { type: 'Point', coordinates: [4, 52] };
  const features = [0, 1, 2].map(id => ({ type: 'Feature', properties: { id }, geometry }));
  text = JSON.stringify({ type: 'FeatureCollection', features });
  await writeFile(path, text);
});

async function reportAt(uri = vscode.Uri.file(path)): Promise<ReportOnMap> {
  const read = await readReportFile(path);
  if (!read) throw new Error('No report');
  return { ...read, orderId: 'o', title: 'Quay', uri: uri.toString() };
}

let name: string | undefined;
beforeEach(() => (name = undefined));
/** The reviews of a window: all windows share the name. */
const reviews = () =>
  createReviews({ read: () => name, write: async value => Promise.resolve(void (name = value)) });

const fileOf = (end = '') => join(folder, `Quay-01234567${end}.review.json`);
const read = async (end?: string) => JSON.parse(await readFile(fileOf(end), 'utf8')) as Review;
const decided = async (end?: string) =>
  (await read(end)).decisions.map(({ feature, decision, note }) =>
    [feature, decision, note].join(' ').trim(),
  );

describe('a review of a report', () => {
  it('is a file beside the report, which stays as it is, and goes on in another window', async () => {
    const review = reviews();
    const report = await reportAt();
    expect(await review(report, {})).toEqual({});
    user.answers = [say('Ada')];
    expect(await review(report, { asks: 'start' })).toEqual({
      reviewer: 'Ada',
      decisions: [],
      grid: { box: [4, 52, 4, 52], columns: 1, rows: 1, side: 100, empty: [], occupied: [0] },
      isStarted: true,
    });
    expect(await readdir(folder)).toEqual(['Quay-01234567.geojson']);
    await review(report, { feature: 1, decision: 'rejected', note: 'a crane', order: 'near' });
    const sha256 = hash('sha256', text);
    const { decisions, ...head } = await read();
    expect(head).toEqual({ version: 1, report: 'Quay-01234567.geojson', sha256, reviewer: 'Ada' });
    expect(decisions).toEqual([
      { feature: 1, decision: 'rejected', note: 'a crane', order: 'near', at: decisions[0]?.at },
    ]);

    // Two windows at once: each writes only what it changed.
    const second = reviews();
    expect(await second(report, { asks: 'start' })).toMatchObject({
      reviewer: 'Ada',
      decisions,
      isStarted: true,
    });
    await second(report, { feature: 2, decision: 'skipped' });
    await Promise.all([
      review(report, { feature: 0, decision: 'accepted' }),
      review(report, { feature: 1 }),
      review(report, { feature: 3, decision: 'accepted' }),
    ]);
    expect(await decided()).toEqual(['2 skipped', '0 accepted']);
    expect(await readFile(path, 'utf8')).toBe(text);
    expect(user.prompts).toHaveLength(1);
  });

  it('keeps the design of its sample and what was missed in cells of the area', async () => {
    name = 'Ada';
    const review = reviews();
    const ring: Position[] = [
      [3.99, 51.99],
      [4.01, 51.99],
      [4.01, 52.01],
      [3.99, 52.01],
      [3.99, 51.99],
    ];
    const report = { ...(await reportAt()), area: { type: 'Polygon' as const, coordinates: [ring] } };
    const opened = await review(report, { asks: 'start' });
    const { grid } = opened;
    expect(opened.sample).toBeUndefined();
    // All three features lie in one cell.
    expect([grid?.occupied.length, (grid?.empty.length ?? 0) > 100]).toEqual([1, true]);
    const sample = { seed: 5, classBy: 'id' };
    await review(report, { cell: 2, missed: 3, note: 'vans', sample });
    await review(report, { cell: 4, missed: null, sample: { seed: 6 } });
    await review(report, { feature: 1, decision: 'accepted', order: 'random', sample });
    await review(report, { cell: 9, missed: 0, sample });
    await review(report, { cell: 9, sample });
    const stored = await read();
    expect(stored.sample).toEqual({ ...sample, side: 100, area: report.area });
    const at = expect.any(String) as string;
    expect(stored.cells).toEqual([
      { cell: 2, missed: 3, note: 'vans', at },
      { cell: 4, at },
    ]);
    // A later window has the same grid, also if it doesn't know the order.
    const later = await reviews()(await reportAt(), { asks: 'start' });
    expect(later).toMatchObject({ sample: stored.sample, cells: stored.cells, grid });
  });

  it('keeps the rectangle around its features if the report names no area', async () => {
    name = 'Ada';
    const review = reviews();
    const report = await reportAt();
    const { grid } = await review(report, { asks: 'start' });
    await review(report, { cell: 0, missed: 1, sample: { seed: 5 } });
    const { sample } = await read();
    const [west, south, east, north] = grid?.box ?? [];
    expect(sample?.area.coordinates[0]).toEqual([
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ]);
    // It stays, even if more features of the report are drawn later.
    const ring = [
      [3, 51],
      [5, 51],
      [5, 53],
      [3, 51],
    ];
    const wider = { ...sample, area: { type: 'Polygon', coordinates: [ring] } };
    await writeFile(fileOf(), JSON.stringify({ ...(await read()), sample: wider }));
    const later = await reviews()(await reportAt(), { asks: 'start' });
    expect(later.grid?.box).toEqual([3, 51, 5, 53]);
  });

  it('goes on without an area if its features have no place', async () => {
    name = 'Ada';
    const geometry = { type: 'Point', coordinates: [null, null] };
    const features = [0, 1].map(id => ({ type: 'Feature', properties: { id }, geometry }));
    await writeFile(path, JSON.stringify({ type: 'FeatureCollection', features }));
    const review = reviews();
    const report = await reportAt();
    await review(report, { asks: 'start' });
    await review(report, { feature: 0, decision: 'accepted', order: 'random', sample: { seed: 5 } });
    await review(report, { feature: 1, decision: 'rejected', order: 'random', sample: { seed: 5 } });
    expect(await decided()).toEqual(['0 accepted', '1 rejected']);
    expect((await reviews()(await reportAt(), { asks: 'start' })).decisions).toHaveLength(2);
  });

  it('has a file of its own for another reviewer', async () => {
    const review = reviews();
    const report = await reportAt();
    user.answers = [say('Ada'), say('Grace H.')];
    await review(report, { asks: 'start' });
    await review(report, { feature: 0, decision: 'accepted' });
    expect(await review(report, { asks: 'name' })).toMatchObject({
      reviewer: 'Grace H.',
      decisions: [],
      isStarted: false,
    });
    await review(report, { feature: 0, decision: 'rejected' });
    expect([await decided(), await decided('.Grace-H')]).toEqual([['0 accepted'], ['0 rejected']]);
    // Each is shown what the other decided otherwise, unless it is about another report or can't be read.
    await writeFile(fileOf('.broken'), '{');
    await writeFile(fileOf('.old'), JSON.stringify({ ...(await read()), reviewer: 'Bob', sha256: '' }));
    const long = JSON.stringify({ ...(await read()), reviewer: 'Long' }).padEnd(5_000_001);
    await Promise.all([writeFile(fileOf('.long'), long), symlink('/dev/zero', fileOf('.endless'))]);
    expect((await review(report, {})).others).toBeUndefined();
    const { others } = await review(report, { asks: 'start' });
    expect(others).toEqual([{ reviewer: 'Ada', decisions: [expect.objectContaining({ feature: 0 })] }]);
  });

  it('asks before it goes on with a report that has changed', async () => {
    name = 'Ada';
    const review = reviews();
    const before = await reportAt();
    await review(before, { asks: 'start' });
    await review(before, { feature: 0, decision: 'accepted' });
    text = text.replace('"id":1', '"id": 10');
    await writeFile(path, text);
    await expect(review(before, { asks: 'start' })).rejects.toThrow('has changed. Show it on the map again.');
    const after = await reportAt();
    expect(await review(after, {})).toEqual({ reviewer: 'Ada', decisions: [] });
    user.answers = [say(undefined), say('Continue Review')];
    expect(await review(after, { asks: 'start' })).toEqual({ reviewer: 'Ada', decisions: [] });
    expect(await review(after, { asks: 'start' })).toMatchObject({
      decisions: [{ feature: 0 }],
      isStarted: true,
    });
    expect(user.prompts[0]?.text).toBe('Quay-01234567.geojson has changed since it was reviewed.');
    await review(after, { feature: 1, decision: 'accepted' });
    expect(await decided()).toEqual(['0 accepted', '1 accepted']);
    expect((await read()).sha256).toBe(hash('sha256', text));
  });

  it.each(['{ "version": 1,', '{ "todo": [] }', ''])('never overwrites a file with %j', async content => {
    name = 'Ada';
    const review = reviews();
    const report = await reportAt();
    await review(report, { asks: 'start' });
    await writeFile(fileOf(), content);
    const refused = 'Quay-01234567.review.json is not a valid review file. Fix, rename or delete it.';
    await expect(review(report, { feature: 0, decision: 'accepted' })).rejects.toThrow(refused);
    await expect(review(report, { asks: 'start' })).rejects.toThrow(refused);
    expect(await readFile(fileOf(), 'utf8')).toBe(content);
  });

  it('is written only where the report is: not for drafts, nor through a link out of the workspace', async () => {
    name = 'Ada';
    const review = reviews();
    const draft = await reportAt(vscode.Uri.parse('untitled:/Quay.geojson'));
    await expect(review(draft, {})).rejects.toThrow('Save Quay as a file first');
    const outside = await tempFolder();
    await writeFile(join(outside, 'Quay-01234567.geojson'), text);
    const link = join(editor.folders[0] ?? '', 'linked');
    await symlink(outside, link);
    const linked = await reportAt(vscode.Uri.file(join(link, 'Quay-01234567.geojson')));
    await review(linked, { asks: 'start' });
    await expect(review(linked, { feature: 0, decision: 'accepted' })).rejects.toThrow('Nothing was written');
    expect(await readdir(outside)).toEqual(['Quay-01234567.geojson']);
  });
});
