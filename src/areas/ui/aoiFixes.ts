import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { fixesOf, isSafelyFixed, titleOfFix, type AoiFix } from '../../model/edits/aoiFixChoice.ts';
import type { AreaHere } from '../../model/geojson/areaHere.ts';
import type { TextEdit } from '../../model/edits/geojsonEdit.ts';
import type { PlacedProblem } from '../../model/geojson/geojsonDiagnostics.ts';
import type { AoiTarget } from './aoiDocument.ts';
import { jsonSelector } from '../../editor/jsonDocuments.ts';
import { areaQuestions } from './areaQuestions.ts';
import { geojsonWork } from '../../editor/geojsonWork.ts';
import { rangeOf, workspaceEditOf } from '../../editor/makeEdits.ts';
import { isOrderDocument } from '../../editor/orderDocument.ts';
import { isReportDocument } from '../../editor/reportFile.ts';
import type { Catalog } from '../../images/catalog.ts';
import { useOf, type AoiDiagnostics } from './aoiDiagnostics.ts';

/** Problems under one selection whose mends are offered: more do not fit a menu. */
const mostProblems = 5;
/** Longer documents are not searched for the polygon at the cursor. Characters. */
const longestSearched = 20_000_000;
/** To how many positions a polygon can be simplified: services take the first, people read the second. */
const simplerSizes = [500, 100] as const;

const fixAllKind = vscode.CodeActionKind.SourceFixAll.append('swath');
const kinds = [vscode.CodeActionKind.QuickFix, fixAllKind, vscode.CodeActionKind.RefactorRewrite];

/** Mends for the problems of AOIs, and what can be made of a polygon that has none. */
export function registerAoiFixes(
  diagnostics: Pick<AoiDiagnostics, 'problemsOf'>,
  catalog: Pick<Catalog, 'current'>,
): vscode.Disposable {
  return vscode.languages.registerCodeActionsProvider(
    jsonSelector,
    {
      async provideCodeActions(document, range, { only, triggerKind }, cancel) {
        const isRecord = isReportDocument(document);
        const problems = isRecord ? [] : diagnostics.problemsOf(document);
        const wants = (kind: vscode.CodeActionKind) => !only || only.contains(kind);
        const isAsked = only !== undefined || triggerKind === vscode.CodeActionTriggerKind.Invoke;
        const { version } = document;
        const actions = [
          ...(wants(vscode.CodeActionKind.QuickFix) ? await quickFixes(document, range, problems) : []),
          // Without being asked for, they are in no menu.
          ...(only && wants(fixAllKind) ? await fixAllActions(document, problems) : []),
          ...(wants(vscode.CodeActionKind.RefactorRewrite) && isAsked
            ? await rewrites(document, range, catalog.current.peek().images.length > 0)
            : []),
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
  const text = document.getText();
  const use = useOf(document);
  const actions = touched.slice(0, mostProblems).flatMap(problem =>
    fixesOf(problem, use).map(async (kind, index) => {
      const edits = await geojsonWork('fixAt', text, problem.path, { kind });
      if (edits.length === 0) return [];
      const action = toAction(document, titleOfFix({ kind }), vscode.CodeActionKind.QuickFix, edits);
      action.diagnostics = vscode.languages
        .getDiagnostics(document.uri)
        .filter(
          ({ code, range: at }) => code === problem.code && at.isEqual(rangeOf(document, problem.range)),
        );
      action.isPreferred = index === 0;
      return [action];
    }),
  );
  return (await Promise.all(actions)).flat();
}

async function fixAllActions(
  document: vscode.TextDocument,
  problems: readonly PlacedProblem[],
): Promise<vscode.CodeAction[]> {
  if (!problems.some(isSafelyFixed)) return [];
  const edits = await geojsonWork('fixAll', document.getText(), useOf(document));
  if (edits.length === 0) return [];
  const title = l10n.t(
    'Fix all areas: close rings, remove repeated positions and altitudes, rewind, update "bbox"',
  );
  return [toAction(document, title, fixAllKind, edits)];
}

/** For the area around the cursor, and for the collection that it is in. */
async function rewrites(
  document: vscode.TextDocument,
  range: vscode.Range,
  canBeClipped: boolean,
): Promise<vscode.CodeAction[]> {
  const text = document.getText();
  if (text.length > longestSearched || !text.includes('Polygon"')) return [];
  const here = await geojsonWork('areaHere', text, document.offsetAt(range.start));
  const polygon = here.area?.type === 'Polygon' ? here.area : undefined;
  const isRecord = isReportDocument(document);
  const mends =
    polygon && !isRecord ? await geojsonWork('mendsAt', text, polygon.path, rewritesFor(polygon)) : [];
  const questions = areaQuestions(here, { inOrder: isOrderDocument(document), canBeClipped, isRecord });
  const kind = vscode.CodeActionKind.RefactorRewrite;
  return [
    ...mends.map(({ fix, edits }) => toAction(document, titleOfFix(fix), kind, edits)),
    ...questions.map(({ title, command, path }) => {
      const target: AoiTarget = { uri: document.uri.toString(), path };
      const action = new vscode.CodeAction(title, kind);
      action.command = { title, command, arguments: [target] };
      return action;
    }),
  ];
}

function rewritesFor({ positions }: AreaHere): AoiFix[] {
  const simpler = simplerSizes.filter(size => positions > size);
  return [
    { kind: 'round' },
    ...simpler.map(size => ({ kind: 'simplify', positions: size }) as const),
    { kind: 'swap-axes' },
  ];
}

function toAction(
  document: vscode.TextDocument,
  title: string,
  kind: vscode.CodeActionKind,
  edits: readonly TextEdit[],
): vscode.CodeAction {
  const action = new vscode.CodeAction(title, kind);
  action.edit = workspaceEditOf(document, edits);
  return action;
}
