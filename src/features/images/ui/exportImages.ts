import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { numberText } from '../../../base/words/displayLanguage.ts';
import { isoDay } from '../../../base/words/moment.ts';
import { exportFormats, isExportFormat } from '../../../geo/export/formats.ts';
import type { Image } from '../../../service/rules/imagery.ts';
import { isCap } from '../../../service/rules/searchQuery.ts';
import { showQuickPick, withProgress } from '../../../platform/dialogs/window.ts';
import { askFormat, exportFile, type OwnFormat } from '../../../platform/files/exportFile.ts';
import { suggestedPlace } from '../../../platform/files/saveFile.ts';
import { onChange } from '../../../platform/host/onChange.ts';
import { UserError } from '../../../platform/host/userError.ts';
import type { Catalog } from '../imageCatalog.ts';
import { listedImages, readListFilters } from '../listedImages.ts';
import { imageColumns, imageFeatures } from '../rules/exportImages.ts';
import { filterTexts } from '../rules/listFilters.ts';
import type { Shortlist } from '../shortlist.ts';
import { pinProperties } from '../shortlistText.ts';

type Pins = Pick<Shortlist, 'pins'>;

/**
 * Writes images of the current search or the shortlist to a file that the user names. Asks for what isn't given.
 *
 * @param argument `{ format, ids }`: one of `ExportFormat`; ids of the images, in the order wanted
 */
export async function exportImages(catalog: Catalog, shortlist: Pins, argument?: unknown): Promise<void> {
  const hasPins = shortlist.pins.peek().length > 0;
  if (catalog.current.peek().images.length === 0 && catalog.visible.peek().length === 0 && !hasPins) {
    throw new UserError(l10n.t('Search for images of an area first.'));
  }
  const options = argument as { format?: unknown; ids?: unknown } | null | undefined;
  const format = isExportFormat(options?.format)
    ? options.format
    : await askFormat({
        geojson: l10n.t('footprints with all properties from the service'),
        stac: l10n.t('items with time, sensor, cloud, angle and sun'),
        csv: l10n.t('a table with date, sensor, cloud, angle, center, area and coverage'),
        ids: '',
      } satisfies Record<OwnFormat, string>);
  if (!format) return;
  const images = Array.isArray(options?.ids)
    ? imagesById(catalog, options.ids)
    : await askImages(catalog, shortlist);
  if (!images) return;
  if (images.length === 0) throw new UserError(replacedText());
  const { aoi } = catalog.current.peek();
  const known = {
    pins: new Map(shortlist.pins.peek().map(({ image, note }) => [image.id, note])),
    clear: readListFilters(catalog).clear,
  };
  const name = `${aoi?.name ?? l10n.t('images')} ${isoDay(catalog.clock.now())}`;
  await exportFile({
    format,
    place: suggestedPlace(name, exportFormats[format].ending),
    features: imageFeatures(images, aoi?.polygon, known),
    columns: imageColumns(images, known),
    counted: count => (count === 1 ? l10n.t('1 image') : l10n.t('{0} images', numberText(count))),
  });
}

/** `undefined` if the user cancels the question or the loading of the remaining images. */
async function askImages(catalog: Catalog, shortlist: Pins): Promise<readonly Image[] | undefined> {
  const { images, hasMore, incomplete, only, total } = catalog.current.peek();
  const isPart = hasMore || incomplete !== undefined;
  const selected = catalog.selectedImages.peek();
  const visible = catalog.visible.peek();
  const listed = await listedImages(catalog);
  const pinned = shortlist.pins.peek().map(pin => ({ ...pin.image, properties: pinProperties(pin) }));
  const count = ({ length }: readonly unknown[]) =>
    length === 1 ? l10n.t('1 image') : l10n.t('{0} images', numberText(length));
  const items: (vscode.QuickPickItem & { images: readonly Image[] | 'all' })[] = [
    ...(selected.length > 0
      ? [{ label: l10n.t('Selected'), description: count(selected), images: selected }]
      : []),
    ...(pinned.length > 0
      ? [{ label: l10n.t('Shortlist'), description: count(pinned), images: pinned }]
      : []),
    ...(listed.length > 0 && listed.length < visible.length
      ? [
          {
            label: l10n.t('In the List'),
            description: [count(listed), ...filterTexts(readListFilters(catalog))].join(' · '),
            images: listed,
          },
        ]
      : []),
    // The images of the shortlist can be shown, too.
    ...(only && !only.images ? [{ label: only.label, description: count(visible), images: visible }] : []),
    ...(images.length > 0
      ? [{ label: isPart ? l10n.t('Loaded so Far') : l10n.t('All'), description: count(images), images }]
      : []),
    ...(isPart
      ? [
          {
            label: l10n.t('All'),
            description: total === undefined ? undefined : l10n.t('{0} images', totalText(total)),
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

function imagesById(catalog: Catalog, ids: readonly unknown[]): Image[] {
  const byId = new Map(catalog.visible.peek().map(image => [image.id, image]));
  return ids.flatMap(id => (typeof id === 'string' ? (byId.get(id) ?? []) : []));
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
      let reported = 0;
      const listening = cancel.onCancellationRequested(() => {
        ended.abort();
        if (isActive()) catalog.cancel();
      });
      const watching = onChange([catalog.current], () => {
        const { phase, images } = catalog.current.peek();
        if (!isActive() || phase.kind !== 'searching') return;
        const percent = Math.max(reported, (phase.covered ?? 0) * 100);
        const message = l10n.t('{0} loaded', numberText(images.length));
        progress.report({ increment: percent - reported, message });
        reported = percent;
      });
      try {
        await begun;
        if (isActive() && !ended.signal.aborted) await catalog.all();
      } finally {
        listening.dispose();
        watching.dispose();
      }
      if (isWithdrawn() && catalog.current.peek().phase.kind !== 'failed') return false;
      if (!isActive() && !isWithdrawn()) throw new UserError(replacedText());
      const { phase, hasMore, incomplete } = catalog.current.peek();
      if (phase.kind === 'failed') throw phase.error;
      if (incomplete !== undefined && !ended.signal.aborted) throw new UserError(incomplete);
      return !ended.signal.aborted && phase.kind === 'done' && !hasMore;
    },
  );
}
