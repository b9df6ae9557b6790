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
import { isAoiTarget, resolveAoi } from '../platform/aoiDocument.ts';
import { runCommand } from '../platform/commands.ts';
import { freeDraftUri } from '../platform/draftUri.ts';
import { UserError } from '../platform/presentError.ts';
import { fileNamePart } from '../platform/reportFile.ts';
import { textColumn } from '../platform/textColumn.ts';
import { back, pickStep, textStep } from '../platform/steps.ts';
import type { AoiSource, Catalog } from '../state/catalog.ts';
import { signedInOf, type SessionOwner, type SignedIn } from '../state/session.ts';
import { chooseOrderImages, isInHand, whyNoReport } from './orderImages.ts';

/**
 * Drafts an order of an analytic report as a document that holds exactly the request body. It is not saved: whether an
 * order becomes a file of the workspace is the user's choice. Images that are chosen for the AOI in hand are taken; for
 * any other AOI the user is asked for them.
 *
 * @param given an {@link AoiTarget}, or nothing for the AOI in hand, else the one at the cursor
 */
export async function draftAnalyticOrder(
  session: SessionOwner,
  catalog: Catalog,
  given?: unknown,
): Promise<void> {
  const inHand = isAoiTarget(given) ? undefined : catalog.current.peek().aoi;
  const aoi = inHand ?? (await resolveAoi(given));
  if (!aoi) return;
  if (!signedInOf(session.current.peek())) await runCommand('swath.signIn');
  const under = signedInOf(session.current.peek());
  if (!under) return;
  if (isInHand(catalog.current.peek(), aoi) && catalog.selectedImages.peek().length > 0) {
    await draftOn(catalog.selectedImages.peek(), { aoi, under, hasBack: false });
    return;
  }
  for (;;) {
    const images = await chooseOrderImages(catalog, aoi);
    if (!images || (await draftOn(images, { aoi, under, hasBack: true })) !== back) return;
  }
}

interface DraftParts {
  aoi: AoiSource;
  under: SignedIn;
  /** Whether the images were asked for in the step before. */
  hasBack: boolean;
}

/** Asks for the rest and opens the draft. */
async function draftOn(
  images: readonly Image[],
  { aoi, under, hasBack }: DraftParts,
): Promise<typeof back | undefined> {
  const resolution = orderResolution(images);
  if (resolution === undefined) throw new UserError(whyNoReport(images) ?? '');
  const analytics = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: vscode.l10n.t('Reading the analytics') },
    async () => (await under.client()).analytics(),
  );
  for (;;) {
    const analytic = await pickAnalytic(analytics, images, hasBack);
    if (analytic === undefined || analytic === back) return analytic;
    const date = images[0]?.acquisitionDate?.slice(0, 10) ?? '';
    const title = await askTitle(`${aoi.name} ${analytic.name} ${date}`.trim());
    if (title === undefined) return undefined;
    if (title === back) continue;
    const body: AnalyticOrderBody = {
      kind: analyticOrderKind,
      title,
      analytic: analytic.code,
      resolution,
      imageIds: images.map(image => image.id),
      aoi: { type: 'Polygon', coordinates: aoi.polygon.coordinates },
    };
    await openDraft(aoi, title, body);
    warnOfAlbum(images);
    return undefined;
  }
}

type AnalyticChoice = vscode.QuickPickItem & { analytic?: Analytic; whyNot?: string | undefined };

async function pickAnalytic(
  analytics: readonly Analytic[],
  images: readonly Image[],
  hasBack: boolean,
): Promise<Analytic | typeof back | undefined> {
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
  const answer = await pickStep({
    title: vscode.l10n.t('Which analytic?'),
    placeholder: describeSelection(images),
    items,
    hasBack,
  });
  if (answer === undefined || answer === back) return answer;
  const [chosen] = answer;
  if (chosen?.whyNot !== undefined) {
    throw new UserError(vscode.l10n.t('{0}: {1}.', chosen.analytic?.name ?? '', chosen.whyNot));
  }
  return chosen?.analytic;
}

/** Without white space around it; asked for again as long as there is none. */
async function askTitle(value: string): Promise<string | typeof back | undefined> {
  const title = vscode.l10n.t('Title of the report');
  let prompt = vscode.l10n.t('The name or reference under which you find the report again.');
  for (;;) {
    const answer = await textStep({ title, prompt, value });
    if (typeof answer !== 'string') return answer;
    if (answer.trim() !== '') return answer.trim();
    prompt = vscode.l10n.t('A report needs a title.');
  }
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
  await vscode.window.showTextDocument(document, { viewColumn: textColumn(aoi.uri), preview: false });
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
