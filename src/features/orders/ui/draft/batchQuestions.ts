/** The questions for a batch of drafts. Every step has a Back button. */
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { areaText } from '../../../../base/words/areaText.ts';
import { dayMs, isoDay } from '../../../../base/words/moment.ts';
import { type Analytic, imagesNeeded } from '../../../../service/rules/analyticOrder.ts';
import type { Listed } from '../../../../service/wire/listed.ts';
import { linkOut } from '../../../../platform/dialogs/linkOut.ts';
import {
  back,
  pickStep,
  readStep,
  type Step,
  type StepCount,
  walkSteps,
} from '../../../../platform/dialogs/steps.ts';
import { showWarningMessage } from '../../../../platform/dialogs/window.ts';
import { UserError } from '../../../../platform/host/userError.ts';
import type { BatchKind } from '../../../images/rules/index.ts';
import { type ImageWish, usualDaysApart } from '../../../images/rules/index.ts';
import type { Catalog } from '../../../images/index.ts';
import { daysText } from '../../rules/imageText.ts';
import { titleByPattern } from '../../rules/titlePattern.ts';
import type { BatchArea } from './batchAreas.ts';
import { analyticOption, askSort, type OrderSort, readRights, type RightsParts } from './draftOrder.ts';
import {
  choiceStep,
  choose,
  chooseOne,
  lackOptions,
  type LeftOut,
  type Option,
  withLeftOut,
} from './optionStep.ts';
import { payableKinds, paymentQuestion } from './productSteps.ts';

export interface BatchWishes extends ImageLimits {
  batch: BatchKind;
  areas: readonly BatchArea[];
  /** Areas of the document that can't be ordered, with the reasons. */
  leftOut: readonly LeftOut[];
  images: BatchImages;
  pattern: string;
  folder: string;
}

export interface BatchAskingParts extends RightsParts {
  analytics: Promise<Listed<Analytic>>;
  catalog: Pick<Catalog, 'clock'>;
  /** How many images that are selected on the map show at least one of the areas. */
  onMapFor: (areas: readonly BatchArea[]) => number;
  /** What the map limits images by, in words: other images aren't found either. */
  mapFilters: string;
  areasFor: (sort: OrderSort) => Promise<Pick<BatchWishes, 'areas' | 'leftOut'>>;
  /** Name of the document, without its extension. */
  name: string;
  /** Folder of the workspace; `undefined` if none is open. */
  root: string | undefined;
}

type Answer = Promise<'done' | 'skipped' | typeof back | undefined>;

/** `undefined` when the user cancels. */
export async function askBatch(parts: BatchAskingParts): Promise<BatchWishes | undefined> {
  const wishes: Partial<BatchWishes> & { sort: OrderSort } = { sort: 'report' };
  const end = await walkSteps([
    async (hasBack, count) => {
      const sort = await askSort(parts, wishes.sort, hasBack, count);
      if (sort === undefined || sort === back) return sort;
      wishes.sort = sort;
      return 'done';
    },
    async (_hasBack, count) => {
      const sole = wishes.sort === 'product' ? await soleProductKind(parts) : undefined;
      const batch = sole ?? (await askBatchKind(parts, wishes.sort, wishes.batch, count));
      if (batch === undefined || batch === back) return batch;
      if (JSON.stringify(batch) !== JSON.stringify(wishes.batch)) delete wishes.images;
      wishes.batch = batch;
      return sole ? 'skipped' : 'done';
    },
    (_hasBack, count) => askAreas(parts, wishes, count),
    ...imageSteps(wishes, parts),
    (_hasBack, count) => askPattern(parts, wishes, count),
    (_hasBack, count) => askFolder(parts, wishes, count),
  ]);
  const { batch, areas, leftOut = [], images, pattern, folder } = wishes;
  if (end !== 'done' || !batch || !areas || !images || pattern === undefined || folder === undefined) {
    return undefined;
  }
  const { maxCloudCover, days, daysApart } = wishes;
  return { batch, areas, leftOut, images, maxCloudCover, days, daysApart, pattern, folder };
}

/** Where there is no choice of how products are counted. */
async function soleProductKind(parts: BatchAskingParts): Promise<BatchKind | undefined> {
  const [order, ...others] = payableKinds([], await readRights(parts));
  return order === undefined || others.length > 0 ? undefined : { kind: 'product', order };
}

/** The analytic for all reports, or how all products are paid. */
async function askBatchKind(
  parts: BatchAskingParts,
  sort: OrderSort,
  now: BatchKind | undefined,
  count: StepCount,
): Promise<BatchKind | typeof back | undefined> {
  const all = { placeholder: l10n.t('The same for all areas'), hasBack: true, count };
  if (sort === 'product') {
    const before = now?.kind === 'product' ? now.order : 'order.data.product';
    const question = paymentQuestion([], await readRights(parts));
    const order = await chooseOne({ ...question, ...all, now: before });
    return order === undefined || order === back ? order : { kind: 'product', order };
  }
  const analytics = await parts.analytics;
  const lacks = lackOptions(analytics);
  if (analytics.length === 0 && lacks.length === 0)
    throw new UserError(l10n.t('The service offers no such analytic for your account.'));
  const before = now?.kind === 'report' ? now.analytic.code : undefined;
  const analytic = await chooseOne<Analytic | undefined>({
    title: l10n.t('Which analytic?'),
    items: [...analytics.map(candidate => analyticOption(candidate)), ...lacks],
    now: analytics.find(({ code }) => code === before) ?? analytics[0],
    ...all,
  });
  return analytic === undefined || analytic === back ? analytic : { kind: 'report', analytic };
}

/** All areas that can be ordered are selected by default. */
async function askAreas(
  { areasFor }: BatchAskingParts,
  wishes: Partial<BatchWishes> & { sort: OrderSort },
  count: StepCount,
): Answer {
  const { areas, leftOut } = await areasFor(wishes.sort);
  const before = wishes.areas;
  const items = areas.map(area => ({ label: area.name, description: areaText(area.areaKm2), value: area }));
  const answer = await pickStep({
    title: l10n.t('Which areas do you want to order for?'),
    placeholder: l10n.t('One order for each selected area'),
    items: withLeftOut(items, leftOut),
    selected: items.filter(({ value }) => !before || before.some(area => area.number === value.number)),
    hasBack: true,
    count,
    whyNot: chosen =>
      chosen.some(({ value }) => value) ? undefined : l10n.t('Select an area that can be ordered.'),
  });
  if (answer === undefined || answer === back) return answer;
  Object.assign(wishes, { areas: answer.flatMap(({ value }) => value ?? []), leftOut });
  return 'done';
}

/** The title pattern of the orders, with a preview for the first area. */
async function askPattern(
  { catalog }: BatchAskingParts,
  wishes: Partial<BatchWishes>,
  count: StepCount,
): Answer {
  const { areas: [first] = [], batch } = wishes;
  const now = catalog.clock.now();
  const today = isoDay(now);
  const daysAgo = (days: number) => isoDay(now - days * dayMs);
  const date = daysText(daysAgo(wishes.daysApart ?? 0), today);
  const preview = (text: string) => {
    const title = first ? titleByPattern(text, { ...first, date }) : '';
    return title === '' ? '' : l10n.t('For example "{0}".', title);
  };
  const usual = batch?.kind === 'report' ? `{name} ${batch.analytic.name} {date}` : '{name} {date}';
  const pattern = await readStep({
    title: l10n.t('Title of each order'),
    prompt: l10n.t(
      'In braces: name, id or number of the area, date of the image or images, or any property of the feature.',
    ),
    value: wishes.pattern ?? usual,
    count,
    preview,
    read: text =>
      text === '' || (first && titleByPattern(text, { ...first, date }) === '')
        ? { problem: l10n.t('Enter a name.') }
        : { value: text },
  });
  if (typeof pattern !== 'string') return pattern;
  wishes.pattern = pattern;
  return 'done';
}

async function askFolder(
  { name, root }: BatchAskingParts,
  wishes: Partial<BatchWishes>,
  count: StepCount,
): Answer {
  const title = l10n.t('Folder for the order files');
  for (;;) {
    if (root !== undefined) {
      const usual = { label: `orders/${name}/`, isUsual: true };
      const answer = await pickStep({
        title,
        placeholder: l10n.t('Existing files are kept'),
        items: [usual, { label: l10n.t('Another Folder…'), isUsual: false }],
        hasBack: true,
        count,
      });
      if (answer === undefined || answer === back) return answer;
      if (answer[0]?.isUsual) {
        wishes.folder = join(root, 'orders', name);
        const out = await linkOut(wishes.folder);
        if (!out) return 'done';
        void showWarningMessage(
          l10n.t(
            '{0} is a link that points outside the workspace, to {1}. Remove the link, or choose another folder.',
            out.link,
            out.target,
          ),
        );
        continue;
      }
    }
    const openLabel = l10n.t('Write Here');
    const dialog = { title, openLabel, canSelectFiles: false, canSelectFolders: true };
    const [folder] = (await vscode.window.showOpenDialog(dialog)) ?? [];
    if (folder?.scheme === 'file') {
      wishes.folder = folder.fsPath;
      return 'done';
    }
    if (folder) void showWarningMessage(l10n.t('Choose a folder on disk.'));
    // Canceling the system's dialog keeps the answers given so far.
    else if (root === undefined) return back;
  }
}

/** How images are chosen: by a rule, the ones selected on the map, or by the user for each area. */
type BatchImages = ImageWish | 'onMap' | 'each';

interface ImageLimits {
  /** Maximum cloud cover, in percent. */
  maxCloudCover: number | undefined;
  /** Maximum age, in days. */
  days: number | undefined;
  /** Minimum number of days between two images to compare; `undefined` if they aren't chosen in pairs. */
  daysApart?: number | undefined;
}

interface ImageWishes extends Partial<ImageLimits> {
  batch?: BatchKind;
  areas?: readonly BatchArea[];
  images?: BatchImages;
}

function imageSteps(
  wishes: ImageWishes,
  { onMapFor, mapFilters }: Pick<BatchAskingParts, 'onMapFor' | 'mapFilters'>,
): Step[] {
  return [
    choiceStep<BatchImages>(() => ({
      title: l10n.t('Which images for each area?'),
      placeholder: mapFilters === '' ? undefined : l10n.t('Within the filters of the map: {0}', mapFilters),
      items: imageOptions(wishes.batch, onMapFor(wishes.areas ?? [])),
      now: wishes.images ?? (needsPair(wishes.batch) ? 'pair' : 'newest'),
      take: images => void (wishes.images = images),
    })),
    gapStep(wishes),
    limitStep(wishes, 'days', 365, () => ({
      title: l10n.t('How old may an image be?'),
      items: [
        { value: 30, label: l10n.t('Last {0} days', 30) },
        { value: 90, label: l10n.t('Last {0} days', 90) },
        { value: 365, label: l10n.t('Last year') },
        { value: 1095, label: l10n.t('Last {0} years', 3) },
      ],
      none: l10n.t('Any'),
    })),
    limitStep(wishes, 'maxCloudCover', 20, () => ({
      title: l10n.t('Maximum cloud cover?'),
      items: [5, 10, 20, 50].map(value => ({ value, label: l10n.t('{0} % cloud', value) })),
      none: l10n.t('Any'),
    })),
  ];
}

function needsPair(batch: BatchKind | undefined): boolean {
  return batch?.kind === 'report' && imagesNeeded(batch.analytic.type) === 2;
}

function imageOptions(batch: BatchKind | undefined, onMap: number): Option<BatchImages>[] {
  const newest: Option<BatchImages> = {
    value: 'newest',
    label: l10n.t('Newest images'),
    text: l10n.t('the newest images that cover the area'),
  };
  const pair: Option<BatchImages> = {
    value: 'pair',
    label: l10n.t('Best pair'),
    text: l10n.t('two comparable images from different days'),
  };
  const clearest: Option<BatchImages> = {
    value: 'clearest',
    label: l10n.t('Clearest images'),
    text: l10n.t('the images with the least cloud that cover the area'),
  };
  const selected: Option<BatchImages> = {
    value: 'onMap',
    label: l10n.t('Selected on the Map'),
    text: l10n.t('{0} selected; each area uses those that show it', onMap),
  };
  return [
    ...(needsPair(batch) ? [pair, newest] : [newest, clearest]),
    ...(onMap === 0 ? [] : [selected]),
    { value: 'each', label: l10n.t('Ask for Each Area') },
  ];
}

/** Only where a rule chooses two images to compare: days apart may be too few for a change. */
function gapStep(wishes: ImageWishes): Step {
  const isAsked = () => needsPair(wishes.batch) && ['pair', 'newest'].includes(wishes.images ?? 'pair');
  return Object.assign(
    async (hasBack: boolean, count: StepCount) => {
      if (!isAsked()) {
        delete wishes.daysApart;
        return 'skipped' as const;
      }
      return choose<number>({
        title: l10n.t('Minimum days apart?'),
        placeholder: l10n.t('Between the two images of each area'),
        hasBack,
        count,
        items: [
          ...[7, 30, 90, 180, 365].map(value => ({ value, label: l10n.t('{0} days', value) })),
          { value: 0, label: l10n.t('Any') },
        ],
        now: wishes.daysApart ?? usualDaysApart,
        take: days => void (wishes.daysApart = days),
      });
    },
    { isAsked },
  );
}

/** Skipped for images that are selected on the map, because those need no search. */
function limitStep(
  wishes: ImageWishes,
  name: keyof ImageLimits,
  usual: number,
  question: () => { title: string; items: Option<number | undefined>[]; none: string },
): Step {
  const isAsked = () => wishes.images !== 'onMap';
  return Object.assign(
    async (hasBack: boolean, count: StepCount) => {
      if (!isAsked()) return 'skipped' as const;
      const { title, items, none } = question();
      return choose<number | undefined>({
        title,
        hasBack,
        count,
        items: [...items, { value: undefined, label: none }],
        now: name in wishes ? wishes[name] : usual,
        take: limit => void (wishes[name] = limit),
      });
    },
    { isAsked },
  );
}
