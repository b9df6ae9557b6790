import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { shareText } from '../../../../base/words/areaText.ts';
import { numberText } from '../../../../base/words/displayLanguage.ts';
import { parseMoment } from '../../../../base/words/moment.ts';
import { maxAnalyticImages, orderResolution } from '../../../../service/rules/analyticOrder.ts';
import { type Image, isStereo } from '../../../../service/rules/imagery.ts';
import { isDeliveredItem } from '../../../../service/rules/links.ts';
import { isCap } from '../../../../service/rules/searchQuery.ts';
import { back } from '../../../../platform/dialogs/steps.ts';
import {
  createQuickPick,
  showInformationMessage,
  showWarningMessage,
} from '../../../../platform/dialogs/window.ts';
import { runCommand } from '../../../../platform/host/commands.ts';
import { onChange } from '../../../../platform/host/onChange.ts';
import { describeError } from '../../../../platform/host/presentError.ts';
import { UserError } from '../../../../platform/host/userError.ts';
import { type AppliedFilters, filterTexts, isHidden } from '../../../images/rules/index.ts';
import { type AoiSource, type Catalog, type CatalogState, readListFilters } from '../../../images/index.ts';
import { areaWork } from '../../../areas/index.ts';
import { imageTexts, levelText, riskText, stereoText } from '../../rules/imageText.ts';
import { inCountedNotification } from '../progress.ts';
import { imagesText } from '../words/contents.ts';

export interface ImageUse {
  /** Why these images can't be used, or `undefined`. */
  whyNot(images: readonly Image[]): string | undefined;
  /** Why this image can't be used, whatever the others are. */
  whyNever(image: Image): string | undefined;
  /** For example `Select one or two images.` */
  howMany(): string;
  /** It takes exactly one image. */
  isSingle?: boolean;
  /** Ids of images that an earlier order has. */
  before?: readonly string[];
}

/**
 * Lets the user choose images of an AOI, which becomes the active one and is searched with the current filters if
 * needed. Images that the filters of the list hide on the map are hidden here too. `undefined` when the user cancels or continues on the map, or if there are no images. Throws if the search
 * fails.
 *
 * @param hasBack whether there is a previous step
 * @param propose ids of images to select initially, of those that are offered
 */
export async function chooseOrderImages(
  catalog: Catalog,
  aoi: AoiSource,
  use: ImageUse,
  hasBack: boolean,
  propose?: (offered: readonly Image[], clearById: ClearById) => readonly string[],
): Promise<readonly Image[] | typeof back | undefined> {
  if (!(await searchFor(catalog, aoi))) return undefined;
  const { images } = catalog.current.peek();
  const filters = readListFilters(catalog);
  const { offered } = offer(images, use, filters, () => undefined);
  const clearById = ({ id, cloudCover }: Image) => {
    const estimate = filters.clear.get(id);
    if (typeof estimate === 'object') return estimate.share;
    return cloudCover === undefined ? undefined : 1 - cloudCover / 100;
  };
  const chosen = propose?.(offered, clearById) ?? catalog.current.peek().selected;
  if (offered.length > 0) return pickImages(catalog, aoi, use, hasBack, chosen);
  const open = l10n.t('Open Map');
  const message = l10n.t(
    'No image of {0} matches the filters. Change the filters on the map and search again.',
    aoi.name,
  );
  if ((await showInformationMessage(message, open)) === open)
    await runCommand('swath.openMap', { show: 'aoi' });
  return undefined;
}

/** The share without cloud of what an image shows of the area, or else of all of it, 0 to 1. */
export type ClearById = (image: Image) => number | undefined;

/** What is listed, and how many are not, with the reasons. */
interface Offer {
  offered: readonly Image[];
  left: readonly string[];
}

function offer(
  images: readonly Image[],
  use: ImageUse,
  filters: AppliedFilters,
  shareById: (id: string) => number | undefined,
): Offer {
  const orderable = images.filter(image => !isDeliveredItem(image));
  const usable = orderable.filter(image => use.whyNever(image) === undefined);
  // Where none can be used, the answer says what to do instead.
  const listed = usable.length > 0 ? usable : orderable;
  const offered = listed.filter(image => !isHidden(image, filters, shareById(image.id)));
  const hidden = listed.length - offered.length;
  const unusable = orderable.filter(image => !listed.includes(image));
  // These decide, and a placeholder has no room for the reason in a sentence.
  const sensors = unusable.map(({ constellation }) => constellation ?? '?');
  return {
    offered,
    left: [
      ...(hidden === 0 ? [] : [l10n.t('hidden: {0} ({1})', hidden, filterTexts(filters).join(', '))]),
      ...(unusable.length === 0
        ? []
        : [l10n.t('not usable: {0} ({1})', unusable.length, [...new Set(sensors)].join(', '))]),
    ],
  };
}

export function isActiveArea({ aoi }: CatalogState, { uri, polygon }: AoiSource): boolean {
  return aoi?.uri === uri && JSON.stringify(aoi.polygon) === JSON.stringify(polygon);
}

/** Why no analytic can run on these images, or `undefined`. */
export function whyNoReport(images: readonly Image[]): string | undefined {
  const foreign = images.find(image => orderResolution([image]) === undefined);
  return (
    foreign &&
    l10n.t(
      'Analytic reports run on PHR (0.5 m) and SPOT (1.5 m) images, not on {0}.',
      foreign.constellation ?? '?',
    )
  );
}

export const reportUse: ImageUse = {
  whyNot: images => (images.length > maxAnalyticImages ? reportUse.howMany() : whyNoReport(images)),
  whyNever: image => whyNoReport([image]),
  howMany: () => l10n.t('Select one or two images.'),
};

/** With more images than this, their coverage of the AOI isn't computed. */
const maxMeasured = 500;

/** @returns `false` when the user cancels */
async function searchFor(catalog: Catalog, aoi: AoiSource): Promise<boolean> {
  const before = catalog.current.peek();
  if (before.phase.kind === 'done' && !before.aoiChanged && isActiveArea(before, aoi)) return true;
  const searchId = await inCountedNotification(
    l10n.t('Searching images of {0}', aoi.name),
    async (_report, cancel) => {
      const search = catalog.search({ aoi });
      const { searchId } = catalog.current.peek();
      cancel.addEventListener('abort', () => {
        if (catalog.current.peek().searchId === searchId) catalog.cancel();
      });
      await search;
      return searchId;
    },
  );
  const after = catalog.current.peek();
  if (after.searchId !== searchId) {
    throw new UserError(l10n.t('Another search replaced this one. Run it again.'));
  }
  if (after.phase.kind === 'failed') throw after.phase.error;
  return after.phase.kind === 'done';
}

/** Milliseconds on an item before the map shows it, so that a held arrow key requests no pictures. */
const previewDelay = 150;

interface ImageItem extends vscode.QuickPickItem {
  image: Image;
}

/**
 * A list that grows while it is open and closes when another search begins. The map shows the image with the focus, and
 * selects what is chosen in the end.
 *
 * @param chosen ids of the images that are chosen at first
 */
function pickImages(
  catalog: Catalog,
  aoi: AoiSource,
  use: ImageUse,
  hasBack: boolean,
  chosen: readonly string[],
): Promise<readonly Image[] | typeof back | undefined> {
  const { searchId } = catalog.current.peek();
  const more = { iconPath: new vscode.ThemeIcon('fold-down'), tooltip: l10n.t('Load more') };
  const onMap = { iconPath: new vscode.ThemeIcon('map'), tooltip: l10n.t('Open Map') };
  const pick = createQuickPick<ImageItem>();
  pick.title = l10n.t('Images of {0}', aoi.name);
  pick.canSelectMany = !use.isSingle;
  pick.matchOnDescription = true;
  pick.ignoreFocusOut = true;
  pick.keepScrollPosition = true;

  const shares = new Map<string, number | undefined>();
  let isOver = false;
  let previewing: NodeJS.Timeout | undefined;

  const chosenIds = () =>
    (pick.canSelectMany ? pick.selectedItems : pick.activeItems).map(({ image }) => image.id);

  function show(chosen: readonly string[]) {
    const state = catalog.current.peek();
    const shareById = (id: string) => shares.get(id);
    const { offered: images, left } = offer(state.images, use, readListFilters(catalog), shareById);
    const items = imageItems(images, shareById, use.before);
    pick.items = items;
    const kept = items.filter(({ image }) => chosen.includes(image.id));
    if (pick.canSelectMany) pick.selectedItems = kept;
    else if (kept.length > 0) pick.activeItems = kept;
    pick.placeholder =
      state.phase.kind === 'failed'
        ? describeError(state.phase.error)
        : [use.howMany(), loadedText({ ...state, images }), ...left].join(' · ');
    pick.busy = state.phase.kind === 'searching';
    pick.buttons = [
      ...(hasBack ? [vscode.QuickInputButtons.Back] : []),
      ...(state.hasMore ? [more] : []),
      onMap,
    ];
  }

  async function measure() {
    const { images } = catalog.current.peek();
    const unmeasured = images.filter(({ id }) => !shares.has(id)).slice(0, maxMeasured - shares.size);
    if (unmeasured.length === 0) return;
    for (const { id } of unmeasured) shares.set(id, undefined);
    const footprints = unmeasured.map(({ footprint }) => footprint);
    const found = await areaWork.run('footprintShares', JSON.stringify(aoi.polygon), [], footprints);
    unmeasured.forEach(({ id }, index) => shares.set(id, found[index]));
    if (!isOver) show(chosenIds());
  }

  return new Promise(resolve => {
    const end = (images?: readonly Image[] | typeof back) => {
      isOver = true;
      clearTimeout(previewing);
      catalog.previewed.value = undefined;
      // Only the first call counts, because every other end also triggers the hide event.
      resolve(images);
      watching.dispose();
      pick.dispose();
    };
    const watching = onChange([catalog.current, catalog.estimates], () => {
      if (catalog.current.peek().searchId !== searchId) {
        end();
        return;
      }
      show(chosenIds());
      // The list also works without the coverage.
      measure().catch(() => undefined);
    });
    pick.onDidChangeActive(([item]) => {
      clearTimeout(previewing);
      previewing = setTimeout(() => (catalog.previewed.value = item?.image.id), previewDelay);
    });
    pick.onDidAccept(() => {
      // The earlier image comes first, as change analytics expect.
      const images = pick.items.filter(item => pick.selectedItems.includes(item)).map(({ image }) => image);
      images.reverse();
      const whyNot = images.length === 0 ? use.howMany() : use.whyNot(images);
      if (whyNot !== undefined) {
        void showWarningMessage(whyNot);
        return;
      }
      watching.dispose();
      catalog.select(images.map(({ id }) => id));
      end(images);
    });
    pick.onDidTriggerButton(button => {
      if (button === more) {
        void catalog.more();
        return;
      }
      end(button === vscode.QuickInputButtons.Back ? back : undefined);
      if (button === onMap) void runCommand('swath.openMap', { show: 'aoi' });
    });
    pick.onDidHide(() => end());
    show(chosen);
    pick.show();
  });
}

/**
 * List items for images, newest first, and last those that may never be delivered. What decides comes first, since VS Code
 * cuts off what doesn't fit: that, or which level of one acquisition it is, and the coverage.
 *
 * @param shareById the share of the AOI that an image covers, 0 to 1
 * @param before ids of images that an earlier order has
 */
export function imageItems(
  images: readonly Image[],
  shareById: (id: string) => number | undefined,
  before: readonly string[] = [],
): ImageItem[] {
  // Images without a date come last.
  const acquiredMs = ({ acquisitionDate }: Image) => parseMoment(acquisitionDate)?.time ?? -Infinity;
  const newestFirst = images.toSorted(
    (a, b) =>
      Number(riskText(a) !== undefined) - Number(riskText(b) !== undefined) ||
      Math.sign(acquiredMs(b) - acquiredMs(a)) ||
      0,
  );
  // Levels of one acquisition have the same time: what differs must not be cut off.
  const levels = Map.groupBy(images, ({ acquisitionDate }) => acquisitionDate);
  return newestFirst.map(image => {
    const [label = '', ...facts] = imageTexts(image);
    const share = shareById(image.id);
    const covered = share === undefined ? [] : [l10n.t('covers {0}', shareText(share))];
    const level = image.processingLevel === undefined ? undefined : levelText(image.processingLevel);
    const isOneOfSeveral = (levels.get(image.acquisitionDate)?.length ?? 0) > 1;
    const isFirst = level !== undefined && (isOneOfSeveral || level !== image.processingLevel);
    const stereo = isStereo(image) ? [stereoText()] : [];
    const ordered = before.includes(image.id) ? [l10n.t('as ordered before')] : [];
    const texts = isFirst
      ? [level, ...ordered, ...covered, ...facts.filter(fact => fact !== level)]
      : [...ordered, ...covered, ...facts];
    const description = [...stereo, ...texts.filter(text => !stereo.includes(text))].join(' · ');
    return { label, description, image };
  });
}

function loadedText({ images, total = images.length, hasMore }: CatalogState): string {
  if (!hasMore) return imagesText(images.length);
  const of = `${numberText(total)}${total === images.length || isCap(total) ? '+' : ''}`;
  return l10n.t('{0} of {1}', numberText(images.length), of);
}

/** `2 images`; of those that may never be delivered: `2 images · 1 × ALBUM: may never be delivered`. */
export function chosenText(images: readonly Image[]): string {
  const risks = images.flatMap(image => riskText(image) ?? []);
  const [risk] = risks;
  if (images.length === 1 && risk !== undefined) return risk;
  const counted = [stereoText(), levelText('ALBUM')].flatMap(text => {
    const count = risks.filter(each => each === text).length;
    return count === 0 ? [] : [`${count} × ${text}`];
  });
  return [imagesText(images.length), ...counted].join(' · ');
}
