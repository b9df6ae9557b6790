import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { orderResolution } from '../../model/order/analyticOrder.ts';
import { imageFacts } from '../../model/order/imageText.ts';
import type { Image } from '../../model/images/imagery.ts';
import { momentOf } from '../../model/words/moment.ts';
import { isCap } from '../../model/images/searchQuery.ts';
import { runCommand } from '../../editor/commands.ts';
import { geojsonWork } from '../../editor/geojsonWork.ts';
import { onChange } from '../../editor/onChange.ts';
import { describeError } from '../../editor/presentError.ts';
import { UserError } from '../../editor/userError.ts';
import { back } from '../../editor/steps.ts';
import type { Catalog, AoiSource, CatalogState } from '../../images/catalog.ts';
import { numberText } from '../../model/words/displayLanguage.ts';
import {
  createQuickPick,
  showInformationMessage,
  showWarningMessage,
  withProgress,
} from '../../editor/window.ts';
import { shareText } from '../../model/words/areaText.ts';

/** What images are chosen for. */
export interface ImageUse {
  /** Why nothing can be made of these, or `undefined`. */
  whyNot(images: readonly Image[]): string | undefined;
  /** Such as `choose one or two`. */
  howMany(): string;
}

export interface ImageQuestion {
  /** Whether there is a step before. */
  hasBack: boolean;
  /** Ids that are proposed, as far as they are found. */
  proposed?: readonly string[];
}

/**
 * Has the user choose images of an AOI, which becomes the one in hand and is searched under the filters in force where
 * it is not yet. `undefined` when the user left, went over to the map, or there are none. Throws what the search failed
 * with.
 */
export async function chooseOrderImages(
  catalog: Catalog,
  aoi: AoiSource,
  use: ImageUse,
  question: ImageQuestion = { hasBack: false },
): Promise<readonly Image[] | typeof back | undefined> {
  if (!(await searchFor(catalog, aoi))) return undefined;
  if (question.proposed) catalog.select(question.proposed);
  if (catalog.current.peek().images.length > 0) return pickImages(catalog, aoi, use, question.hasBack);
  await tellNothingFound(aoi);
  return undefined;
}

export function isInHand({ aoi }: CatalogState, { uri, polygon }: AoiSource): boolean {
  return aoi?.uri === uri && JSON.stringify(aoi.polygon) === JSON.stringify(polygon);
}

/** Why no analytic at all runs on these images, or `undefined`. */
export function whyNoReport(images: readonly Image[]): string | undefined {
  if (orderResolution(images) !== undefined) return undefined;
  const foreign = images.find(image => orderResolution([image]) === undefined);
  return foreign
    ? l10n.t(
        'Analytic reports run on PHR (0.5 m) and SPOT (1.5 m) images, not on {0}.',
        foreign.constellation ?? '?',
      )
    : l10n.t('A report uses images of one constellation. Select either PHR or SPOT.');
}

/** Most images that an analytic takes (specification: Limits, images per analytic). */
const mostImages = 2;

/** Images for an analytic report. */
export const reportUse: ImageUse = {
  whyNot: images =>
    images.length > mostImages
      ? l10n.t('An analytic takes one or two images, and {0} are selected.', images.length)
      : whyNoReport(images),
  howMany: () => l10n.t('select one or two'),
};

/** Of more images the share of the AOI that they cover is not measured. */
const mostMeasured = 500;

/** @returns `false` when the user cancelled */
async function searchFor(catalog: Catalog, aoi: AoiSource): Promise<boolean> {
  const before = catalog.current.peek();
  if (before.phase.kind === 'done' && !before.aoiChanged && isInHand(before, aoi)) return true;
  const searchId = await withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: l10n.t('Searching images of {0}', aoi.name),
      cancellable: true,
    },
    async (_progress, cancel) => {
      const search = catalog.search({ aoi });
      const { searchId } = catalog.current.peek();
      const listening = cancel.onCancellationRequested(() => {
        if (catalog.current.peek().searchId === searchId) catalog.cancel();
      });
      await search.finally(() => void listening.dispose());
      return searchId;
    },
  );
  const after = catalog.current.peek();
  if (after.searchId !== searchId) {
    throw new UserError(l10n.t('Another search has started. Draft the order again when it is done.'));
  }
  if (after.phase.kind === 'failed') throw after.phase.error;
  return after.phase.kind === 'done';
}

async function tellNothingFound({ name }: AoiSource): Promise<void> {
  const open = l10n.t('Open Map');
  const chosen = await showInformationMessage(
    l10n.t('No image of {0} matches the filters. Change the filters on the map and search again.', name),
    open,
  );
  if (chosen === open) await runCommand('swath.openMap', { show: 'aoi' });
}

interface ImageItem extends vscode.QuickPickItem {
  image: Image;
}

/** A list that grows while it is open, and goes when another search begins. The choice shows on the map too. */
function pickImages(
  catalog: Catalog,
  aoi: AoiSource,
  use: ImageUse,
  hasBack: boolean,
): Promise<readonly Image[] | typeof back | undefined> {
  const { searchId } = catalog.current.peek();
  const more = { iconPath: new vscode.ThemeIcon('fold-down'), tooltip: l10n.t('Load more…') };
  const onMap = {
    iconPath: new vscode.ThemeIcon('map'),
    tooltip: l10n.t('Select on the Map Instead'),
  };
  const pick = createQuickPick<ImageItem>();
  pick.title = l10n.t('Images for the order');
  pick.canSelectMany = true;
  pick.matchOnDescription = true;
  pick.ignoreFocusOut = true;
  pick.keepScrollPosition = true;

  const shares = new Map<string, number | undefined>();
  let isOver = false;

  const chosenIds = () => pick.selectedItems.map(({ image }) => image.id);

  function show(chosen: readonly string[]) {
    const state = catalog.current.peek();
    const items = imageItems(state.images, id => shares.get(id));
    pick.items = items;
    pick.selectedItems = items.filter(({ image }) => chosen.includes(image.id));
    pick.placeholder =
      state.phase.kind === 'failed' ? describeError(state.phase.error) : countText(state, aoi, use);
    pick.busy = state.phase.kind === 'searching';
    pick.buttons = [
      ...(hasBack ? [vscode.QuickInputButtons.Back] : []),
      ...(state.hasMore ? [more] : []),
      onMap,
    ];
  }

  async function measure() {
    const { images } = catalog.current.peek();
    const unmeasured = images.filter(({ id }) => !shares.has(id)).slice(0, mostMeasured - shares.size);
    if (unmeasured.length === 0) return;
    for (const { id } of unmeasured) shares.set(id, undefined);
    const footprints = unmeasured.map(({ footprint }) => footprint);
    const found = await geojsonWork('footprintShares', JSON.stringify(aoi.polygon), [], footprints);
    unmeasured.forEach(({ id }, index) => shares.set(id, found[index]));
    if (!isOver) show(chosenIds());
  }

  return new Promise(resolve => {
    const end = (images?: readonly Image[] | typeof back) => {
      isOver = true;
      // The first answer counts: hiding comes after each of the others.
      resolve(images);
      watching.dispose();
      pick.dispose();
    };
    const watching = onChange([catalog.current], () => {
      if (catalog.current.peek().searchId !== searchId) {
        end();
        return;
      }
      show(chosenIds());
      // The list serves without the shares too.
      measure().catch(() => undefined);
    });
    pick.onDidAccept(() => {
      // The earlier one first, as a change is told.
      const images = pick.items.filter(item => pick.selectedItems.includes(item)).map(({ image }) => image);
      images.reverse();
      const whyNot =
        images.length === 0 ? l10n.t('No image is selected: {0}.', use.howMany()) : use.whyNot(images);
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
    show(catalog.current.peek().selected);
    pick.show();
  });
}

/**
 * Images as they are chosen in a list, the newest first.
 *
 * @param shareOf the share of the AOI that an image covers, 0 to 1
 */
export function imageItems(
  images: readonly Image[],
  shareOf: (id: string) => number | undefined,
): ImageItem[] {
  return newestFirst(images).map(image => toItem(image, shareOf(image.id)));
}

/** Images without a date come last. */
function newestFirst(images: readonly Image[]): Image[] {
  const timeOf = ({ acquisitionDate }: Image) => momentOf(acquisitionDate)?.time ?? -Infinity;
  return [...images].sort((a, b) => Math.sign(timeOf(b) - timeOf(a)) || 0);
}

/** @param share of the AOI that the image covers, 0 to 1 */
function toItem(image: Image, share: number | undefined): ImageItem {
  const [label = '', ...facts] = imageFacts(image);
  const covered = share === undefined ? [] : [l10n.t('covers {0}', shareText(share))];
  return { label, description: [...facts, ...covered].join(' · '), image };
}

function countText({ images, total, hasMore }: CatalogState, { name }: AoiSource, use: ImageUse): string {
  const here = numberText(images.length);
  if (!hasMore && images.length === 1) return l10n.t('1 image of {0}: {1}', name, use.howMany());
  if (!hasMore) return l10n.t('{0} images of {1}: {2}', here, name, use.howMany());
  const of =
    total === undefined || isCap(total) ? `${numberText(total ?? images.length)}+` : numberText(total);
  return l10n.t('{0} of {1} images of {2}: {3}', here, of, name, use.howMany());
}
