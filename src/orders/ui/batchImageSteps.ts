/** The questions which images a batch of orders is made on. */
import * as l10n from '@vscode/l10n';
import { imagesNeeded } from '../../model/order/analyticOrder.ts';
import type { BatchKind } from '../../model/order/batchDrafts.ts';
import type { ImageWish } from '../../model/order/batchImages.ts';
import { dayMs, isoDay } from '../../model/words/moment.ts';
import type { Step, StepCount } from '../../editor/steps.ts';
import { choose, type Option } from './optionStep.ts';

/** How images are found: by a wish, those that are chosen on the map, or the user is asked for each area. */
export type BatchImages = ImageWish | 'onMap' | 'each';

export interface ImageLimits {
  /** Most cloud, percent. */
  maxCloudCover: number | undefined;
  /** Greatest age, days. */
  days: number | undefined;
}

interface ImageWishes extends Partial<ImageLimits> {
  batch?: BatchKind;
  images?: BatchImages;
}

/** @param onMap how many images are chosen on the map */
export function imageSteps(wishes: ImageWishes, onMap: number): Step[] {
  return [
    (_hasBack, count) =>
      choose<BatchImages>({
        title: l10n.t('Which images for each area?'),
        placeholder: l10n.t('Images are searched for each area by itself'),
        items: imageOptions(wishes.batch, onMap),
        now: wishes.images ?? (needsPair(wishes.batch) ? 'pair' : 'newest'),
        hasBack: true,
        count,
        take: images => void (wishes.images = images),
      }),
    (_hasBack, count) => askAge(wishes, count),
    (_hasBack, count) => askCloud(wishes, count),
  ];
}

function needsPair(batch: BatchKind | undefined): boolean {
  return batch?.kind === 'report' && imagesNeeded(batch.analytic.type) === 2;
}

function imageOptions(batch: BatchKind | undefined, onMap: number): Option<BatchImages>[] {
  const isPair = needsPair(batch);
  return [
    ...(isPair
      ? [
          {
            value: 'pair' as const,
            label: l10n.t('Best Pair'),
            text: l10n.t('two that compare best, of different days'),
          },
        ]
      : []),
    {
      value: 'newest',
      label: isPair ? l10n.t('Newest Pair') : l10n.t('Newest'),
      text: l10n.t('the newest that cover the area'),
    },
    ...(isPair
      ? []
      : [
          {
            value: 'clearest' as const,
            label: l10n.t('Clearest'),
            text: l10n.t('those with the least cloud that cover the area'),
          },
        ]),
    ...(onMap === 0
      ? []
      : [
          {
            value: 'onMap' as const,
            label: l10n.t('Chosen on the Map'),
            text: l10n.t('{0} chosen; each area takes those that show it', onMap),
          },
        ]),
    {
      value: 'each',
      label: l10n.t('Ask for Each Area'),
      text: l10n.t('from a list of what was found'),
    },
  ];
}

/** Days. */
const ages = [30, 90, 365, 1095] as const;

function askAge(wishes: ImageWishes, count: StepCount): ReturnType<Step> {
  const from = (days: number) => isoDay(Date.now() - days * dayMs);
  return askLimit(wishes, 'days', count, {
    title: l10n.t('How old may an image be?'),
    placeholder: l10n.t('An area without an image within the limits gets no order'),
    items: ages.map(days => ({
      value: days,
      label: l10n.t('{0} days', days),
      text: l10n.t('since {0}', from(days)),
    })),
    none: l10n.t('Any age'),
    usual: 365,
  });
}

/** Percent. */
const clouds = [5, 10, 20, 50] as const;

function askCloud(wishes: ImageWishes, count: StepCount): ReturnType<Step> {
  return askLimit(wishes, 'maxCloudCover', count, {
    title: l10n.t('How much cloud at most?'),
    placeholder: l10n.t('Over the whole image, as the service measures it'),
    items: clouds.map(cloud => ({ value: cloud, label: l10n.t('{0} % cloud', cloud), text: '' })),
    none: l10n.t('Any cloud'),
    usual: 20,
  });
}

interface Limit {
  title: string;
  placeholder: string;
  items: Option<number | undefined>[];
  none: string;
  usual: number;
}

/** Images that are chosen on the map are searched for no more. */
async function askLimit(
  wishes: ImageWishes,
  name: keyof ImageLimits,
  count: StepCount,
  { title, placeholder, items, none, usual }: Limit,
): ReturnType<Step> {
  if (wishes.images === 'onMap') return 'skipped';
  return choose<number | undefined>({
    ...{ title, placeholder, count, hasBack: true },
    items: [...items, { value: undefined, label: none, text: '' }],
    now: name in wishes ? wishes[name] : usual,
    take: limit => void (wishes[name] = limit),
  });
}
