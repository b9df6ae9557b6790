import { hash } from 'node:crypto';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import * as vscode from 'vscode';
import { readReportFile } from '../../../../src/deliveries/reportFiles.ts';
import type { ShownReport } from '../../../../src/deliveries/reports.ts';
import { createReviews } from '../../../../src/deliveries/ui/review.ts';
import type { Review } from '../../../../src/model/report/review.ts';
import { editor } from '../../../fake/editor.ts';
import { person, say } from '../../../fake/person.ts';
import { tempFolder } from '../../tempFolder.ts';
import { newFolder } from './deliveryBench.ts';

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

async function shown(uri = vscode.Uri.file(path)): Promise<ShownReport> {
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
    const [one, report] = [reviews(), await shown()];
    expect(await one(report, {})).toEqual({});
    person.answers = [say('Ada')];
    expect(await one(report, { asks: 'start' })).toEqual({ reviewer: 'Ada', decisions: [], isStarted: true });
    expect(await readdir(folder)).toEqual(['Quay-01234567.geojson']);
    await one(report, { feature: 1, decision: 'rejected', note: 'a crane', order: 'near' });
    const sha256 = hash('sha256', text);
    const { decisions, ...head } = await read();
    expect(head).toEqual({ version: 1, report: 'Quay-01234567.geojson', sha256, reviewer: 'Ada' });
    expect(decisions).toEqual([
      { feature: 1, decision: 'rejected', note: 'a crane', order: 'near', at: decisions[0]?.at },
    ]);

    // Two windows at once: each writes only what it changed.
    const other = reviews();
    expect(await other(report, { asks: 'start' })).toEqual({ reviewer: 'Ada', decisions, isStarted: true });
    await other(report, { feature: 2, decision: 'skipped' });
    await Promise.all([
      one(report, { feature: 0, decision: 'accepted' }),
      one(report, { feature: 1 }),
      one(report, { feature: 3, decision: 'accepted' }),
    ]);
    expect(await decided()).toEqual(['2 skipped', '0 accepted']);
    expect(await readFile(path, 'utf8')).toBe(text);
    expect(person.shown).toHaveLength(1);
  });

  it('has a file of its own for another reviewer', async () => {
    const [own, report] = [reviews(), await shown()];
    person.answers = [say('Ada'), say('Grace H.')];
    await own(report, { asks: 'start' });
    await own(report, { feature: 0, decision: 'accepted' });
    expect(await own(report, { asks: 'name' })).toEqual({
      reviewer: 'Grace H.',
      decisions: [],
      isStarted: false,
    });
    await own(report, { feature: 0, decision: 'rejected' });
    expect([await decided(), await decided('.Grace-H')]).toEqual([['0 accepted'], ['0 rejected']]);
    // Each is shown what the other decided otherwise, unless it is about another report or can't be read.
    await writeFile(fileOf('.broken'), '{');
    await writeFile(fileOf('.old'), JSON.stringify({ ...(await read()), reviewer: 'Bob', sha256: '' }));
    const long = JSON.stringify({ ...(await read()), reviewer: 'Long' }).padEnd(50_000_001);
    await Promise.all([writeFile(fileOf('.long'), long), symlink('/dev/zero', fileOf('.endless'))]);
    const { others } = await own(report, {});
    expect(others).toEqual([{ reviewer: 'Ada', decisions: [expect.objectContaining({ feature: 0 })] }]);
  });

  it('asks before it goes on with a report that has changed', async () => {
    name = 'Ada';
    const [own, before] = [reviews(), await shown()];
    await own(before, { asks: 'start' });
    await own(before, { feature: 0, decision: 'accepted' });
    text = text.replace('"id":1', '"id": 10');
    await writeFile(path, text);
    await expect(own(before, { asks: 'start' })).rejects.toThrow('has changed. Show it on the map again.');
    const after = await shown();
    expect(await own(after, {})).toEqual({ reviewer: 'Ada', decisions: [] });
    person.answers = [say(undefined), say('Continue Review')];
    expect(await own(after, { asks: 'start' })).toEqual({ reviewer: 'Ada', decisions: [] });
    expect(await own(after, { asks: 'start' })).toMatchObject({
      decisions: [{ feature: 0 }],
      isStarted: true,
    });
    expect(person.shown[0]?.text).toBe('Quay-01234567.geojson has changed since it was reviewed.');
    await own(after, { feature: 1, decision: 'accepted' });
    expect(await decided()).toEqual(['0 accepted', '1 accepted']);
    expect((await read()).sha256).toBe(hash('sha256', text));
  });

  it.each(['{ "version": 1,', '{ "todo": [] }', ''])('never overwrites a file with %j', async content => {
    name = 'Ada';
    const [own, report] = [reviews(), await shown()];
    await own(report, { asks: 'start' });
    await writeFile(fileOf(), content);
    const refused = 'Quay-01234567.review.json is not a valid review file. Fix, rename or delete it.';
    await expect(own(report, { feature: 0, decision: 'accepted' })).rejects.toThrow(refused);
    await expect(own(report, { asks: 'start' })).rejects.toThrow(refused);
    expect(await readFile(fileOf(), 'utf8')).toBe(content);
  });

  it('is written only where the report is: not for drafts, nor through a link out of the workspace', async () => {
    name = 'Ada';
    const own = reviews();
    const draft = await shown(vscode.Uri.parse('untitled:/Quay.geojson'));
    await expect(own(draft, {})).rejects.toThrow('Save Quay as a file first');
    const outside = await tempFolder();
    await writeFile(join(outside, 'Quay-01234567.geojson'), text);
    const link = join(editor.folders[0] ?? '', 'linked');
    await symlink(outside, link);
    const linked = await shown(vscode.Uri.file(join(link, 'Quay-01234567.geojson')));
    await own(linked, { asks: 'start' });
    await expect(own(linked, { feature: 0, decision: 'accepted' })).rejects.toThrow('Nothing was written');
    expect(await readdir(outside)).toEqual(['Quay-01234567.geojson']);
  });
});
