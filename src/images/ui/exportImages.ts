import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Polygon } from 'geojson';
import { exportPieces, isExportFormat, type ExportFormat } from '../../model/images/exportImages.ts';
import type { Image } from '../../model/images/imagery.ts';
import { isoDay } from '../../model/words/moment.ts';
import { isCap } from '../../model/images/searchQuery.ts';
import { openDraft } from '../../editor/openDraft.ts';
import { UserError } from '../../editor/userError.ts';
import { fileNamePart } from '../../editor/reportFile.ts';
import type { Catalog } from '../catalog.ts';
import { numberText } from '../../model/words/displayLanguage.ts';
import { showInformationMessage, showQuickPick, withProgress } from '../../editor/window.ts';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { onChange } from '../../editor/onChange.ts';

/** Larger exports are written to a file: a longer document opens slowly. Bytes. */
const largestDocument = 5_000_000;

/** The file extension decides the language, as set by the user's extensions. */
const endings = { geojson: '.geojson', stac: '.geojson', csv: '.csv', ids: '.txt' };

/**
 * Opens images of the current search as an unsaved document beside the map, or writes them to a file if there are many.
 * Asks for what isn't given.
 *
 * @param given `{ format, ids }`: one of {@link ExportFormat}; ids of the images, in the order wanted
 */
export async function exportImages(catalog: Catalog, given?: unknown): Promise<void> {
  if (catalog.current.peek().images.length === 0 && catalog.shown.peek().length === 0) {
    throw new UserError(l10n.t('Search for images of an area first.'));
  }
  const told = given as { format?: unknown; ids?: unknown } | null | undefined;
  const format = isExportFormat(told?.format) ? told.format : await askFormat();
  if (!format) return;
  const images = Array.isArray(told?.ids) ? imagesOf(catalog, told.ids) : await askImages(catalog);
  if (!images) return;
  if (images.length === 0) {
    throw new UserError(replacedText());
  }
  const { aoi } = catalog.current.peek();
  const pieces = await written(format, images, aoi?.polygon);
  const name = `${aoi?.name ?? l10n.t('images')} ${isoDay(Date.now())}`;
  const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (size > largestDocument) {
    await writeFile(pieces, `${fileNamePart(name)}${endings[format]}`, images.length);
    return;
  }
  const text = Buffer.concat(pieces).toString('utf8');
  await openDraft({ name, ending: endings[format], text, from: aoi?.uri });
}

async function askFormat(): Promise<ExportFormat | undefined> {
  const items: (vscode.QuickPickItem & { format: ExportFormat })[] = [
    {
      format: 'geojson',
      label: 'GeoJSON',
      description: l10n.t('footprints with all properties from the service'),
    },
    { format: 'stac', label: 'STAC', description: l10n.t('items with time, sensor, cloud, angle and sun') },
    {
      format: 'csv',
      label: 'CSV',
      description: l10n.t('a table with date, sensor, cloud, angle, center, area and coverage'),
    },
    { format: 'ids', label: l10n.t('IDs') },
  ];
  return (
    await showQuickPick(items, {
      title: l10n.t('Which format do you want to export?'),
      ignoreFocusOut: true,
    })
  )?.format;
}

/** `undefined` if the user cancels the question or the loading of the remaining images. */
async function askImages(catalog: Catalog): Promise<readonly Image[] | undefined> {
  const { images, hasMore, only, total } = catalog.current.peek();
  const [selected, shown] = [catalog.selectedImages.peek(), catalog.shown.peek()];
  const count = ({ length }: readonly unknown[]) =>
    length === 1 ? l10n.t('1 image') : l10n.t('{0} images', numberText(length));
  const items: (vscode.QuickPickItem & { images: readonly Image[] | 'all' })[] = [
    ...(selected.length > 0
      ? [{ label: l10n.t('Selected'), description: count(selected), images: selected }]
      : []),
    ...(only ? [{ label: only.label, description: count(shown), images: shown }] : []),
    {
      label: hasMore ? l10n.t('Loaded so Far') : l10n.t('All'),
      description: count(images),
      images,
    },
    ...(hasMore
      ? [
          {
            label: l10n.t('All'),
            ...(total === undefined ? {} : { description: l10n.t('{0} images', totalText(total)) }),
            images: 'all' as const,
          },
        ]
      : []),
  ];
  const title = l10n.t('Which images do you want to export?');
  const chosen = await showQuickPick(items, { title, ignoreFocusOut: true });
  if (chosen?.images !== 'all') return chosen?.images;
  const isWhole = await searchToEnd(catalog, l10n.t('Loading all images'));
  return isWhole ? catalog.current.peek().images : undefined;
}

/** At the cap, the total isn't a count. */
function totalText(total: number): string {
  return `${numberText(total)}${isCap(total) ? '+' : ''}`;
}

function imagesOf(catalog: Catalog, ids: readonly unknown[]): Image[] {
  const byId = new Map(catalog.shown.peek().map(image => [image.id, image]));
  return ids.flatMap(id => (typeof id === 'string' ? (byId.get(id) ?? []) : []));
}

/** UTF-8. */
async function written(
  format: ExportFormat,
  images: readonly Image[],
  area: Polygon | undefined,
): Promise<Buffer[]> {
  const title = l10n.t('Exporting images');
  return withProgress({ location: vscode.ProgressLocation.Window, title }, async () => {
    const pieces: Buffer[] = [];
    for (const piece of exportPieces(format, images, area)) {
      pieces.push(Buffer.from(piece));
      await nextTurn();
    }
    return pieces;
  });
}

async function writeFile(pieces: readonly Buffer[], name: string, count: number): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const uri = await vscode.window.showSaveDialog({
    ...(folder ? { defaultUri: vscode.Uri.joinPath(folder, name) } : {}),
  });
  if (!uri) return;
  await vscode.workspace.fs.writeFile(uri, Buffer.concat(pieces));
  void showInformationMessage(l10n.t('Wrote {0} images to {1}.', numberText(count), uri.fsPath));
}

function replacedText(): string {
  return l10n.t('Another search replaced this one. Run it again.');
}

/**
 * Loads all matches of the current search, or of the one that `begin` starts, with progress that the user can cancel.
 *
 * @param begin its first step starts the search
 * @returns whether all are loaded; `false` if the user cancels, which keeps what has arrived. Throws the error of a
 *   failed search, and {@link UserError} if another search replaced it
 */
export async function searchToEnd(
  catalog: Catalog,
  title: string,
  begin?: () => Promise<void>,
): Promise<boolean> {
  return withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    async (progress, cancel) => {
      const begun = begin?.();
      const { searchId } = catalog.current.peek();
      const isActive = () => catalog.current.peek().searchId === searchId;
      // The results from before it are back.
      const isWithdrawn = () => catalog.current.peek().searchId < searchId;
      const ended = new AbortController();
      let shown = 0;
      const listening = cancel.onCancellationRequested(() => {
        ended.abort();
        if (isActive()) catalog.cancel();
      });
      const watching = onChange([catalog.current], () => {
        const { phase, images } = catalog.current.peek();
        if (!isActive() || phase.kind !== 'searching') return;
        const percent = Math.max(shown, (phase.covered ?? 0) * 100);
        const message = l10n.t('{0} images', numberText(images.length));
        progress.report({ increment: percent - shown, message });
        shown = percent;
      });
      try {
        await begun;
        if (isActive() && !ended.signal.aborted) await catalog.all();
      } finally {
        listening.dispose();
        watching.dispose();
      }
      if (isWithdrawn()) return false;
      if (!isActive()) {
        throw new UserError(replacedText());
      }
      const { phase, hasMore } = catalog.current.peek();
      if (phase.kind === 'failed') throw phase.error;
      return !ended.signal.aborted && phase.kind === 'done' && !hasMore;
    },
  );
}
