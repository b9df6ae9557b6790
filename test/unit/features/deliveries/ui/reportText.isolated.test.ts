import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import * as reportFiles from '../../../../../src/features/deliveries/reportFiles.ts';
import { createReportFocus } from '../../../../../src/features/deliveries/reportFocus.ts';
import { createReports } from '../../../../../src/features/deliveries/reports.ts';
import { reportWork } from '../../../../../src/features/deliveries/reportWork.ts';
import { followReportText } from '../../../../../src/features/deliveries/ui/reportText.ts';
import { eventually } from '../../../../eventually.ts';
import { editor } from '../../../../fake/editor.ts';
import { newUser, read, user } from '../../../../fake/user.ts';
import { settle } from '../../../fakes.ts';
import { tempFolder } from '../../../tempFolder.ts';

beforeEach(newUser);

const ship = (id: number) => ({
  type: 'Feature',
  properties: { id, name: 'Zürich 🛰' },
  geometry: { type: 'Point', coordinates: [id, 52] },
});
const text = JSON.stringify({ type: 'FeatureCollection', name: 'Häfen', features: [1, 2, 3].map(ship) });

/** A report on the map, with its text in an editor. */
async function setUp(marked = text) {
  const document = editor.open('/nowhere/ships-0123abcd.geojson', text);
  const found = await reportFiles.readReportText(marked);
  if (!found) throw new Error('No report');
  const reports = createReports(
    { read: () => undefined, write: () => Promise.resolve() },
    () => Promise.resolve(undefined),
    () => undefined,
  );
  const report = { orderId: 'o1', title: 'Ships', uri: document.uri.toString(), ...found };
  reports.show(report);
  const focus = createReportFocus(reports);
  const workSpy = vi.spyOn(reportWork, 'runWhile');
  onTestFinished(() => workSpy.mockRestore());
  const fail = (error: unknown) => expect.fail(String(error));
  const followed = followReportText(reports, focus, fail);
  onTestFinished(() => followed.dispose());
  const reveal = async (index: number) => {
    await followed.reveal(report, index, true);
    const textEditor = editor.editorOf('ships-0123abcd.geojson');
    return document.getText().slice(document.offsetAt(textEditor.selection.active)).slice(0, 42);
  };
  return { document, report, followed, reveal, focus, workSpy };
}

const beginOf = (id: number) => JSON.stringify(ship(id)).slice(0, 42);

describe('the text of a report', () => {
  it('opens when it is asked for', async () => {
    const { followed, report, focus } = await setUp();
    await followed.reveal(report, undefined, true);
    expect(editor.openedEditors.map(({ document }) => document.uri.path)).toEqual([
      '/nowhere/ships-0123abcd.geojson',
    ]);
    expect(focus.atCursor.value).toBeUndefined();
  });

  it.each([
    ['on this machine', 20_000_001, () => {}],
    ['over a network', 10_000_001, () => (editor.remoteName = 'ssh')],
  ])('opens after a question if it is too long for the editor %s', async (_where, length, set) => {
    const { followed, report } = await setUp();
    set();
    const path = join(await tempFolder(), 'long.geojson');
    await writeFile(path, ' '.repeat(length));
    user.answers = [read(/^long\.geojson \(\d+ MB\) is too large for the editor/, 'Open Text Anyway')];
    await followed.reveal({ ...report, uri: `file://${path}` }, undefined, true);
    await eventually(() => expect(editor.ran.map(([id]) => id)).toEqual(['vscode.open']));
    expect(editor.openedEditors).toEqual([]);
  });
});

describe('the text of a feature', () => {
  it.each([
    ['', text],
    [', also behind a mark of the byte order', `\uFEFF${text}`],
  ])('is found by the index of its report%s, without reading it again', async (_where, file) => {
    const { reveal, focus, workSpy } = await setUp(file);
    for (const index of [2, 0, 1]) {
      expect(await reveal(index)).toBe(beginOf(index + 1));
      expect(focus.atCursor.value?.index).toBe(index);
    }
    expect(workSpy).not.toHaveBeenCalled();
  });

  it('is found in a text that was edited elsewhere, but not if it is a different one', async () => {
    const { document, reveal } = await setUp();
    editor.edit(document, document.getText().indexOf('"name"'), 0, '"owner": "the port", ');
    expect(await reveal(1)).toBe(beginOf(2));
    editor.edit(document, document.getText().indexOf('"id":2') + 5, 1, '7');
    expect(await reveal(2)).toBe(beginOf(3));
    await expect(reveal(1)).rejects.toThrow(/has changed\. Show it on the map again/);
  });

  it.each<[string, (all: Awaited<ReturnType<typeof setUp>>) => void]>([
    ['its file is closed', ({ document }) => editor.documents.close(document)],
    ['the extension ends', ({ followed }) => followed.dispose()],
  ])('is no longer looked for when %s', async (_when, leave) => {
    const all = await setUp();
    const { document, focus, workSpy } = all;
    const signals: AbortSignal[] = [];
    workSpy.mockImplementation((...[signal]: [AbortSignal | undefined, ...unknown[]]) => {
      if (!signal) throw new Error('It can never end.');
      signals.push(signal);
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      });
    });
    const textEditor = editor.show(document);
    editor.edit(document, document.getText().indexOf('"name"'), 0, '"owner": "the port", ');
    editor.putCursor(textEditor, 1, document.getText().indexOf('"id":3') + 1);
    await eventually(() => expect(signals).toHaveLength(1));
    leave(all);
    expect(signals[0]?.aborted).toBe(true);
    await settle();
    expect(focus.atCursor.value).toBeUndefined();
  });

  it('is highlighted at the cursor', async () => {
    const { document, focus, reveal } = await setUp();
    await reveal(0);
    const textEditor = editor.editorOf('ships-0123abcd.geojson');
    for (const [begin, index] of [
      ['"id":3', 2],
      ['"id":2', 1],
      ['"name":"H', undefined],
    ] as const) {
      editor.putCursor(textEditor, 1, document.getText().indexOf(begin) + 1);
      await eventually(() => expect(focus.atCursor.value?.index).toBe(index));
    }
  });

  it('is that of the last move of the cursor, whichever is found first', async () => {
    const { document, focus } = await setUp();
    const { readFeatureTexts } = reportFiles;
    const late = Promise.withResolvers<undefined>();
    const readSpy = vi.spyOn(reportFiles, 'readFeatureTexts').mockImplementationOnce(async (...args) => {
      await late.promise;
      return readFeatureTexts(...args);
    });
    onTestFinished(() => readSpy.mockRestore());
    const textEditor = editor.show(document);
    await settle();
    const moveTo = (begin: string) => editor.putCursor(textEditor, 1, document.getText().indexOf(begin) + 1);
    moveTo('"id":3');
    await eventually(() => expect(readSpy).toHaveBeenCalledOnce());
    moveTo('"id":2');
    await eventually(() => expect(focus.atCursor.value?.index).toBe(1));
    late.resolve(undefined);
    await settle();
    expect(readSpy).toHaveBeenCalledTimes(2);
    expect(focus.atCursor.value?.index).toBe(1);
  });
});
