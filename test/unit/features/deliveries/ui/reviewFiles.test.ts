import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import * as vscode from 'vscode';
import { isReportDocument } from '../../../../../src/platform/documents/reportFile.ts';
import { readReportFile } from '../../../../../src/features/deliveries/reportFiles.ts';
import type { ReportOnMap } from '../../../../../src/features/deliveries/reports.ts';
import { compareReviews, saveReviewedReport } from '../../../../../src/features/deliveries/ui/reviewFiles.ts';
import { editor } from '../../../../fake/editor.ts';
import { say, user } from '../../../../fake/user.ts';
import { newFolder } from './deliverySetup.ts';

let folder: string;
beforeEach(async () => {
  folder = join(await newFolder(), 'reports');
  await mkdir(folder);
});

const stem = 'Quay-01234567';
const point = (coordinates: string) => `{ "type": "Point", "coordinates": ${coordinates} }`;
/** Numbers that a parser would write in another way. */
const written = [
  `{ "type": "Feature", "id": 12345678901234567890, "geometry": ${point('[4.10, 52]')}, "properties": { "n": 1.0 } }`,
  `{ "type": "Feature", "geometry": null, "properties": {} }`,
  `{ "type": "Feature", "geometry": ${point('[4, 5.2e1]')}, "properties": null }`,
  `{ "type": "Feature", "geometry": ${point('[4, 52.00]')}, "properties": {} }`,
] as const;
const text = `{ "type": "FeatureCollection", "name": "Quay", "features": [\n  ${written.join(',\n  ')}\n] }\n`;

const at = '2026-11-23T15:00:00Z';
const review = (reviewer: string, decisions: readonly object[], sha256 = 'ab') =>
  JSON.stringify({ version: 1, report: `${stem}.geojson`, sha256, reviewer, decisions });

async function reviewed(): Promise<ReportOnMap> {
  const path = join(folder, `${stem}.geojson`);
  await writeFile(path, text);
  const decisions = [
    { feature: 1, decision: 'rejected', note: 'a "crane"', at },
    { feature: 0, decision: 'accepted', at },
  ];
  await writeFile(join(folder, `${stem}.review.json`), review('Ada', decisions));
  const read = await readReportFile(path);
  if (!read) throw new Error('No report');
  return { ...read, orderId: 'o', title: 'Quay', uri: vscode.Uri.file(path).toString() };
}

describe('Save Reviewed GeoJSON', () => {
  const target = () => join(folder, `${stem}.reviewed.geojson`);

  it('writes only the accepted features, as they are, beside the report', async () => {
    user.answers = [say('Only the accepted features'), say(undefined)];
    editor.fileAnswers = [target()];
    await saveReviewedReport(await reviewed(), 'Ada');
    expect(editor.fileDialogs[0]?.options.defaultUri?.fsPath).toBe(target());
    const saved = await readFile(target(), 'utf8');
    expect(saved).toContain(written[0]);
    expect(JSON.parse(saved)).toMatchObject({ type: 'FeatureCollection', name: 'Quay', features: [{}] });
    // It is a record, not a draft of areas.
    expect(isReportDocument({ uri: vscode.Uri.file(target()) })).toBe(true);
  });

  it('writes all features with decisions and notes, and changes nothing else', async () => {
    user.answers = [say('All features, with decisions and notes as properties'), say(undefined)];
    editor.fileAnswers = [target()];
    await saveReviewedReport(await reviewed(), 'Ada');
    const marks = '{"swath:review":"rejected","swath:note":"a \\"crane\\""}';
    const expected = text
      .replace('"n": 1.0', '"n": 1.0,"swath:review": "accepted"')
      .replace('"properties": null', `"properties": ${marks}`);
    const plain = (value: string) => value.replaceAll(/\s/g, '');
    expect(plain(await readFile(target(), 'utf8'))).toBe(plain(expected));
  });

  it('needs a review, and never replaces the report', async () => {
    await expect(saveReviewedReport(await reviewed(), 'Grace')).rejects.toThrow('review it first');
    await expect(saveReviewedReport(undefined, 'Ada')).rejects.toThrow('review it first');
    user.answers = [say('Only the accepted features')];
    editor.fileAnswers = [join(folder, `${stem}.geojson`)];
    await expect(saveReviewedReport(await reviewed(), 'Ada')).rejects.toThrow('stays as it is');
    expect(await readFile(join(folder, `${stem}.geojson`), 'utf8')).toBe(text);
  });
});

describe('Compare Reviews', () => {
  const kinds = { a: 'accepted', r: 'rejected', s: 'skipped' } as const;
  const decisions = (letters: string) =>
    Array.from(letters, (letter, feature) => ({ feature, decision: kinds[letter as 'a' | 'r' | 's'], at }));
  let displayed: string[];

  async function compared(sha256 = 'ab') {
    displayed = [];
    await writeFile(join(folder, 'a.review.json'), review('Ada', decisions('aaaaaarrrrs')));
    await writeFile(join(folder, 'a.Bo.review.json'), review('Bo [x](y)', decisions('aaaarrarrra'), sha256));
    const all = ['a.review.json', 'a.Bo.review.json'].map(name => vscode.Uri.file(join(folder, name)));
    await compareReviews((_title, markdown) => Promise.resolve(void displayed.push(markdown)), all);
  }

  it("shows the agreement, Cohen's kappa, a table of both and where they disagree", async () => {
    await compared();
    // 7 of 10 agree; by chance (6 · 5 + 4 · 5) / 10 = 5 would: (7 - 5) / (10 - 5).
    const rows = displayed[0]?.split('\n').filter(line => line.startsWith('| ')) ?? [];
    expect(rows.map(row => row.replaceAll(/[^\w|]/g, ''))).toEqual(
      expect.arrayContaining([
        '|Cohenskappa|040|',
        '|Accepted|4|1|1|',
        '|Rejected|2|3|0|',
        '|5|Rejected|Accepted|',
      ]),
    );
    expect(displayed[0]).not.toContain('[x](y)');
  });

  it('refuses reviews of different reports', async () => {
    await expect(compared('cd')).rejects.toThrow('different reports');
  });

  it('says how to begin if there is no review', async () => {
    const show = () => Promise.resolve();
    await expect(compareReviews(show, undefined)).rejects.toThrow('Show a report on the map and review it');
  });
});
