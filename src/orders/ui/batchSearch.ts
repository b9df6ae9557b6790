import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Image } from '../../model/images/imagery.ts';
import type { SearchCriteria } from '../../model/images/searchQuery.ts';
import type { ImagesChosen } from '../../model/order/batchImages.ts';
import { dayMs, isoDay } from '../../model/words/moment.ts';
import { abortSignalOf } from '../../editor/abortSignal.ts';
import { describeError } from '../../editor/presentError.ts';
import { withProgress } from '../../editor/window.ts';
import type { SignedIn } from '../../account/session.ts';
import type { BatchArea } from './batchAreas.ts';
import type { BatchWishes } from './batchQuestions.ts';
import { itemAt } from '../../model/itemAt.ts';

type Client = Awaited<ReturnType<SignedIn['client']>>;

/** What was found for an area. */
export interface AreaImages {
  area: BatchArea;
  /** Images that show it and that such an order can be made on. */
  usable: readonly Image[];
  /** The share of the area that each covers, 0 to 1, by its id. */
  shares: ReadonlyMap<string, number>;
  choice: ImagesChosen;
  /** Why these cannot be ordered together, or `undefined`. */
  whyNot: (images: readonly Image[]) => string | undefined;
  /** What the user should know of the search. */
  note: string | undefined;
}

/** Searches under way at a time: the client keeps the distance between the calls. */
const atATime = 2;
/** Images of an area that are looked at. */
const mostFound = 200;

/**
 * Searches images of each area under the limits, and chooses among them by the wish. One that fails leaves its area
 * out. `undefined` when the user cancelled: nothing has been written then.
 */
export async function findImages(
  wishes: BatchWishes,
  client: Pick<Client, 'search'>,
): Promise<AreaImages[] | undefined> {
  const { areas } = wishes;
  return withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title:
        areas.length === 1
          ? l10n.t('Searching images of the area')
          : l10n.t('Searching images of {0} areas', areas.length),
      cancellable: true,
    },
    async (progress, cancel) => {
      const signal = abortSignalOf(cancel);
      const found: AreaImages[] = [];
      const waiting = [...areas.entries()];
      let done = 0;
      const work = async () => {
        for (let next = waiting.shift(); next && !signal.aborted; next = waiting.shift()) {
          const [index, area] = next;
          found[index] = await searchArea(wishes, area, client, signal);
          done++;
          const message = l10n.t('{0} of {1}', done, areas.length);
          progress.report({ message, increment: 100 / areas.length });
        }
      };
      await Promise.all(Array.from({ length: atATime }, work));
      return signal.aborted ? undefined : found;
    },
  );
}

async function searchArea(
  wishes: BatchWishes,
  area: BatchArea,
  client: Pick<Client, 'search'>,
  signal: AbortSignal,
): Promise<AreaImages> {
  try {
    const { images, total, received } = await client.search(criteriaOf(wishes, area), 1, mostFound, signal);
    const one = await judged(wishes, area, images);
    const note =
      total !== undefined && total > received && !isFirstOfAll(wishes, one.choice)
        ? l10n.t('The first {0} of {1} images were looked at.', received, total)
        : undefined;
    return { ...one, note };
  } catch (error) {
    const why = l10n.t('Its search failed: {0}', describeError(error));
    return { ...(await judged(wishes, area, [])), choice: { kind: 'none', why }, note: undefined };
  }
}

/** What covers the area comes in the order of the wish: further images could not be better. */
function isFirstOfAll({ images }: BatchWishes, choice: ImagesChosen): boolean {
  const isSorted = images === 'newest' || images === 'clearest';
  return isSorted && choice.kind === 'chosen' && choice.images.length === 1 && choice.share >= 0.999;
}

function criteriaOf({ images, days, maxCloudCover }: BatchWishes, { polygon }: BatchArea): SearchCriteria {
  return {
    aoi: polygon,
    ...(days === undefined ? {} : { acquiredFrom: isoDay(Date.now() - days * dayMs) }),
    ...(maxCloudCover === undefined ? {} : { maxCloudCover }),
    ...(images === 'clearest' ? { sortBy: 'cloudCover,-acquisitionDate' } : {}),
  };
}

/** Of the images that are chosen on the map, each area takes those that show it: as many as the order takes. */
export async function imagesOnMap(wishes: BatchWishes, chosen: readonly Image[]): Promise<AreaImages[]> {
  const { figures } = await import('../../model/images/figures.ts');
  const { areas, batch } = wishes;
  const found: AreaImages[] = [];
  for (const area of areas) {
    const one = await judged(wishes, area, chosen);
    const choice: ImagesChosen =
      one.usable.length === 0
        ? { kind: 'none', why: l10n.t('No image that is chosen on the map suits it.') }
        : batch.kind === 'report'
          ? figures.chooseForArea(batch, 'newest', area.polygon, one.usable)
          : { kind: 'chosen', images: one.usable, share: Math.max(...one.shares.values()) };
    found.push({ ...one, choice, note: undefined });
  }
  return found;
}

async function judged(
  { batch, images: wish }: BatchWishes,
  { polygon, ...area }: BatchArea,
  images: readonly Image[],
): Promise<Omit<AreaImages, 'note'>> {
  const { figures } = await import('../../model/images/figures.ts');
  const shown = figures.coveredShares(
    polygon,
    images.map(({ footprint }) => footprint),
  );
  const shares = new Map(images.map(({ id }, index) => [id, itemAt(shown, index)]));
  const usable = figures.usableImages(batch, images).filter(({ id }) => (shares.get(id) ?? 0) > 0);
  const choice: ImagesChosen =
    wish === 'onMap' || wish === 'each'
      ? { kind: 'none', why: l10n.t('No image within the limits shows it.') }
      : figures.chooseForArea(batch, wish, polygon, images);
  const whyNot = (some: readonly Image[]) => figures.whyNotTogether(batch, some);
  return { area: { polygon, ...area }, usable, shares, choice, whyNot };
}
