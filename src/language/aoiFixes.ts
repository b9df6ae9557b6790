import * as vscode from 'vscode';
import { fixesOf, isSafelyFixed, type AoiFix } from '../model/aoiFixChoice.ts';
import type { TextEdit } from '../model/geojsonEdit.ts';
import type { PlacedProblem } from '../model/geojsonDiagnostics.ts';
import { findPolygons } from '../platform/aoiDocument.ts';
import { rangeOf, useOf, type AoiDiagnostics } from './aoiDiagnostics.ts';
import { jsonSelector } from './aoiLenses.ts';

/** Problems under one selection whose mends are offered: more do not fit a menu. */
const mostProblems = 5;
/** Longer documents are not searched for the polygon at the cursor. Characters. */
const longestSearched = 2_000_000;
/** To how many positions a polygon can be simplified: services take the first, people read the second. */
const simplerSizes = [500, 100] as const;

const fixAllKind = vscode.CodeActionKind.SourceFixAll.append('swath');
const kinds = [vscode.CodeActionKind.QuickFix, fixAllKind, vscode.CodeActionKind.RefactorRewrite];

/** Mends for the problems of AOIs, and what can be made of a polygon that has none. */
export function registerAoiFixes(diagnostics: AoiDiagnostics): vscode.Disposable {
  return vscode.languages.registerCodeActionsProvider(
    jsonSelector,
    {
      async provideCodeActions(document, range, { only, triggerKind }, cancel) {
        const problems = diagnostics.problemsOf(document);
        const wants = (kind: vscode.CodeActionKind) => !only || only.contains(kind);
        const isAsked = only !== undefined || triggerKind === vscode.CodeActionTriggerKind.Invoke;
        const { version } = document;
        const actions = [
          ...(wants(vscode.CodeActionKind.QuickFix) ? await quickFixes(document, range, problems) : []),
          // Without being asked for, they are in no menu.
          ...(only && wants(fixAllKind) ? await fixAllActions(document, problems) : []),
          ...(wants(vscode.CodeActionKind.RefactorRewrite) && isAsked ? await rewrites(document, range) : []),
        ];
        return cancel.isCancellationRequested || document.version !== version ? [] : actions;
      },
    },
    { providedCodeActionKinds: kinds },
  );
}

async function quickFixes(
  document: vscode.TextDocument,
  range: vscode.Range,
  problems: readonly PlacedProblem[],
): Promise<vscode.CodeAction[]> {
  const touched = problems.filter(problem => rangeOf(document, problem.range).intersection(range));
  if (touched.length === 0) return [];
  const { fixAt } = await import('../model/geojsonFixes.ts');
  const text = document.getText();
  const use = useOf(document);
  return touched.slice(0, mostProblems).flatMap(problem =>
    fixesOf(problem, use).flatMap((kind, index) => {
      const edits = fixAt(text, problem.path, { kind });
      if (edits.length === 0) return [];
      const action = toAction(document, titleOf({ kind }), vscode.CodeActionKind.QuickFix, edits);
      action.diagnostics = vscode.languages
        .getDiagnostics(document.uri)
        .filter(
          ({ code, range: at }) => code === problem.code && at.isEqual(rangeOf(document, problem.range)),
        );
      action.isPreferred = index === 0;
      return [action];
    }),
  );
}

async function fixAllActions(
  document: vscode.TextDocument,
  problems: readonly PlacedProblem[],
): Promise<vscode.CodeAction[]> {
  if (!problems.some(isSafelyFixed)) return [];
  const { fixAll } = await import('../model/geojsonFixes.ts');
  const edits = fixAll(document.getText(), useOf(document));
  if (edits.length === 0) return [];
  const title = vscode.l10n.t('Mend all areas: close rings, remove repeated positions and altitudes, rewind');
  return [toAction(document, title, fixAllKind, edits)];
}

/** For the polygon around the cursor. */
async function rewrites(document: vscode.TextDocument, range: vscode.Range): Promise<vscode.CodeAction[]> {
  const text = document.getText();
  if (text.length > longestSearched || !text.includes('"Polygon"')) return [];
  const offset = document.offsetAt(range.start);
  const found = (await findPolygons(text)).find(
    one => one.offset <= offset && offset <= one.offset + one.length,
  );
  if (!found) return [];
  const { fixAt } = await import('../model/geojsonFixes.ts');
  const positions = found.polygon.coordinates.reduce((sum, ring) => sum + ring.length, 0);
  const fixes: AoiFix[] = [
    { kind: 'round' },
    ...simplerSizes
      .filter(size => positions > size)
      .map((size): AoiFix => ({ kind: 'simplify', positions: size })),
  ];
  return fixes.flatMap(fix => {
    const edits = fixAt(text, found.path, fix);
    if (edits.length === 0) return [];
    return [toAction(document, titleOf(fix), vscode.CodeActionKind.RefactorRewrite, edits)];
  });
}

function toAction(
  document: vscode.TextDocument,
  title: string,
  kind: vscode.CodeActionKind,
  edits: readonly TextEdit[],
): vscode.CodeAction {
  const action = new vscode.CodeAction(title, kind);
  action.edit = new vscode.WorkspaceEdit();
  for (const edit of edits) action.edit.replace(document.uri, rangeOf(document, edit), edit.text);
  return action;
}

function titleOf(fix: AoiFix): string {
  switch (fix.kind) {
    case 'close':
      return vscode.l10n.t('Close the ring');
    case 'remove-duplicates':
      return vscode.l10n.t('Remove the repeated positions of the ring');
    case 'rewind':
      return vscode.l10n.t('Turn the ring round');
    case 'swap-axes':
      return vscode.l10n.t('Swap longitude and latitude');
    case 'drop-altitudes':
      return vscode.l10n.t('Drop the altitudes of the ring');
    case 'drop-hole':
      return vscode.l10n.t('Drop this hole');
    case 'drop-holes':
      return vscode.l10n.t('Drop all holes of the polygon');
    case 'cut':
      return vscode.l10n.t('Cut the polygon at the antimeridian');
    case 'split':
      return vscode.l10n.t('Split into one Polygon each');
    case 'keep-largest':
      return vscode.l10n.t('Keep the largest polygon');
    case 'grow':
      return vscode.l10n.t('Grow to the least area of a product');
    case 'round':
      return vscode.l10n.t('Round the polygon to 6 decimals');
    case 'drop-crs':
      return vscode.l10n.t('Remove "crs"');
    case 'simplify':
      return vscode.l10n.t('Simplify the polygon to {0} positions', fix.positions);
  }
}
