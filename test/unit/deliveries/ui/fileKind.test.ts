import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { indexOfFile } from '../../../../src/deliveries/reportFiles.ts';
import { fileKind } from '../../../../src/deliveries/ui/fileKind.ts';
import { madeZip } from './madeZip.ts';
import { tempFolder } from '../../tempFolder.ts';

async function fileOf(content: string | Uint8Array): Promise<string> {
  const path = join(await tempFolder(), 'file');
  await writeFile(path, content);
  return path;
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
    const path = await fileOf(content);
    const isReport = async () => (await indexOfFile(path)) !== undefined;
    expect(await fileKind(path, isReport)).toMatchObject(kind);
  });
});
