import * as l10n from '@vscode/l10n';
import { basename } from 'node:path';
import type { Feature } from 'geojson';
import stringify from 'json-stringify-pretty-compact';
import * as vscode from 'vscode';
import { areaText } from '../../model/words/areaText.ts';
import type { ImportedArea } from '../../model/import/areasOf.ts';
import type { AreasRead } from '../../model/import/readAreas.ts';
import { geojsonWork } from '../../editor/geojsonWork.ts';
import { openDraft } from '../../editor/openDraft.ts';
import { UserError } from '../../editor/userError.ts';
import { isReportDocument } from '../../editor/reportFile.ts';
import { textColumn } from '../../editor/textColumn.ts';
import { showInformationMessage, showQuickPick } from '../../editor/window.ts';
import { editDocument } from './areaInHand.ts';
import type { AreaSource } from './areaSource.ts';

type Found = Extract<AreasRead, { kind: 'areas' }>;

/**
 * Puts areas where the user wants them: into `document` if that is a FeatureCollection, or into a new one. Several are
 * offered to choose from. Throws {@link UserError} when nothing was read.
 */
export async function takeAreas(
  source: AreaSource,
  document: vscode.TextDocument | undefined,
): Promise<void> {
  const { read, name } = source;
  if (read.kind === 'unreadable') throw new UserError(read.problem);
  const chosen = await chooseAreas(read.areas);
  if (!chosen || chosen.length === 0) return;
  const features = chosen.map(({ feature }) => feature);
  const target = await chooseTarget(document);
  if (!target) return;
  if (target === 'new') {
    const text = `${stringify({ type: 'FeatureCollection', features })}\n`;
    await openDraft({ name, ending: '.geojson', text });
  } else {
    await insertInto(target, features);
  }
  tell(read, chosen.length, name);
}

async function chooseAreas(areas: readonly ImportedArea[]): Promise<readonly ImportedArea[] | undefined> {
  if (areas.length === 1) return areas;
  const items = areas.map(area => ({
    label: area.label,
    description: areaText(area.areaKm2),
    picked: true,
    area,
  }));
  const chosen = await showQuickPick(items, {
    title: l10n.t('Which areas?'),
    canPickMany: true,
    ignoreFocusOut: true,
    matchOnDescription: true,
  });
  return chosen?.map(({ area }) => area);
}

type Target = vscode.TextDocument | 'new';

async function chooseTarget(document: vscode.TextDocument | undefined): Promise<Target | undefined> {
  // A delivered report is a record, not a draft.
  if (!document || isReportDocument(document)) return 'new';
  // Cheap before the parser is loaded.
  if (!document.getText().includes('"FeatureCollection"')) return 'new';
  if (!(await geojsonWork('canTakeFeatures', document.getText()))) return 'new';
  const items: (vscode.QuickPickItem & { target: Target })[] = [
    {
      label: l10n.t('Insert into {0}', basename(document.uri.path)),
      description: l10n.t('behind its other features'),
      iconPath: new vscode.ThemeIcon('insert'),
      target: document,
    },
    {
      label: l10n.t('New GeoJSON file'),
      description: l10n.t('not saved'),
      iconPath: new vscode.ThemeIcon('new-file'),
      target: 'new',
    },
  ];
  const title = l10n.t('Where to put the area?');
  return (await showQuickPick(items, { title, ignoreFocusOut: true }))?.target;
}

/** The rest of the document stays as it is, and the cursor goes to the first that is new. */
async function insertInto(document: vscode.TextDocument, features: readonly Feature[]): Promise<void> {
  let at = 0;
  await editDocument(document, async text => {
    const change = await geojsonWork('insertFeatures', text, features);
    if (!change) {
      throw new UserError(
        l10n.t(
          '{0} is no FeatureCollection any more: undo, or import into a new file.',
          basename(document.uri.path),
        ),
      );
    }
    at = change.offset + change.text.indexOf('{');
    return [change];
  });
  const added = document.positionAt(at);
  await vscode.window.showTextDocument(document, {
    viewColumn: textColumn(document.uri.toString()),
    selection: new vscode.Range(added, added),
    preview: false,
  });
}

/** How many of what was left out are named. */
const mostNamed = 3;

/** Says what the user does not see in the document: where it comes from, and what did not come along. */
function tell(read: Found, count: number, name: string): void {
  const { format, leftOut, transformedFrom } = read;
  const parts = [
    count === 1
      ? l10n.t('One area from {0} ({1}).', name, format)
      : l10n.t('{0} areas from {1} ({2}).', count, name, format),
  ];
  if (transformedFrom.length > 0) {
    parts.push(l10n.t('Transformed from {0} to WGS 84.', transformedFrom.join(', ')));
  }
  if (leftOut.length > 0) {
    const named = leftOut.slice(0, mostNamed).join('; ');
    const more = leftOut.length - mostNamed;
    parts.push(
      more > 0 ? l10n.t('Left out: {0}; and {1} more.', named, more) : l10n.t('Left out: {0}.', named),
    );
  }
  void showInformationMessage(parts.join(' '));
}
