import { basename, dirname } from 'node:path';
import stringify from 'json-stringify-pretty-compact';
import * as vscode from 'vscode';
import {
  analyticOrderKind,
  orderResolution,
  whyNotRunnable,
  type Analytic,
  type AnalyticOrderBody,
} from '../model/analyticOrder.ts';
import type { Image } from '../model/imagery.ts';
import { runCommand } from '../platform/commands.ts';
import { freeDraftUri } from '../platform/draftUri.ts';
import { UserError } from '../platform/presentError.ts';
import { fileNamePart } from '../platform/reportFile.ts';
import type { AoiSource, Catalog } from '../state/catalog.ts';
import { signedInOf, type SessionOwner } from '../state/session.ts';

/**
 * Drafts an order of an analytic report on the chosen images as a document that holds exactly the request body. It is
 * not saved: whether an order becomes a file of the workspace is the user's choice.
 */
export async function draftAnalyticOrder(session: SessionOwner, catalog: Catalog): Promise<void> {
  const { aoi } = catalog.current.peek();
  const images = catalog.selectedImages.peek();
  if (!aoi || images.length === 0) {
    await runCommand('swath.openMap');
    throw new UserError(
      aoi
        ? vscode.l10n.t('Choose one or two images on the map first, then draft the order.')
        : vscode.l10n.t(
            'Search images from a GeoJSON file and choose one on the map first, then draft the order.',
          ),
    );
  }
  const resolution = orderResolution(images);
  if (resolution === undefined) {
    throw new UserError(
      vscode.l10n.t(
        'Analytic reports run on PHR (0.5 m) and SPOT (1.5 m) images; {0} is not one of them.',
        images[0]?.constellation ?? '?',
      ),
    );
  }
  const under = signedInOf(session.current.peek());
  if (!under) throw new UserError(vscode.l10n.t('Sign in first: the analytics come from the service.'));
  const analytics = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: vscode.l10n.t('Reading the analytics') },
    async () => (await under.client()).analytics(),
  );
  const analytic = await pickAnalytic(analytics, images);
  if (!analytic) return;
  const title = await vscode.window.showInputBox({
    title: vscode.l10n.t('Title of the report'),
    ignoreFocusOut: true,
    prompt: vscode.l10n.t('The name or reference under which you find the report again.'),
    value: `${aoi.name} ${analytic.name} ${images[0]?.acquisitionDate?.slice(0, 10) ?? ''}`.trim(),
    validateInput: text => (text.trim() === '' ? vscode.l10n.t('A report needs a title.') : undefined),
  });
  if (title === undefined) return;
  const body: AnalyticOrderBody = {
    kind: analyticOrderKind,
    title: title.trim(),
    analytic: analytic.code,
    resolution,
    imageIds: images.map(image => image.id),
    aoi: { type: 'Polygon', coordinates: aoi.polygon.coordinates },
  };
  await openDraft(aoi, title, body);
  warnOfAlbum(images);
}

type AnalyticChoice = vscode.QuickPickItem & { analytic?: Analytic; whyNot?: string | undefined };

async function pickAnalytic(
  analytics: readonly Analytic[],
  images: readonly Image[],
): Promise<Analytic | undefined> {
  const judged = analytics.map(analytic => ({ analytic, whyNot: whyNotRunnable(analytic, images) }));
  const items: AnalyticChoice[] = [
    ...judged.filter(one => one.whyNot === undefined),
    { separator: vscode.l10n.t('not for this selection') },
    ...judged.filter(one => one.whyNot !== undefined),
  ].map(one =>
    'separator' in one
      ? { label: one.separator, kind: vscode.QuickPickItemKind.Separator }
      : {
          label: one.analytic.name,
          iconPath: new vscode.ThemeIcon(one.whyNot === undefined ? 'graph' : 'circle-slash'),
          description: one.whyNot ?? one.analytic.code,
          ...(one.analytic.description === undefined ? {} : { detail: one.analytic.description }),
          ...one,
        },
  );
  const chosen = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Which analytic?'),
    // Asked from the map, whose page can take the focus back.
    ignoreFocusOut: true,
    placeHolder: describeSelection(images),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (chosen?.whyNot !== undefined) {
    throw new UserError(vscode.l10n.t('{0}: {1}.', chosen.analytic?.name ?? '', chosen.whyNot));
  }
  return chosen?.analytic;
}

function describeSelection(images: readonly Image[]): string {
  const text =
    images.length === 1
      ? vscode.l10n.t('Runs on the chosen image')
      : vscode.l10n.t('Runs on the {0} chosen images', images.length);
  return images.some(image => image.processingLevel === 'ALBUM')
    ? vscode.l10n.t('{0} · ALBUM: not fully supported, production may fail', text)
    : text;
}

/** Opens the draft as an unsaved document with a name beside the AOI's file, in the column of the AOI's text. */
async function openDraft(aoi: AoiSource, title: string, body: AnalyticOrderBody): Promise<void> {
  const source = vscode.Uri.parse(aoi.uri);
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.path;
  const beside = source.scheme === 'untitled' ? folder : dirname(source.path);
  const uri = await freeDraftUri(beside ?? '', fileNamePart(title), '.order.json');
  const document = await vscode.workspace.openTextDocument(uri);
  const edit = new vscode.WorkspaceEdit();
  const everything = new vscode.Range(0, 0, document.lineCount, 0);
  edit.replace(document.uri, everything, `${stringify(body)}\n`);
  if (!(await vscode.workspace.applyEdit(edit))) {
    throw new UserError(vscode.l10n.t('The draft {0} could not be written.', basename(uri.path)));
  }
  await vscode.languages.setTextDocumentLanguage(document, 'json');
  await vscode.window.showTextDocument(document, { viewColumn: columnOf(aoi.uri), preview: false });
}

function columnOf(uri: string): vscode.ViewColumn {
  const editor = vscode.window.visibleTextEditors.find(one => one.document.uri.toString() === uri);
  return editor?.viewColumn ?? vscode.ViewColumn.One;
}

/** Only SENSOR images are fully supported by analytics (specification: Analytic order body, imageIds). */
function warnOfAlbum(images: readonly Image[]): void {
  const album = images.filter(image => image.processingLevel === 'ALBUM');
  if (album.length === 0) return;
  void vscode.window.showWarningMessage(
    vscode.l10n.t(
      'Reports on ALBUM images are not fully supported by the service: choose a SENSOR image if you can.',
    ),
  );
}
