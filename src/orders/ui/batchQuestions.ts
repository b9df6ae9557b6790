/** The questions about a batch of drafts, each with a way back. */
import * as l10n from '@vscode/l10n';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Analytic } from '../../model/order/analyticOrder.ts';
import type { BatchKind } from '../../model/order/batchDrafts.ts';
import { titleByPattern } from '../../model/order/titlePattern.ts';
import { areaText } from '../../model/words/areaText.ts';
import { isoDay } from '../../model/words/moment.ts';
import { linkOut } from '../../editor/linkOut.ts';
import { UserError } from '../../editor/userError.ts';
import { back, pickStep, readStep, walkSteps, type StepCount } from '../../editor/steps.ts';
import { showWarningMessage } from '../../editor/window.ts';
import type { BatchArea, LeftOut } from './batchAreas.ts';
import { imageSteps, type BatchImages, type ImageLimits } from './batchImageSteps.ts';
import { analyticOption } from './draftAnalyticOrder.ts';
import { askSort } from './draftOrder.ts';
import { choose } from './optionStep.ts';
import { readRights, type OrderSort, type RightsParts } from './orderRights.ts';
import { choosePayment } from './productSteps.ts';

export interface BatchWishes extends ImageLimits {
  batch: BatchKind;
  areas: readonly BatchArea[];
  /** Of the document, with the reasons. */
  leftOut: readonly LeftOut[];
  images: BatchImages;
  pattern: string;
  folder: string;
}

export interface BatchAskingParts extends RightsParts {
  analytics: () => Promise<readonly Analytic[]>;
  /** How many images are chosen on the map. */
  onMap: number;
  areasFor: (sort: OrderSort) => Promise<Pick<BatchWishes, 'areas' | 'leftOut'>>;
  /** Name of the document, without its ending. */
  name: string;
  /** Of the workspace; `undefined` where none is open. */
  root: string | undefined;
}

type Answer = Promise<'done' | 'skipped' | typeof back | undefined>;

/** `undefined` when the user left. */
export async function askBatch(parts: BatchAskingParts): Promise<BatchWishes | undefined> {
  const wishes: Partial<BatchWishes> & { sort: OrderSort } = { sort: 'report' };
  const end = await walkSteps([
    async hasBack => {
      const sort = await askSort(parts, wishes.sort, hasBack);
      if (sort === undefined || sort === back) return sort;
      wishes.sort = sort;
      return 'done';
    },
    async (_hasBack, count) => {
      const batch = await askBatchKind(parts, wishes.sort, wishes.batch, count);
      if (batch === undefined || batch === back) return batch;
      if (JSON.stringify(batch) !== JSON.stringify(wishes.batch)) delete wishes.images;
      wishes.batch = batch;
      return 'done';
    },
    (_hasBack, count) => askAreas(parts, wishes, count),
    ...imageSteps(wishes, parts.onMap),
    (_hasBack, count) => askPattern(wishes, count),
    (_hasBack, count) => askFolder(parts, wishes, count),
  ]);
  const { batch, areas, leftOut = [], images, pattern, folder } = wishes;
  if (end !== 'done' || !batch || !areas || !images || pattern === undefined || folder === undefined) {
    return undefined;
  }
  const { maxCloudCover, days } = wishes;
  return { batch, areas, leftOut, images, maxCloudCover, days, pattern, folder };
}

/** The analytic of all reports, or what all products are paid by. */
async function askBatchKind(
  parts: BatchAskingParts,
  sort: OrderSort,
  now: BatchKind | undefined,
  count: StepCount,
): Promise<BatchKind | typeof back | undefined> {
  let batch: BatchKind | undefined;
  let end: Awaited<Answer>;
  if (sort === 'report') {
    const analytics = await parts.analytics();
    if (analytics.length === 0) throw new UserError(l10n.t('The service offers you no analytic.'));
    const before = now?.kind === 'report' ? now.analytic.code : undefined;
    end = await choose({
      title: l10n.t('Which analytic?'),
      placeholder: l10n.t('The same for all areas'),
      items: analytics.map(analytic => analyticOption(analytic)),
      now: analytics.find(({ code }) => code === before) ?? analytics[0],
      hasBack: true,
      count,
      take: analytic => void (batch = analytic && { kind: 'report', analytic }),
    });
  } else {
    end = await choosePayment([], await readRights(parts), {
      placeholder: l10n.t('The same for all areas'),
      now: now?.kind === 'product' ? now.order : 'order.data.product',
      hasBack: true,
      count,
      take: order => void (batch = { kind: 'product', order }),
    });
  }
  return end === back ? back : batch;
}

/** All that can be ordered are chosen at first; what cannot be is shown below with the reason. */
async function askAreas(
  { areasFor }: BatchAskingParts,
  wishes: Partial<BatchWishes> & { sort: OrderSort },
  count: StepCount,
): Answer {
  const { areas, leftOut } = await areasFor(wishes.sort);
  const before = wishes.areas;
  const items = areas.map(area => ({ label: area.name, description: areaText(area.areaKm2), area }));
  const others = leftOut.map(({ name, why }) => ({
    label: name,
    description: why,
    iconPath: new vscode.ThemeIcon('circle-slash'),
    area: undefined,
  }));
  const separator = {
    label: l10n.t('cannot be ordered'),
    kind: vscode.QuickPickItemKind.Separator,
    area: undefined,
  };
  const answer = await pickStep<vscode.QuickPickItem & { area: BatchArea | undefined }>({
    title: l10n.t('Orders for which areas?'),
    placeholder:
      areas.length === 1
        ? l10n.t('1 area can be ordered')
        : l10n.t('{0} areas, one order for each that is chosen', areas.length),
    items: [...items, ...(others.length === 0 ? [] : [separator, ...others])],
    selected: items.filter(({ area }) => !before || before.some(one => one.number === area.number)),
    hasBack: true,
    count,
    whyNot: chosen =>
      chosen.some(({ area }) => area) ? undefined : l10n.t('No area is chosen that can be ordered.'),
  });
  if (answer === undefined || answer === back) return answer;
  const chosen = answer.flatMap(({ area }) => area ?? []);
  Object.assign(wishes, { areas: chosen, leftOut });
  return 'done';
}

/** What each order is called, with what comes of it for the first area. */
async function askPattern(wishes: Partial<BatchWishes>, count: StepCount): Answer {
  const { areas: [first] = [], batch } = wishes;
  const today = isoDay(Date.now());
  const preview = (text: string) => {
    const title = first ? titleByPattern(text, { ...first, date: today }) : '';
    return title === '' ? '' : l10n.t('Such as "{0}".', title);
  };
  const usual = batch?.kind === 'report' ? `{name} ${batch.analytic.name} {date}` : '{name} {date}';
  const pattern = await readStep({
    title: l10n.t('What is each order called?'),
    prompt: l10n.t(
      'In braces: name, id and number of the area, date of the image, or any property of the feature.',
    ),
    value: wishes.pattern ?? usual,
    count,
    preview,
    read: text =>
      text === '' || (first && titleByPattern(text, { ...first, date: today }) === '')
        ? { problem: l10n.t('Nothing comes of this for the first area: write a title.') }
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
  for (;;) {
    if (root !== undefined) {
      const usual = {
        label: `orders/${name}/`,
        description: l10n.t('in the workspace'),
        isUsual: true,
      };
      const other = { label: l10n.t('Another Folder…'), description: '', isUsual: false };
      const answer = await pickStep({
        title: l10n.t('Folder for the order files'),
        placeholder: l10n.t('Files that are there already stay as they are'),
        items: [usual, other],
        hasBack: true,
        count,
      });
      if (answer === undefined || answer === back) return answer;
      if (answer[0]?.isUsual) {
        const folder = join(root, 'orders', name);
        const out = await linkOut(folder);
        if (!out) {
          wishes.folder = folder;
          return 'done';
        }
        void showWarningMessage(
          l10n.t(
            '{0} is a link that leads out of the workspace, to {1}. Remove the link, or choose another folder.',
            out.link,
            out.target,
          ),
        );
        continue;
      }
    }
    const folder = await otherFolder();
    if (folder?.scheme === 'file') {
      wishes.folder = folder.fsPath;
      return 'done';
    }
    // Whoever closes the dialog of the system keeps the answers given so far.
    if (!folder && root === undefined) return back;
  }
}

async function otherFolder(): Promise<vscode.Uri | undefined> {
  const [folder] =
    (await vscode.window.showOpenDialog({
      title: l10n.t('Folder for the Order Files'),
      openLabel: l10n.t('Write Here'),
      canSelectFiles: false,
      canSelectFolders: true,
    })) ?? [];
  if (folder && folder.scheme !== 'file')
    void showWarningMessage(l10n.t('Files can be written to a folder on disk alone: choose one of those.'));
  return folder;
}
