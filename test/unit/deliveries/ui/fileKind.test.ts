import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileKind, readReportAt } from '../../../../src/deliveries/ui/fileKind.ts';
import { madeZip } from './madeZip.ts';
import { tempFolder } from '../../tempFolder.ts';

async function fileOf(content: string | Uint8Array): Promise<string> {
  const path = join(await tempFolder(), 'file');
  await writeFile(path, content);
  return path;
}

/** Watches how long this thread is busy between two turns of others, without what other programs take. */
function turnsOfThisThread() {
  // Of a later Node than the types are of, which are those of the editor.
  const thread = process as typeof process & { threadCpuUsage: () => NodeJS.CpuUsage };
  const busy = () => {
    const { user, system } = thread.threadCpuUsage();
    return (user + system) / 1000;
  };
  let isOver = false;
  let longest = 0;
  let last = busy();
  const look = () => {
    const now = busy();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setImmediate(look);
  };
  look();
  return {
    /** The longest time in ms. */
    end() {
      isOver = true;
      look();
      return longest;
    },
  };
}

const report = '{"type":"FeatureCollection","features":[{"geometry":{"type":"Point","coordinates":[1,2]}}]}';
const archive = madeZip([{ name: 'a.txt', text: 'text'.repeat(1000) }]);

describe('what a file is', () => {
  it.each<[string, string | Uint8Array, object]>([
    ['a report', report, { kind: 'report' }],
    ['a report behind a mark of the byte order', `\uFEFF${report}`, { kind: 'report' }],
    ['an archive', archive, { kind: 'archive' }],
    ['an archive of nothing', madeZip([]), { kind: 'archive' }],
    ['an archive with a long comment', Buffer.concat([archive, Buffer.alloc(60_000)]), { kind: 'archive' }],
    ['an archive whose end is missing', archive.subarray(0, -60), { kind: 'cut' }],
    ['nothing', '', { kind: 'empty' }],
    ['a page', '<!doctype html><title>Busy</title>', { kind: 'text' }],
    ['an error message', '{"message":"gone"}', { kind: 'text' }],
    ['half a report', report.slice(0, -5), { kind: 'text' }],
    ['a TIFF', Uint8Array.of(0x49, 0x49, 0x2a, 0, 8, 0, 0, 0), { kind: 'other', ending: '.tif' }],
    ['a JPEG', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0), { kind: 'other', ending: '.jpg' }],
    ['something else', Uint8Array.of(1, 2, 0, 4), { kind: 'other', ending: '.bin' }],
  ])('is told by its bytes: %s', async (_what, content, kind) => {
    expect(await fileKind(await fileOf(content))).toMatchObject(kind);
  });
});

describe('a report on the disk', () => {
  it('is read by its address, and is not there where it is gone or another thing', async () => {
    const path = await fileOf(report);
    expect(await readReportAt(`file://${path}`)).toMatchObject({ features: [{ properties: {} }] });
    expect(await readReportAt(`file://${path}.gone`)).toBeUndefined();
    expect(await readReportAt(`file://${await fileOf('<html>')}`)).toBeUndefined();
  });

  it('leaves the program free while it is read, however long it is', async () => {
    const feature =
      '{"type":"Feature","geometry":{"type":"Point","coordinates":[5.31,43.29]},"properties":{"class":"car","score":0.9}}';
    const path = await fileOf(
      `{"type":"FeatureCollection","features":[${Array(150_000).fill(feature).join(',\n')}]}`,
    );
    const turns = turnsOfThisThread();
    const contents = await readReportAt(`file://${path}`);
    expect(contents?.facts.features).toBe(150_000);
    expect(turns.end()).toBeLessThan(60);
  });
});
