import { rename, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createReportReading } from '../../../../src/features/reports/rules/reportIndex.ts';
import {
  indexOfFile,
  type PackedReport,
  readFeatures,
  readFeatureTexts,
  readReportFile,
  readReportText,
} from '../../../../src/features/deliveries/reportFiles.ts';
import { turnsOfThisThread } from '../../../turnsOfThread.ts';
import { tempFolder } from '../../tempFolder.ts';

async function fileOf(content: string): Promise<string> {
  const path = join(await tempFolder(), 'file');
  await writeFile(path, content);
  return path;
}

async function featuresIn(path: string) {
  const read = await readReportFile(path);
  return read && readFeatures(read);
}

const pointAt = (x: number) => ({ geometry: { type: 'Point', coordinates: [x, 2] } });
const reportAt = (...xs: number[]) =>
  JSON.stringify({ type: 'FeatureCollection', features: xs.map(pointAt) });

describe('a report on the disk', () => {
  it('is read once, whatever its name is, until it is written again', async () => {
    const path = await fileOf(reportAt(1));
    const index = await indexOfFile(path);
    await rename(path, `${path}.geojson`);
    expect(await indexOfFile(`${path}.geojson`)).toBe(index);
    expect((await readReportFile(`${path}.geojson`))?.index).toBe(index);
    // Same length as before.
    await writeFile(`${path}.geojson`, reportAt(7));
    await utimes(`${path}.geojson`, 1, 1);
    expect(await featuresIn(`${path}.geojson`)).toMatchObject([pointAt(7)]);
    expect(await indexOfFile(`${path}.geojson`)).not.toBe(index);
  });

  it('is not read again if it was read during the download', async () => {
    const path = await fileOf(reportAt(1, 2));
    const reading = createReportReading();
    reading.push(Buffer.from(reportAt(1, 2)));
    const index = await indexOfFile(path, reading);
    expect(await indexOfFile(path)).toBe(index);
    expect(await featuresIn(path)).toMatchObject([pointAt(1), pointAt(2)]);
  });

  it('is not found if the file is something else', async () => {
    expect(await readReportFile(await fileOf('<html>'))).toBeUndefined();
  });

  it("doesn't block the program while it is read, however long it is", async () => {
    const feature =
      '{"type":"Feature","geometry":{"type":"Point","coordinates":[5.31,43.29]},"properties":{"class":"car","score":0.9}}';
    const path = await fileOf(
      `{"type":"FeatureCollection","features":[${Array(80_000).fill(feature).join(',\n')}]}`,
    );
    const turns = turnsOfThisThread();
    const read = await readReportFile(path);
    let packed = 0;
    for await (const { count } of read?.packed() ?? []) packed += count;
    expect([read?.index.facts.features, packed]).toEqual([80_000, 80_000]);
    expect((await stat(path)).size).toBe(read?.index.units);
    expect(turns.end()).toBeLessThan(60);
  });
});

describe('the features of a report', () => {
  const text = reportAt(...Array.from({ length: 20_000 }, (_none, at) => at % 90));

  async function countOf({ packed }: PackedReport, enough = Infinity): Promise<number> {
    let sum = 0;
    for await (const { count } of packed()) {
      sum += count;
      if (sum >= enough) break;
    }
    return sum;
  }

  it('come while it is read, and again afterward', async () => {
    let isRead = false;
    let first: Promise<boolean> | undefined;
    const read = await readReportText(text, coming => {
      first = coming && countOf(coming, 1).then(() => isRead);
    });
    isRead = true;
    expect(await first).toBe(false);
    expect(read && (await countOf(read))).toBe(20_000);
  });

  it('end if it turns out to be no report', async () => {
    let all: Promise<number> | undefined;
    let isReport = true;
    const read = await readReportText(text.slice(0, -1), coming => {
      if (coming) all = countOf(coming);
      else isReport = false;
    });
    expect([read, await all, isReport]).toEqual([undefined, 20_000, false]);
  });
});

describe('a report that is too long to be kept', () => {
  it('is read from its file again, in parts, and refused once the file has changed', async () => {
    const note = 'x'.repeat(150_000);
    // Small ones are read together.
    const features = Array.from({ length: 210 }, (_none, id) => ({
      ...pointAt(id % 90),
      properties: { id, note: id < 50 ? 'x' : note },
    }));
    const text = JSON.stringify({ type: 'FeatureCollection', features });
    const path = await fileOf(text);
    const report = await readReportFile(path);
    if (!report) throw new Error('No report');
    const counts = async () => {
      let count = 0;
      for await (const part of report.packed()) count += part.count;
      return count;
    };
    // As it was read, and then again from the file.
    expect([await counts(), await counts()]).toEqual([210, 210]);
    // In the order of a sorted table.
    const sorted = [209, 3, 4, 0, 5, 3, 10, 30, 20, 25];
    const texts = await readFeatureTexts(report, sorted);
    expect(texts.map(each => (JSON.parse(each) as (typeof features)[0]).properties.id)).toEqual(sorted);
    await writeFile(path, text.replaceAll('x', 'y'));
    await utimes(path, 1, 1);
    await expect(counts()).rejects.toThrow('file has changed. Show it on the map again.');
    await expect(readFeatureTexts(report, [0])).rejects.toThrow('file has changed.');
    await expect(readFeatures(report)).rejects.toThrow('file has changed.');
  });
});
