import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { fixesOf, isSafelyFixed, titleOfFix, type AoiFix } from '../../model/edits/aoiFixChoice.ts';
import type { AreaHere } from '../../model/geojson/areaHere.ts';
import type { TextEdit } from '../../model/edits/geojsonEdit.ts';
import type { PlacedProblem } from '../../model/geojson/geojsonDiagnostics.ts';
import type { Image } from '../../model/images/imagery.ts';
import type { AoiTarget } from './aoiDocument.ts';
import { jsonSelector } from '../../editor/jsonDocuments.ts';
import { areaQuestions, type AreaQuestion } from './areaQuestions.ts';
import { geojsonWork } from '../../editor/geojsonWork.ts';
import { rangeOf, workspaceEditOf } from '../../editor/makeEdits.ts';
import { isOrderDocument } from '../../editor/orderDocument.ts';
import { isReportDocument } from '../../editor/reportFile.ts';
import type { Catalog } from '../../images/catalog.ts';
import type { CatalogState } from '../../images/catalogState.ts';
import { useOf, type AoiDiagnostics } from './aoiDiagnostics.ts';

type Footprint = Image['footprint'];

/** Problems under one selection whose mends are offered: more do not fit a menu. */
const mostProblems = 5;
/** Longer documents are not searched for the polygon at the cursor. Characters. */
const longestSearched = 20_000_000;
/** Footprints that are compared with the area. */
const mostFootprints = 200;
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
            ? await rewrites(document, range, footprintsInHand(catalog.current.peek()))
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
    'Mend all areas: close rings, remove repeated positions and altitudes, rewind, update "bbox"',
  );
  return [toAction(document, title, fixAllKind, edits)];
}

/** For the area around the cursor, and for the collection that it is in. */
async function rewrites(
  document: vscode.TextDocument,
  range: vscode.Range,
  footprints: readonly Footprint[],
): Promise<vscode.CodeAction[]> {
  const text = document.getText();
  if (text.length > longestSearched || !text.includes('Polygon"')) return [];
  const here = await geojsonWork('areaHere', text, document.offsetAt(range.start));
  const polygon = here.area?.type === 'Polygon' ? here.area : undefined;
  const isRecord = isReportDocument(document);
  const [mends, canBeClipped] = await Promise.all([
    polygon && !isRecord ? geojsonWork('mendsAt', text, polygon.path, rewritesFor(polygon)) : [],
    polygon && !isRecord && footprints.length > 0
      ? geojsonWork('footprintsOverlap', text, polygon.path, footprints)
      : false,
  ]);
  return [
    ...mends.map(({ fix, edits }) =>
      toAction(document, titleOfFix(fix), vscode.CodeActionKind.RefactorRewrite, edits),
    ),
    ...areaQuestions(here, { inOrder: isOrderDocument(document), canBeClipped, isRecord }).map(question =>
      questionAction(document, question),
    ),
  ];
}

function rewritesFor({ positions }: AreaHere): AoiFix[] {
  return [
    { kind: 'round' },
    ...simplerSizes
      .filter(size => positions > size)
      .map((size): AoiFix => ({ kind: 'simplify', positions: size })),
    { kind: 'swap-axes' },
  ];
}

/** The images that were chosen come first; not all of thousands are looked at. */
function footprintsInHand({ images, selected }: CatalogState): Footprint[] {
  const chosen = new Set(selected);
  return images
    .toSorted((a, b) => Number(chosen.has(b.id)) - Number(chosen.has(a.id)))
    .slice(0, mostFootprints)
    .map(({ footprint }) => footprint);
}

function questionAction(
  document: vscode.TextDocument,
  { title, command, path }: AreaQuestion,
): vscode.CodeAction {
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.RefactorRewrite);
  const target: AoiTarget = { uri: document.uri.toString(), path };
  action.command = { title, command, arguments: [target] };
  return action;
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
