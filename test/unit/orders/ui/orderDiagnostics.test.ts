import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { registerOrderDiagnostics } from '../../../../src/orders/ui/orderLanguage.ts';
import type { Document } from '../../../fake/documents.ts';
import { editor, newEditor } from '../../../fake/editor.ts';
import { context, report, without } from '../../model/order/orderFixtures.ts';
import { fitText, hostileText } from '../../hostileText.ts';
import { fakeFacts, orderDocument } from './orderFacts.ts';

describe('the diagnostics of an order', () => {
  const failed = vi.fn();
  let known: ReturnType<typeof fakeFacts>;
  let diagnostics: ReturnType<typeof registerOrderDiagnostics>;

  beforeEach(() => {
    vi.useFakeTimers();
    newEditor();
    known = fakeFacts();
    diagnostics = registerOrderDiagnostics(known.facts, failed);
  });
  afterEach(() => {
    diagnostics.dispose();
    vi.useRealTimers();
    expect(failed).not.toHaveBeenCalled();
  });

  const pass = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    await vi.dynamicImportSettled();
  };
  const opened = async (body: object | string, name?: string) => {
    const document = orderDocument(body, name);
    await pass(10);
    return document;
  };
  const told = (document: Document) =>
    editor
      .problemsOf(document)
      ?.map(({ code, severity, range }) => [code, severity, document.getText(range)]);

  it('appear at their places as soon as a document opens, errors and warnings', async () => {
    const document = await opened({ ...report, resolution: 7, note: 1 });
    expect(told(document)).toEqual([
      ['resolution', 0, '7'],
      ['member-unknown', 1, '"note"'],
    ]);
    expect(editor.problemsOf(document)).toMatchObject([{ source: 'Swath' }, { source: 'Swath' }]);
  });

  it('show a name from the file without anything that creates a link or reverses the text', async () => {
    const document = await opened({ ...report, [hostileText]: 1 });
    const found = editor.problemsOf(document);
    expect(found?.map(({ message }) => message)).toEqual([expect.stringContaining(fitText)]);
  });

  it('leave problems of an area to the area check, but count them', async () => {
    const document = await opened({ ...report, aoi: { type: 'Polygon', coordinates: [] } });
    expect(told(document)).toEqual([]);
    expect(diagnostics.lastOf(document)?.problems.map(({ code }) => code)).toEqual(['aoi-no-rings']);
    expect(told(await opened(without(report, 'aoi'), 'b.order.json'))).toEqual([['aoi-missing', 0, '{']]);
  });

  it('wait for a pause in typing', async () => {
    const document = await opened(report);
    for (let key = 0; key < 5; key++) {
      editor.documents.replace(document, JSON.stringify({ ...report, resolution: 7 }) + ' '.repeat(key));
      await pass(200);
    }
    expect(told(document)).toEqual([]);
    await pass(100);
    expect(told(document)).toEqual([['resolution', 0, '7']]);
  });

  it('update when more becomes known, and request the images', async () => {
    known.learn({});
    const document = await opened({ ...report, imageIds: ['stereo'] });
    expect(told(document)).toEqual([]);
    expect(known.wanted.at(-1)).toEqual(['stereo']);
    known.learn(context);
    await pass(300);
    expect(told(document)).toEqual([['image-stereo', 1, '"stereo"']]);
  });

  it("don't belong to a text that was edited since", async () => {
    const document = orderDocument({ ...report, resolution: 7 });
    vi.advanceTimersByTime(0);
    editor.documents.replace(document, JSON.stringify(report));
    await vi.advanceTimersByTimeAsync(10);
    expect(told(document)).toBeUndefined();
    await pass(300);
    expect(told(document)).toEqual([]);
  });

  it('go away with the document, and belong only to orders', async () => {
    const document = await opened({ ...report, resolution: 7 });
    editor.documents.replace(document, '{}');
    editor.documents.close(document);
    await pass(1000);
    expect(told(document)).toBeUndefined();
    expect(diagnostics.lastOf(document)).toBeUndefined();
    expect(told(await opened({ ...report, resolution: 7 }, 'a.json'))).toBeUndefined();
    expect(told(await opened(' '.repeat(10_000_001), 'long.order.json'))).toBeUndefined();
  });
});
