import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { registerOrderDiagnostics } from '../../../../../src/features/orders/ui/document/orderLanguage.ts';
import type { Document } from '../../../../fake/documents.ts';
import { editor } from '../../../../fake/editor.ts';
import { fitText, hostileText } from '../../../hostileText.ts';
import { context, report, without } from '../rules/orderFixtures.ts';
import { fakeFacts, orderDocument } from './orderFacts.ts';

describe('the diagnostics of an order', () => {
  const failed = vi.fn();
  let known: ReturnType<typeof fakeFacts>;
  let diagnostics: ReturnType<typeof registerOrderDiagnostics>;

  beforeEach(() => {
    vi.useFakeTimers();
    known = fakeFacts();
    diagnostics = registerOrderDiagnostics(known.facts, failed);
  });
  afterEach(() => {
    diagnostics.dispose();
    vi.useRealTimers();
    expect(failed).not.toHaveBeenCalled();
  });

  const advance = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    await vi.dynamicImportSettled();
  };
  const opened = async (body: object | string, name?: string) => {
    const document = orderDocument(body, name);
    await advance(10);
    return document;
  };
  const problemsIn = (document: Document) =>
    editor
      .problemsOf(document)
      ?.map(({ code, severity, range }) => [code, severity, document.getText(range)]);

  it('appear at their places as soon as a document opens, errors and warnings', async () => {
    const document = await opened({ ...report, resolution: 7, note: 1 });
    expect(problemsIn(document)).toEqual([
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
    expect(problemsIn(document)).toEqual([]);
    expect(diagnostics.lastCheck(document)?.problems.map(({ code }) => code)).toEqual(['aoi-no-rings']);
    expect(problemsIn(await opened(without(report, 'aoi'), 'b.order.json'))).toEqual([
      ['aoi-missing', 0, '{'],
    ]);
  });

  it('wait for a pause in typing', async () => {
    const document = await opened(report);
    for (let key = 0; key < 5; key++) {
      editor.documents.replace(document, JSON.stringify({ ...report, resolution: 7 }) + ' '.repeat(key));
      await advance(200);
    }
    expect(problemsIn(document)).toEqual([]);
    await advance(100);
    expect(problemsIn(document)).toEqual([['resolution', 0, '7']]);
  });

  it('update when more becomes known, and request the images', async () => {
    known.learn({});
    const document = await opened({ ...report, imageIds: ['stereo'] });
    expect(problemsIn(document)).toEqual([]);
    expect(known.requested.at(-1)).toEqual(['stereo']);
    known.learn(context);
    await advance(300);
    expect(problemsIn(document)).toEqual([['image-stereo', 1, '"stereo"']]);
  });

  it("don't belong to a text that was edited since", async () => {
    const document = orderDocument({ ...report, resolution: 7 });
    vi.advanceTimersByTime(0);
    editor.documents.replace(document, JSON.stringify(report));
    await vi.advanceTimersByTimeAsync(10);
    expect(problemsIn(document)).toBeUndefined();
    await advance(300);
    expect(problemsIn(document)).toEqual([]);
  });

  it('go away with the document, and belong only to orders', async () => {
    const document = await opened({ ...report, resolution: 7 });
    editor.documents.replace(document, '{}');
    editor.documents.close(document);
    await advance(1000);
    expect(problemsIn(document)).toBeUndefined();
    expect(diagnostics.lastCheck(document)).toBeUndefined();
    expect(problemsIn(await opened({ ...report, resolution: 7 }, 'a.json'))).toBeUndefined();
    expect(problemsIn(await opened(' '.repeat(10_000_001), 'long.order.json'))).toBeUndefined();
  });
});
