import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { box, polygon } from '../../../geo/polygons.ts';
import { allThatEnds } from '../../../../../src/platform/host/endsWithExtension.ts';
import type * as diagnosing from '../../../../../src/features/areas/rules/text/geojsonDiagnostics.ts';
import { registerAoiDiagnostics } from '../../../../../src/features/areas/ui/aoiDiagnostics.ts';
import type { Document } from '../../../../fake/documents.ts';
import { editor } from '../../../../fake/editor.ts';
import { anyKept } from '../../../fakes.ts';

/** Counts the checks, and can delay them. */
const checks = vi.hoisted(() => ({ count: 0 }));
vi.mock('../../../../../src/features/areas/rules/text/geojsonDiagnostics.ts', async original => {
  const real = await original<typeof diagnosing>();
  return {
    ...real,
    diagnoseAois: (...args: Parameters<typeof real.diagnoseAois>) => {
      checks.count++;
      return real.diagnoseAois(...args);
    },
  };
});

const good = JSON.stringify(polygon(box(5.3, 43.2, 5.4, 43.3)));
const open = JSON.stringify(polygon(box(5.3, 43.2, 5.4, 43.3).slice(0, 4)));
const codesOf = (document: Document) => editor.problemsOf(document)?.map(({ code }) => code);

describe('the diagnostics of areas', () => {
  const failed = vi.fn();
  let diagnostics: ReturnType<typeof registerAoiDiagnostics>;

  beforeEach(() => {
    vi.useFakeTimers();
    checks.count = 0;
    diagnostics = registerAoiDiagnostics(anyKept, failed);
  });
  afterEach(() => {
    diagnostics.dispose();
    vi.useRealTimers();
    expect(failed).not.toHaveBeenCalled();
  });

  /** Advances the time, and waits for what is loaded then. */
  const advance = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    await vi.dynamicImportSettled();
  };
  const opened = async (text: string, path = '/a.geojson', languageId = 'json') => {
    const document = editor.open(path, text, languageId);
    await advance(10);
    return document;
  };

  it('appear at the place of the problem as soon as a document opens', async () => {
    const document = await opened(open);
    const [found] = editor.problemsOf(document) ?? [];
    expect(found).toMatchObject({ code: 'ring-not-closed', severity: 0, source: 'Swath' });
    expect(found && document.getText(found.range)).toBe('[5.3,43.3]');
  });

  it('leave the geometry type of a saved search to the check of searches', async () => {
    const several = '{"aoi":{"type":"MultiPolygon","coordinates":[]}}';
    expect(codesOf(await opened(several, '/several.search.json'))).toEqual([]);
    expect(codesOf(await opened(several, '/several.json'))).toContain('aoi-not-polygon');
    expect(codesOf(await opened(`{"aoi":${open}}`, '/open.search.json'))).toEqual(['ring-not-closed']);
  });

  it('mark the second edge of a crossing as related', async () => {
    const document = await opened(
      '{"type":"Polygon","coordinates":[[[5.3,43.2],[5.4,43.3],\n[5.4,43.2],[5.3,43.3],[5.3,43.2]]]}',
    );
    const [found] = editor.problemsOf(document) ?? [];
    expect(found).toMatchObject({ code: 'ring-bow-tie', severity: 1 });
    const [related] = found?.relatedInformation ?? [];
    expect(related && document.getText(related.location.range)).toBe('[5.4,43.2],[5.3,43.3]');
  });

  it('are errors in an order', async () => {
    const multi = { type: 'MultiPolygon', coordinates: [[box(5.3, 43.2, 5.4, 43.3)]] };
    const document = await opened(JSON.stringify({ aoi: multi }), '/a.order.json');
    expect(editor.problemsOf(document)).toMatchObject([{ code: 'aoi-not-polygon', severity: 0 }]);
  });

  it('wait for a pause in typing, and run once for many edits', async () => {
    const document = await opened(good);
    expect(checks.count).toBe(1);
    for (let key = 0; key < 10; key++) {
      editor.documents.replace(document, open + ' '.repeat(key));
      await advance(200);
    }
    expect(checks.count).toBe(1);
    expect(codesOf(document)).toEqual([]);
    await advance(400);
    expect(checks.count).toBe(2);
    expect(codesOf(document)).toEqual(['ring-not-closed']);
  });

  it('belong to the current text, or there are none', async () => {
    const document = await opened(open);
    expect(diagnostics.documentProblems(document)).toHaveLength(1);
    editor.documents.replace(document, good);
    expect(diagnostics.documentProblems(document)).toEqual([]);
    await advance(400);
    expect(diagnostics.documentProblems(document)).toEqual([]);
    expect(codesOf(document)).toEqual([]);
  });

  it('run in a thread if the document is long, and are dropped when it changes in the meantime', async () => {
    vi.useRealTimers();
    const longer = (text: string) => `${text}${' '.repeat(300_000)}`;
    const received: string[] = [];
    const both = Promise.withResolvers<undefined>();
    diagnostics.onDidCheck(({ uri: { path } }) => {
      if (received.push(path) === 2) both.resolve(undefined);
    });
    const first = editor.open('/first.geojson', longer(open));
    const second = editor.open('/second.geojson', longer(open));
    // Their checks are due immediately, in this order.
    await new Promise(resolve => setTimeout(resolve));
    editor.documents.replace(first, longer(good));
    await both.promise;
    expect(received).toEqual(['/second.geojson', '/first.geojson']);
    expect([codesOf(first), codesOf(second)]).toEqual([[], ['ring-not-closed']]);
    // The thread has its own functions.
    expect(checks.count).toBe(0);
    allThatEnds.dispose();
  });

  it('are dropped if the text changed before they arrive', async () => {
    const document = editor.open('/a.geojson', open);
    // The check has started and is waiting for its module.
    vi.advanceTimersByTime(1);
    editor.documents.replace(document, `${open} `);
    await advance(10);
    expect(codesOf(document)).toBeUndefined();
  });

  it('disappear when the document closes, even while a check is pending or in progress', async () => {
    const document = await opened(open);
    editor.documents.replace(document, `${open} `);
    editor.documents.close(document);
    expect(codesOf(document)).toBeUndefined();
    await advance(1000);
    expect(codesOf(document)).toBeUndefined();
    const second = editor.open('/b.geojson', open);
    vi.advanceTimersByTime(1);
    editor.documents.close(second);
    await advance(10);
    expect(codesOf(second)).toBeUndefined();
  });

  it('disappear when the document no longer contains GeoJSON', async () => {
    const document = await opened(open);
    editor.documents.replace(document, '{}');
    await advance(1000);
    expect(codesOf(document)).toBeUndefined();
  });

  it.each([
    ['JSON without GeoJSON', '{"type":"Polygon"}', '/a.json', 'json'],
    ['a delivered report', open, '/town-0123abcd.geojson', 'json'],
    ['another language', open, '/a.md', 'markdown'],
    ['more than 50 MB', `${' '.repeat(50_000_001)}${open}`, '/a.geojson', 'json'],
  ])("aren't created for %s", async (_what, text, path, language) => {
    const document = await opened(text, path, language);
    expect(checks.count).toBe(0);
    expect(codesOf(document)).toBeUndefined();
  });
});
