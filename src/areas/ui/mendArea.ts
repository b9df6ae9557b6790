import * as l10n from '@vscode/l10n';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { titleOfFix, type AoiFix, type AoiFixKind } from '../../model/edits/aoiFixChoice.ts';
import type { AreaHere } from '../../model/geojson/areaHere.ts';
import type { JsonPath } from '../../model/problem.ts';
import { isAoiTarget, type AoiTarget } from './aoiDocument.ts';
import { areaQuestions } from './areaQuestions.ts';
import { runCommand } from '../../editor/commands.ts';
import { geojsonWork } from '../../editor/geojsonWork.ts';
import { isOrderDocument } from '../../editor/orderDocument.ts';
import { UserError } from '../../editor/userError.ts';
import { isReportDocument } from '../../editor/reportFile.ts';
import { showInformationMessage, showQuickPick } from '../../editor/window.ts';
import type { Catalog } from '../../images/catalog.ts';
import { areaInHand, editDocument, refuseReport, type AreaInHand } from './areaInHand.ts';

/** A mend of what stands at a path: an area, or the place of a problem in one. */
export interface AreaMendTarget extends AoiTarget {
  fix: AoiFix;
}

function isMendTarget(value: unknown): value is AreaMendTarget {
  const { fix } = (value ?? {}) as { fix?: { kind?: unknown } | null };
  return isAoiTarget(value) && typeof fix?.kind === 'string';
}

/** Applies the mend that it is given; otherwise asks which, of those that would change the area at the cursor. */
export async function mendArea(catalog: Pick<Catalog, 'current'>, given: unknown): Promise<void> {
  if (isMendTarget(given)) {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(given.uri));
    await applyMend(document, given.path, given.fix);
    return;
  }
  const hand = await areaInHand(given);
  const name = basename(hand.document.uri.path);
  const choices = await choicesFor(hand, catalog);
  if (choices.length === 0) {
    refuseReport(hand.document);
    throw new UserError(
      hand.area
        ? l10n.t('This area of {0} has nothing to fix.', name)
        : l10n.t('Place the cursor in a Polygon or MultiPolygon of {0} first.', name),
    );
  }
  const title = l10n.t('Fix Area');
  await (await showQuickPick(choices, { title, matchOnDescription: true, ignoreFocusOut: true }))?.make();
}

async function applyMend(document: vscode.TextDocument, path: JsonPath, fix: AoiFix): Promise<void> {
  const isChanged = await editDocument(document, text => geojsonWork('fixAt', text, path, fix));
  if (!isChanged) {
    void showInformationMessage(l10n.t('{0}: nothing to do.', titleOfFix(fix)));
  }
}

type Choice = vscode.QuickPickItem & { make: () => Promise<void> };

async function choicesFor(hand: AreaInHand, catalog: Pick<Catalog, 'current'>): Promise<Choice[]> {
  const { document, area } = hand;
  const inOrder = isOrderDocument(document);
  const canBeClipped = catalog.current.peek().images.length > 0;
  const isRecord = isReportDocument(document);
  const questions = areaQuestions(hand, { inOrder, canBeClipped, isRecord }).map(
    ({ title, description, command, path }) => {
      const target: AoiTarget = { uri: document.uri.toString(), path };
      return { label: title, description, make: () => runCommand(command, target) };
    },
  );
  if (!area || isRecord) return questions;
  const { path } = area;
  const mends = await geojsonWork('mendsAt', document.getText(), path, fixesFor(area, inOrder));
  return [
    ...mends.map(({ fix }) => ({ label: titleOfFix(fix), make: () => applyMend(document, path, fix) })),
    ...questions,
  ];
}

/** In the order in which they are offered; an order has room for one polygon. */
function fixesFor({ type }: AreaHere, inOrder: boolean): AoiFix[] {
  const kinds: AoiFixKind[] = [
    ...(['close', 'remove-duplicates', 'rewind', 'drop-altitudes', 'drop-holes', 'cut'] as const),
    ...(type === 'Polygon' || inOrder ? [] : (['split'] as const)),
    ...(type === 'Polygon' ? [] : (['keep-largest'] as const)),
    ...(['grow', 'round', 'update-bbox', 'swap-axes'] as const),
  ];
  return kinds.map(kind => ({ kind }));
}
