import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { AreaHere } from '../../model/geojson/areaHere.ts';
import type { SimplifyEffect } from '../../model/edits/aoiSimplify.ts';
import { geojsonWork } from '../../editor/geojsonWork.ts';
import { UserError } from '../../editor/userError.ts';
import { fixedText } from '../../model/words/displayLanguage.ts';
import { showInformationMessage, showInputBox } from '../../editor/window.ts';
import { editDocument, polygonInHand } from './areaInHand.ts';

/** Of larger polygons the effect is not shown while the number is typed. Characters. */
const longestPreviewed = 2_000_000;
/** Services take so many, or people read so many: the first that is fewer than there are is proposed. */
const usualSizes = [500, 100, 50, 20];

/** Keeps as many positions of a polygon as the user says, those that shape it most. */
export async function simplifyArea(given: unknown): Promise<void> {
  const { document, area } = await polygonInHand(given);
  const { path, positions, rings } = area;
  const fewest = 4 * rings;
  if (positions <= fewest) {
    throw new UserError(l10n.t("The polygon has {0} positions and can't be simpler.", positions));
  }
  const typed = await showInputBox({
    title: l10n.t('Simplify the Polygon'),
    prompt: l10n.t('It has {0} positions. Maximum number of positions?', positions),
    value: String(usualSizes.find(size => size < positions && size >= fewest) ?? fewest),
    ignoreFocusOut: true,
    validateInput: text => validate(text, area, geometryText(document.getText(), area)),
  });
  if (typed === undefined) return;
  const most = Number(typed);
  const isChanged = await editDocument(document, text =>
    geojsonWork('fixAt', text, path, { kind: 'simplify', positions: most }),
  );
  if (!isChanged) {
    void showInformationMessage(
      l10n.t("The polygon can't be simplified that far without errors, so it was not changed."),
    );
  }
}

/** `undefined` where the effect would take long to tell. */
function geometryText(text: string, { geometry }: AreaHere): string | undefined {
  if (geometry.length > longestPreviewed) return undefined;
  return text.slice(geometry.offset, geometry.offset + geometry.length);
}

async function validate(
  typed: string,
  { positions, rings }: AreaHere,
  text: string | undefined,
): Promise<string | vscode.InputBoxValidationMessage | undefined> {
  const most = /^\s*\d+\s*$/.test(typed) ? Number(typed) : NaN;
  const fewest = 4 * rings;
  if (!(most >= fewest && most < positions)) {
    return l10n.t('Enter a whole number from {0} to {1}.', fewest, positions - 1);
  }
  if (text === undefined) return undefined;
  const effect = await geojsonWork('simplifyEffect', text, most);
  if (!effect) return l10n.t('The outline would cross itself. Use more positions.');
  return { message: effectText(effect), severity: vscode.InputBoxValidationSeverity.Info };
}

function effectText({ positions, movedMetres, areaChange }: SimplifyEffect): string {
  const percent = Number((areaChange * 100).toPrecision(2));
  return l10n.t(
    '{0} positions. The outline moves by up to {1} m, and the area changes by {2} %.',
    positions,
    movedMetres < 10 ? fixedText(movedMetres, 1) : Math.round(movedMetres),
    percent > 0 ? `+${percent}` : percent,
  );
}
