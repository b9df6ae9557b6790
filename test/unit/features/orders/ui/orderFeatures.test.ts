import { beforeEach, describe, expect, it } from 'vitest';
import * as vscode from 'vscode';
import {
  CancellationTokenSource,
  CodeActionKind,
  CompletionItemKind,
  CompletionItemTag,
  Range,
} from 'vscode';
import type { OrderProblem } from '../../../../../src/features/orders/rules/orderProblems.ts';
import { fixOrder } from '../../../../../src/features/orders/ui/document/fixOrder.ts';
import {
  registerOrderCompletions,
  registerOrderHover,
} from '../../../../../src/features/orders/ui/document/orderLanguage.ts';
import { registerOrderFixes } from '../../../../../src/features/orders/ui/document/orderLanguage.ts';
import type { Document } from '../../../../fake/documents.ts';
import { type ActionsAsked, editor } from '../../../../fake/editor.ts';
import type { CodeAction } from '../../../../fake/values.ts';
import { fitText, hostileText } from '../../../hostileText.ts';
import { cars, products, report } from '../rules/orderFixtures.ts';
import { fakeFacts, orderDocument } from './orderFacts.ts';

const { token: cancel } = new CancellationTokenSource();
const ended = new CancellationTokenSource();
ended.cancel();
const { token: cancelled } = ended;
const typed = { triggerKind: vscode.CompletionTriggerKind.Invoke, triggerCharacter: undefined };
const at = (document: Document, word: string) => document.positionAt(document.getText().indexOf(word) + 1);

describe('the fixes of an order', () => {
  let problems: readonly OrderProblem[] | undefined;
  beforeEach(() => {
    problems = undefined;
    registerOrderFixes(fakeFacts().facts, { lastCheck: () => problems && { version: 1, problems } });
  });

  const actions = (document: Document, word: string, request?: ActionsAsked) =>
    editor.actions(document, new Range(at(document, word), at(document, word)), request);

  /** As the editor does when an action is chosen. */
  async function run(action: CodeAction | undefined) {
    if (action?.edit) throw new Error('The editor would change a document that is read-only.');
    expect(action?.command?.command).toBe('swath.fixOrder');
    await fixOrder(action?.command?.arguments?.[0]);
  }

  it('change the document, belong to the diagnostic, and are sorted by preference', async () => {
    const document = orderDocument({ ...report, resolution: 1.5 });
    const start = document.positionAt(document.getText().indexOf('1.5'));
    const range = new Range(start, document.positionAt(document.getText().indexOf('1.5') + 3));
    const diagnostics = ['resolution-unsupported', 'other'].map(code =>
      Object.assign(new vscode.Diagnostic(range, ''), { code }),
    );
    vscode.languages.createDiagnosticCollection('test').set(document.uri, diagnostics);
    const found = await actions(document, '1.5');
    expect(found.map(({ title }) => title)).toEqual(['Set "resolution" to 0.5 (PHR images)']);
    await run(found[0]);
    expect(document.getText()).toBe(JSON.stringify(report, undefined, 2));
    expect(found[0]).toMatchObject({ isPreferred: true, kind: { value: 'quickfix' } });
    expect(found[0]?.diagnostics?.map(({ code }) => code)).toEqual(['resolution-unsupported']);
  });

  it('leave a document that is read-only, or has changed since, as it is, and say so', async () => {
    const document = orderDocument({ ...report, resolution: 1.5 });
    const text = document.getText();
    const [action] = await actions(document, '1.5');
    document.isReadOnly = true;
    await expect(run(action)).rejects.toThrow(/ is read-only\. Make it writable/);
    expect(document.getText()).toBe(text);
    document.isReadOnly = false;
    editor.documents.replace(document, ` ${text}`);
    await expect(run(action)).rejects.toThrow(/^Couldn't change /);
    expect(document.getText()).toBe(` ${text}`);
  });

  it('appear once if two problems share one, each with its own title', async () => {
    const [product] = products.products;
    const neo = { ...products, kind: 'order.data.gb.product', products: [{ ...product, id: 'pneo' }] };
    const found = await actions(orderDocument(neo), 'order.data.gb');
    expect(found).toHaveLength(1);
  });

  it("don't exist elsewhere, without problems, or for another kind", async () => {
    const document = orderDocument({ ...report, resolution: 1.5 });
    expect(await actions(document, 'Harbour')).toEqual([]);
    expect(await actions(document, '1.5', { only: CodeActionKind.Source })).toEqual([]);
    expect(await actions(document, '1.5', { token: cancelled })).toEqual([]);
    problems = [];
    expect(await actions(document, '1.5')).toEqual([]);
  });
});

it('the past of an order is neither completed nor explained nor fixed', async () => {
  const { facts } = fakeFacts();
  registerOrderCompletions(facts);
  registerOrderHover(facts);
  registerOrderFixes(facts, { lastCheck: () => undefined });
  const text = JSON.stringify({ ...report, resolution: 1.5 }, undefined, 2);
  const found = async (document: Document) => {
    const place = at(document, '1.5');
    const completions = await editor.completionProviders[0]?.provideCompletionItems(
      document,
      place,
      cancel,
      typed,
    );
    const hover = await editor.hoverProviders[0]?.provideHover(document, place, cancel);
    const fixes = await editor.actions(document, new Range(place, place));
    return [completions, hover, fixes.length].map(Boolean);
  };
  expect(await found(editor.open('/a.order.json', text))).toEqual([true, true, true]);
  expect(await found(editor.open('git:/a.order.json', text))).toEqual([false, false, false]);
});

describe('the completion of an order', () => {
  beforeEach(() => void registerOrderCompletions(fakeFacts().facts));

  const items = async (document: Document, offset: number, token = cancel) =>
    (await editor.completionProviders
      .at(-1)
      ?.provideCompletionItems(document, document.positionAt(offset), token, typed)) as
      | vscode.CompletionItem[]
      | undefined;

  it('keeps the order of the suggestions, and marks deprecated ones', async () => {
    const document = orderDocument('{"kind": ""}');
    const found = (await items(document, 10)) ?? [];
    expect(found.map(({ label, kind, tags, preselect }) => [label, kind, tags, preselect])).toEqual([
      ['order.data.product', CompletionItemKind.Value, undefined, true],
      ['order.analytics-toolbox.archive', CompletionItemKind.Value, undefined, false],
      ['order.data.gb.product', CompletionItemKind.Value, [CompletionItemTag.Deprecated], false],
    ]);
    expect(found.map(({ sortText }) => sortText)).toEqual(found.map(({ sortText }) => sortText).sort());
    expect(found[0]?.insertText).toMatchObject({ value: '"order.data.product"' });
    expect(document.getText(found[0]?.range as vscode.Range)).toBe('""');
    expect((found[0]?.documentation as vscode.MarkdownString).value).toContain('Your subscription');
  });

  it('shows names from the service safely on screen, and inserts them unchanged', async () => {
    const known = fakeFacts();
    const analytic = { ...cars, code: hostileText, name: hostileText, description: hostileText };
    known.learn({ analytics: [analytic] });
    registerOrderCompletions(known.facts);
    const document = orderDocument('{"kind": "order.analytics-toolbox.archive", "analytic": ""}');
    const [item] = (await items(document, document.getText().length - 2)) ?? [];
    expect(item?.label).toBe(fitText);
    expect(item?.detail).toContain(fitText);
    expect((item?.documentation as vscode.MarkdownString).value).not.toMatch(/[\u202e\x1b]/);
    expect(item?.insertText).toMatchObject({ value: expect.stringContaining('(command:') as string });
  });

  it("doesn't exist for long documents, or when it is too late", async () => {
    expect(await items(orderDocument(`{"kind": ${' '.repeat(2_000_000)}`), 9)).toBeUndefined();
    expect(await items(orderDocument('{"kind": }'), 9, cancelled)).toBeUndefined();
  });
});

describe('the hover of an order', () => {
  const known = fakeFacts();
  beforeEach(() => void registerOrderHover(known.facts));

  const hoverAt = async (document: Document, word: string, token = cancel) =>
    editor.hoverProviders.at(-1)?.provideHover(document, at(document, word), token);

  it('shows what is known as plain text', async () => {
    const document = orderDocument({ ...report, imageIds: ['phr', 'unheard-of'] });
    const hover = await hoverAt(document, '"phr"');
    expect((hover?.contents[0] as vscode.MarkdownString).value).toContain('PHR \\(PHR1A\\)');
    expect(hover && document.getText(hover.range)).toBe('"phr"');
  });

  it("doesn't exist if nothing is known, or when it is too late", async () => {
    const document = orderDocument(report);
    expect(await hoverAt(document, 'Harbour')).toBeUndefined();
    expect(await hoverAt(document, '"phr"', cancelled)).toBeUndefined();
    expect(await hoverAt(orderDocument(`${' '.repeat(2_000_000)}{"kind": 1}`), '"kind"')).toBeUndefined();
  });
});
