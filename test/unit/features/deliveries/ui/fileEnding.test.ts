import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { indexOfFile } from '../../../../../src/features/deliveries/reportFiles.ts';
import { fileEnding } from '../../../../../src/features/deliveries/ui/fileEnding.ts';
import { tempFolder } from '../../../tempFolder.ts';
import { madeZip } from './madeZip.ts';

const report = '{"type":"FeatureCollection","features":[{"geometry":{"type":"Point","coordinates":[1,2]}}]}';
const archive = madeZip([{ name: 'a.txt', text: 'text'.repeat(1000) }]);

describe('the extension of a file', () => {
  it.each<[string, string | Uint8Array, string | undefined]>([
    ['a report', report, '.geojson'],
    ['a report behind a mark of the byte order', `\uFEFF${report}`, '.geojson'],
    ['an archive', archive, '.zip'],
    ['an archive of nothing', madeZip([]), '.zip'],
    ['an archive with a long comment', Buffer.concat([archive, Buffer.alloc(60_000)]), '.zip'],
    ['an archive whose end is missing', archive.subarray(0, -60), undefined],
    ['nothing', '', undefined],
    ['a page', '<!doctype html><title>Busy</title>', undefined],
    ['an error message', '{"message":"gone"}', undefined],
    ['half a report', report.slice(0, -5), undefined],
    ['a TIFF', Uint8Array.of(0x49, 0x49, 0x2a, 0, 8, 0, 0, 0), '.tif'],
    ['a JPEG', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0), '.jpg'],
    ['something else', Uint8Array.of(1, 2, 0, 4), '.bin'],
  ])('is detected from its content: %s', async (_what, content, ending) => {
    const path = join(await tempFolder(), 'file');
    await writeFile(path, content);
    const isReport = async () => (await indexOfFile(path)) !== undefined;
    expect(await fileEnding(path, isReport)).toBe(ending);
  });
});
