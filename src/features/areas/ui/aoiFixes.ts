import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { CommandId } from '../../../base/commandId.ts';
import type { JsonPath } from '../../../base/problem.ts';
import type { AoiFixKind } from '../../../base/problemCodes.ts';
import { showInformationMessage, showQuickPick } from '../../../platform/dialogs/window.ts';
import { activeEditor, openEditable } from '../../../platform/documents/editableDocuments.ts';
import { jsonSelector } from '../../../platform/documents/jsonDocuments.ts';
import { documentRange, toWorkspaceEdit } from '../../../platform/documents/makeEdits.ts';
import { isReportDocument } from '../../../platform/documents/reportFile.ts';
import { isOrderDocument } from '../../../platform/documents/swathDocuments.ts';
import { runCommand } from '../../../platform/host/commands.ts';
import { UserError } from '../../../platform/host/userError.ts';
import type { Catalog } from '../../images/index.ts';
import { areaWork } from '../areaWork.ts';
import type { KeptDocuments } from '../keptAreas.ts';
import {
  type AoiFix,
  commandFixes,
  editFixes,
  isSafelyFixed,
  titleOfFix,
} from '../rules/edits/aoiFixChoice.ts';
import { areaPath } from '../rules/text/areaFaults.ts';
import type { AreaHere } from '../rules/text/areaHere.ts';
import type { PlacedProblem } from '../rules/text/geojsonDiagnostics.ts';
import type { AoiDiagnostics } from './aoiDiagnostics.ts';
import {
  type ActiveArea,
  activeArea,
  type AoiTarget,
  aoiUse,
  editDocument,
  isAoiTarget,
  mayHaveAreas,
  refuseReport,
} from './aoiDocument.ts';
import { noAreaText, nothingToFixText } from './words.ts';

/** Maximum number of problems in a selection whose fixes are offered. More don't fit in a menu. */
const maxProblems = 5;
/** Longer documents aren't searched for the polygon at the cursor. In characters. */
const longestSearched = 20_000_000;
/** Numbers of positions to simplify to: the first is a limit of services, the second is readable. */
const simplerSizes = [500, 100] as const;

const fixAllKind = vscode.CodeActionKind.SourceFixAll.append('swath');
const kinds = [vscode.CodeActionKind.QuickFix, fixAllKind, vscode.CodeActionKind.RefactorRewrite];

/** Fixes for problems of AOIs, and refactorings of polygons without problems. */
export function registerAoiFixes(
  diagnostics: Pick<AoiDiagnostics, 'documentProblems'>,
  kept: Pick<KeptDocuments, 'has'>,
  catalog: Pick<Catalog, 'current'>,
): vscode.Disposable {
  return vscode.languages.registerCodeActionsProvider(
    jsonSelector,
    {
      async provideCodeActions(document, range, { only, triggerKind }, cancel) {
        const isRecord = isReportDocument(document);
        const problems = isRecord ? [] : diagnostics.documentProblems(document);
        const wants = (kind: vscode.CodeActionKind) => !only || only.contains(kind);
        const isAsked = only !== undefined || triggerKind === vscode.CodeActionTriggerKind.Invoke;
        const { version } = document;
        const fixes = wants(vscode.CodeActionKind.QuickFix)
          ? await quickFixes(document, range, problems)
          : [];
        const actions = [
          ...fixes,
          // Only on request, because no menu lists them.
          ...(only && wants(fixAllKind) ? await fixAllActions(document, problems) : []),
          ...(wants(vscode.CodeActionKind.RefactorRewrite) && isAsked && mayHaveAreas(document, kept)
            ? // What fixes a problem here is offered once.
              (await rewrites(document, range, catalog)).filter(
                ({ title }) => !fixes.some(fix => fix.title === title),
              )
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
  const touched = problems.filter(problem => documentRange(document, problem.range).intersection(range));
  if (touched.length === 0) return [];
  const text = document.getText();
  const use = aoiUse(document);
  const problemDiagnostics = (problem: PlacedProblem) =>
    vscode.languages
      .getDiagnostics(document.uri)
      .filter(
        ({ code, range: at }) => code === problem.code && at.isEqual(documentRange(document, problem.range)),
      );
  const actions = touched.slice(0, maxProblems).flatMap(problem => [
    ...editFixes(problem, use).map(async (kind, index) => {
      const fix = { kind };
      if ((await areaWork.run('fixAt', text, problem.path, fix)).length === 0) return [];
      const action = fixAction(document, problem.path, fix, vscode.CodeActionKind.QuickFix);
      action.diagnostics = problemDiagnostics(problem);
      action.isPreferred = index === 0;
      return [action];
    }),
    ...commandFixes(problem).map(fix => {
      const title = fix.title();
      const target: AoiTarget = { uri: document.uri.toString(), path: areaPath(problem.path) };
      const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
      action.command = { title, command: fix.command, arguments: [target] };
      action.diagnostics = problemDiagnostics(problem);
      return Promise.resolve([action]);
    }),
  ]);
  return (await Promise.all(actions)).flat();
}

async function fixAllActions(
  document: vscode.TextDocument,
  problems: readonly PlacedProblem[],
): Promise<vscode.CodeAction[]> {
  if (!problems.some(isSafelyFixed)) return [];
  const edits = await areaWork.run('fixAll', document.getText(), aoiUse(document));
  if (edits.length === 0) return [];
  const title = l10n.t('Fix all areas: close rings, remove repeats and altitudes, rewind, update "bbox"');
  const action = new vscode.CodeAction(title, fixAllKind);
  // Only run in editors that aren't read-only, and when a document is saved.
  action.edit = toWorkspaceEdit(document, edits);
  return [action];
}

/** For the area around the cursor and the collection that contains it. */
async function rewrites(
  document: vscode.TextDocument,
  range: vscode.Range,
  catalog: Pick<Catalog, 'current'>,
): Promise<vscode.CodeAction[]> {
  const text = document.getText();
  if (text.length > longestSearched || !text.includes('Polygon"')) return [];
  const here = await areaWork.run('areaHere', text, document.offsetAt(range.start));
  const kind = vscode.CodeActionKind.RefactorRewrite;
  const { area } = here;
  const fixes =
    area?.type === 'Polygon' && !isReportDocument(document)
      ? await areaWork.run('fixesAt', text, area.path, rewritesFor(area))
      : [];
  return [
    ...fixes.map(({ fix }) => fixAction(document, area?.path ?? [], fix, kind)),
    ...areaQuestions({ document, ...here }, catalog).map(({ title, command, target }) => {
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

/** A command, because VS Code makes the edits of an action even in a document that is read-only. */
function fixAction(
  document: vscode.TextDocument,
  path: JsonPath,
  fix: AoiFix,
  kind: vscode.CodeActionKind,
): vscode.CodeAction {
  const title = titleOfFix(fix);
  const action = new vscode.CodeAction(title, kind);
  const target: AreaFixTarget = { uri: document.uri.toString(), path, fix };
  action.command = { title, command: 'swath.fixArea' satisfies CommandId, arguments: [target] };
  return action;
}

/** A fix for what is at a path: an area, or the place of a problem in one. */
interface AreaFixTarget extends AoiTarget {
  fix: AoiFix;
}

function isFixTarget(value: unknown): value is AreaFixTarget {
  const { fix } = (value ?? {}) as { fix?: { kind?: unknown } | null };
  return isAoiTarget(value) && typeof fix?.kind === 'string';
}

/** Applies the given fix. Otherwise asks which fix to apply, among those that would change the area at the cursor. */
export async function fixArea(catalog: Pick<Catalog, 'current'>, argument: unknown): Promise<void> {
  if (isFixTarget(argument)) {
    const document = await openEditable(vscode.Uri.parse(argument.uri));
    await applyFix(document, argument.path, argument.fix);
    return;
  }
  const active = await activeArea(argument);
  const choices = await choicesFor(active, catalog);
  if (choices.length === 0) {
    refuseReport(active.document);
    throw new UserError(active.area ? nothingToFixText() : noAreaText());
  }
  const title = l10n.t('Fix Area');
  await (await showQuickPick(choices, { title, matchOnDescription: true, ignoreFocusOut: true }))?.make();
}

/** Of the area at the cursor; or of the one on the map, if no text has the focus. */
export async function swapAxes(catalog: Pick<Catalog, 'current'>, argument: unknown): Promise<void> {
  const isHere = isAoiTarget(argument) || activeEditor() !== undefined;
  const { document, area } = await activeArea(isHere ? argument : catalog.current.peek().aoi);
  if (!area) throw new UserError(noAreaText());
  await applyFix(document, area.path, { kind: 'swap-axes' });
}

async function applyFix(document: vscode.TextDocument, path: JsonPath, fix: AoiFix): Promise<void> {
  const isChanged = await editDocument(document, text => areaWork.run('fixAt', text, path, fix));
  if (!isChanged) void showInformationMessage(nothingToFixText(fix.kind));
}

type Choice = vscode.QuickPickItem & { make: () => Promise<void> };

async function choicesFor(active: ActiveArea, catalog: Pick<Catalog, 'current'>): Promise<Choice[]> {
  const { document, area } = active;
  const questions = areaQuestions(active, catalog).map(({ title, description, command, target }) => ({
    label: title,
    description,
    make: () => runCommand(command, target),
  }));
  if (!area || isReportDocument(document)) return questions;
  const { path } = area;
  const candidates = fixesFor(area, isOrderDocument(document));
  const fixes = await areaWork.run('fixesAt', document.getText(), path, candidates);
  return [
    ...fixes.map(({ fix }) => ({ label: titleOfFix(fix), make: () => applyFix(document, path, fix) })),
    ...questions,
  ];
}

/** In the order in which they are offered. An order can contain only one polygon. */
function fixesFor({ type }: AreaHere, inOrder: boolean): AoiFix[] {
  const kinds: AoiFixKind[] = [
    ...(['close', 'remove-duplicates', 'uncross', 'rewind', 'drop-altitudes', 'drop-holes', 'cut'] as const),
    ...(type === 'Polygon' || inOrder ? [] : (['split'] as const)),
    ...(type === 'Polygon' ? [] : (['keep-largest'] as const)),
    ...(['grow', 'round', 'update-bbox', 'swap-axes'] as const),
  ];
  return kinds.map(kind => ({ kind }));
}

/** A command on areas of a document that asks before it changes anything. */
interface AreaQuestion {
  title: string;
  /** What the command would work on, if that is helpful; otherwise empty. */
  description: string;
  command: CommandId;
  /** The area; the path is empty for the whole document. */
  target: AoiTarget;
}

/** Number of positions of a box. Simpler rings aren't useful. */
const plainestRing = 5;

function areaQuestions(
  { document, area, inCollection }: ActiveArea,
  catalog: Pick<Catalog, 'current'>,
): AreaQuestion[] {
  const questions: AreaQuestion[] = [];
  const ask = (command: CommandId, path: JsonPath, title: string, description = '') =>
    questions.push({ command, target: { uri: document.uri.toString(), path }, title, description });
  // Reports can be copied from, but not changed.
  if (area?.type === 'Polygon' && !isReportDocument(document)) {
    const { path, positions, rings } = area;
    if (positions > plainestRing * rings) {
      const description = l10n.t('{0} positions', positions);
      ask('swath.simplifyArea', path, l10n.t('Simplify the Polygon…'), description);
    }
    if (catalog.current.peek().images.length > 0) ask('swath.clipArea', path, l10n.t('Clip to a Footprint…'));
  }
  // An order can contain only one polygon.
  if (isOrderDocument(document)) return questions;
  if (area?.type === 'MultiPolygon')
    ask('swath.splitAreaFiles', area.path, l10n.t('Split into Files of One Polygon Each…'));
  if (inCollection > 1) {
    const description = l10n.t('{0} areas', inCollection);
    ask('swath.splitAreaFiles', [], l10n.t('Split Areas into Files…'), description);
  }
  return questions;
}
