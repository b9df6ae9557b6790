import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import { registerOrderCompletions } from '../../../src/language/orderCompletions.ts';
import { registerOrderFixes } from '../../../src/language/orderFixes.ts';
import { registerOrderHover } from '../../../src/language/orderHover.ts';
import type { OrderProblem } from '../../../src/model/order/orderProblems.ts';
import { bareImage } from '../model/fixtures.ts';
import { deferred } from '../state/fakes.ts';
import { cars, products, report } from '../model/order/orderFixtures.ts';
import { fitText, hostileText } from '../hostileText.ts';
import {
  FakeDiagnostic,
  FakeRange,
  type FakeAction,
  type FakeDocument,
  type FakeEditor,
} from './fakeEditor.ts';
import { fakeFacts, orderDocument, type OrderWindow } from './orderWindow.ts';

const given = vi.hoisted((): { editor: FakeEditor; window: OrderWindow } => ({
  editor: undefined as unknown as FakeEditor,
  window: { completions: undefined, hover: undefined },
}));
vi.mock('vscode', async () => {
  const [{ FakeEditor }, { vscodeForOrders }] = await Promise.all([
    import('./fakeEditor.ts'),
    import('./orderWindow.ts'),
  ]);
  given.editor = new FakeEditor();
  return vscodeForOrders(given.editor, given.window);
});

const cancel = { isCancellationRequested: false };
const cancelled = { isCancellationRequested: true };
const at = (document: FakeDocument, word: string) => document.positionAt(document.text.indexOf(word) + 1);

describe('the mends of an order', () => {
  let problems: readonly OrderProblem[] | undefined;
  beforeEach(() => {
    given.editor.reset();
    problems = undefined;
    registerOrderFixes(fakeFacts().facts, { problemsOf: () => problems });
  });

  async function actions(
    document: FakeDocument,
    word: string,
    only?: object,
    token = cancel,
  ): Promise<FakeAction[]> {
    const place = at(document, word);
    return (await given.editor.provider?.provideCodeActions(
      document,
      new FakeRange(place, place),
      { only },
      token,
    )) as FakeAction[];
  }

  it('change the document, belong to what is underlined, and are preferred in order', async () => {
    const document = orderDocument({ ...report, resolution: 1.5 });
    const start = document.positionAt(document.text.indexOf('1.5'));
    const range = new FakeRange(start, document.positionAt(document.text.indexOf('1.5') + 3));
    const shown = ['resolution-unsupported', 'other'].map(code =>
      Object.assign(new FakeDiagnostic(range, '', 0), { code }),
    );
    given.editor.diagnostics.set(document.uri.toString(), shown);
    const found = await actions(document, '1.5');
    expect(found.map(({ title }) => title)).toEqual(['Set "resolution" to 0.5 (PHR images)']);
    expect(found[0]?.edit.appliedTo(document)).toBe(JSON.stringify(report, undefined, 2));
    expect(found[0]).toMatchObject({ isPreferred: true, kind: { value: 'quickfix' } });
    expect(found[0]?.diagnostics?.map(({ code }) => code)).toEqual(['resolution-unsupported']);
  });

  it('stand once where two problems have the same one, each in its own words', async () => {
    const [product] = products.products;
    const neo = { ...products, kind: 'order.data.gb.product', products: [{ ...product, id: 'pneo' }] };
    const found = await actions(orderDocument(neo), 'order.data.gb');
    expect(found.map(({ edit }) => edit.appliedTo(orderDocument(neo)))).toHaveLength(1);
  });

  it('are none elsewhere, none where nothing is wrong, and none of another kind', async () => {
    const document = orderDocument({ ...report, resolution: 1.5 });
    expect(await actions(document, 'Harbour')).toEqual([]);
    expect(await actions(document, '1.5', { contains: () => false })).toEqual([]);
    expect(await actions(document, '1.5', undefined, cancelled)).toEqual([]);
    problems = [];
    expect(await actions(document, '1.5')).toEqual([]);
  });
});

describe('the completion of an order', () => {
  beforeEach(() => void registerOrderCompletions(fakeFacts().facts));

  const items = async (document: FakeDocument, offset: number, token: object = cancel) =>
    (await given.window.completions?.provideCompletionItems(
      document as unknown as vscode.TextDocument,
      document.positionAt(offset) as unknown as vscode.Position,
      token as vscode.CancellationToken,
      {} as vscode.CompletionContext,
    )) as vscode.CompletionItem[] | undefined;

  it('keeps the order of the proposals, and shows what goes away as such', async () => {
    const document = orderDocument('{"kind": ""}');
    const found = (await items(document, 10)) ?? [];
    expect(found.map(({ label, kind, tags, preselect }) => [label, kind, tags, preselect])).toEqual([
      ['order.data.product', 'value', undefined, true],
      ['order.analytics-toolbox.archive', 'value', undefined, false],
      ['order.data.gb.product', 'value', ['deprecated'], false],
    ]);
    expect(found.map(({ sortText }) => sortText)).toEqual(found.map(({ sortText }) => sortText).sort());
    expect(found[0]?.insertText).toMatchObject({ value: '"order.data.product"' });
    expect(document.textIn(found[0]?.range as unknown as FakeRange)).toBe('""');
    expect((found[0]?.documentation as vscode.MarkdownString).value).toContain('A subscription of yours');
  });

  it('shows names of the service fit for the screen, and writes them as they are', async () => {
    const known = fakeFacts();
    const analytic = { ...cars, code: hostileText, name: hostileText, description: hostileText };
    known.learn({ analytics: [analytic], analyticOf: () => analytic });
    registerOrderCompletions(known.facts);
    const document = orderDocument('{"kind": "order.analytics-toolbox.archive", "analytic": ""}');
    const [item] = (await items(document, document.text.length - 2)) ?? [];
    expect(item?.label).toBe(fitText);
    expect(item?.detail).toContain(fitText);
    expect((item?.documentation as vscode.MarkdownString).value).not.toMatch(/[\u202e\x1b]/);
    expect(item?.insertText).toMatchObject({ value: expect.stringContaining('(command:') as string });
  });

  describe('while the text is no JSON yet', () => {
    const text =
      '{"kind": "order.data.product", "products": [{ "id": "neo", "productType": , "crsCode": "x" }]}';
    const place = text.indexOf(' , "crsCode"') + 1;
    const open = { isCancellationRequested: false, onCancellationRequested: () => undefined };
    const suitable = (found: vscode.CompletionItem[] | undefined) =>
      found?.filter(({ detail }) => !detail?.startsWith('not here')).map(({ label }) => label);
    const neo = bareImage({ id: 'neo', constellation: 'PNEO' });
    afterEach(() => vi.useRealTimers());

    it('looks the images up, and waits for what is found', async () => {
      const known = fakeFacts();
      known.learn({});
      const lookUp = deferred<undefined>();
      registerOrderCompletions({ ...known.facts, lookedUp: () => lookUp.promise });
      const found = items(orderDocument(text), place, open);
      await vi.waitFor(() => expect(known.wanted).toEqual([['neo']]));
      known.learn({ imageOf: id => (id === 'neo' ? neo : undefined) });
      lookUp.resolve(undefined);
      const labels = suitable(await found);
      known.learn({});
      registerOrderCompletions(known.facts);
      const all = suitable(await items(orderDocument(text), place, open));
      expect(labels?.length).toBeGreaterThan(0);
      expect(labels?.length).toBeLessThan(all?.length ?? 0);
    });

    it('waits no longer than a moment', async () => {
      vi.useFakeTimers();
      const known = fakeFacts();
      registerOrderCompletions({ ...known.facts, lookedUp: () => new Promise(() => undefined) });
      const found = items(orderDocument(text), place, open);
      await vi.waitFor(() => expect(known.wanted).toHaveLength(1));
      await vi.advanceTimersByTimeAsync(1500);
      expect((await found)?.length).toBeGreaterThan(0);
      expect(vi.getTimerCount()).toBe(0);
    });
  });

  it('is none of long documents, and none that came too late', async () => {
    expect(await items(orderDocument(`{"kind": ${' '.repeat(2_000_000)}`), 9)).toBeUndefined();
    expect(await items(orderDocument('{"kind": }'), 9, cancelled)).toBeUndefined();
  });
});

describe('the hover of an order', () => {
  const known = fakeFacts();
  beforeEach(() => void registerOrderHover(known.facts));

  const hoverAt = async (document: FakeDocument, word: string, token = cancel) =>
    (await given.window.hover?.provideHover(
      document as unknown as vscode.TextDocument,
      at(document, word) as unknown as vscode.Position,
      token as vscode.CancellationToken,
    )) as { contents: { value: string }; range: FakeRange } | undefined;

  it('tells what is known as plain text, and asks for images that are not known', async () => {
    const document = orderDocument({ ...report, imageIds: ['phr', 'unheard-of'] });
    const hover = await hoverAt(document, '"phr"');
    expect(hover?.contents.value).toContain('PHR \\(PHR1A\\)');
    expect(hover && document.textIn(hover.range)).toBe('"phr"');
    expect(known.wanted.at(-1)).toEqual(['phr', 'unheard-of']);
  });

  it('is none where there is nothing to tell, and none that came too late', async () => {
    const document = orderDocument(report);
    expect(await hoverAt(document, 'Harbour')).toBeUndefined();
    expect(await hoverAt(document, '"phr"', cancelled)).toBeUndefined();
    expect(await hoverAt(orderDocument(`${' '.repeat(2_000_000)}{"kind": 1}`), '"kind"')).toBeUndefined();
  });
});
