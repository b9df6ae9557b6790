import { mkdir } from 'node:fs/promises';
import * as l10n from '@vscode/l10n';
import stringify from 'json-stringify-pretty-compact';
import * as vscode from 'vscode';
import { itemAt } from '../../../../base/itemAt.ts';
import { areaText, shareText } from '../../../../base/words/areaText.ts';
import { labeled } from '../../../../base/words/labeled.ts';
import { dayMs, isoDay } from '../../../../base/words/moment.ts';
import { safeLine } from '../../../../base/words/safeText.ts';
import type { Image } from '../../../../service/rules/imagery.ts';
import { optionTexts } from '../../../../service/rules/orderMembers.ts';
import type { SearchCriteria } from '../../../../service/rules/searchCriteria.ts';
import { back, pickStep, type Step, walkSteps } from '../../../../platform/dialogs/steps.ts';
import { showWarningMessage } from '../../../../platform/dialogs/window.ts';
import { areaFileStem } from '../../../../platform/documents/areaFile.ts';
import { writeBesideOthers } from '../../../../platform/documents/openDraft.ts';
import { fileNamePart } from '../../../../platform/files/files.ts';
import { describeError } from '../../../../platform/host/presentError.ts';
import type { SignedIn } from '../../../../session/session.ts';
import { signedInFirst } from '../../../../session/ui/signedInFirst.ts';
import {
  type AppliedFilters,
  type BatchKind,
  filterTexts,
  furtherCriteria,
  type ImagesChosen,
  isHidden,
  loadFigures,
  searchSummary,
} from '../../../images/rules/index.ts';
import type { AnalyticOrderBody } from '../../rules/batchDrafts.ts';
import { imageDays, lookText, pairGapText } from '../../rules/imageText.ts';
import type { ProductOrderBody } from '../../rules/productOrder.ts';
import { titleByPattern } from '../../rules/titlePattern.ts';
import type { Batch, BatchPage } from '../page/batchPage.ts';
import { inCountedNotification } from '../progress.ts';
import { areasOfDocument, type BatchArea, batchDocument, wantsAllAreas } from './batchAreas.ts';
import { askBatch, type BatchWishes } from './batchQuestions.ts';
import { draftEstimate, type OrderDraftParts, requestAnalytics } from './draftOrder.ts';
import type { LeftOut } from './optionStep.ts';
import { imageItems } from './orderImages.ts';

export interface DraftBatchParts extends OrderDraftParts {
  /** Shows what was drafted, and what comes next. */
  batchPage: Pick<BatchPage, 'show'>;
}

interface WrittenOrder {
  area: BatchArea;
  path: string;
  title: string;
  images: readonly Image[];
  body: AnalyticOrderBody | ProductOrderBody;
  /** Share of the area that the images cover, 0 to 1. */
  share: number;
  /** What it may cost, if a price like it is known. */
  estimate: string | undefined;
  /** Problems, and what the search left out. */
  note: string;
}

/**
 * Drafts an order for each of several areas of a document, as files in a folder. Nothing is priced or ordered.
 *
 * @param argument the URI of a document, or an {@link AoiTarget} in it; otherwise the active document
 */
export async function draftOrders(parts: DraftBatchParts, argument?: unknown): Promise<void> {
  const document = await batchDocument(argument);
  if (!document || !(await wantsAllAreas(document))) return;
  const signedIn = await signedInFirst(parts.session);
  if (!signedIn) return;
  const pricesRead = parts.estimates.need();
  const name = areaFileStem(document.uri.path);
  const onMap = parts.catalog.selectedImages.peek();
  const { figures } = await loadFigures();
  const limits = limitsOfMap(parts.catalog);
  // Requested while the user chooses what to order.
  const analytics = requestAnalytics(signedIn);
  const wishes = await askBatch({
    ...parts,
    analytics,
    onMapFor: areas =>
      onMap.filter(({ footprint }) =>
        areas.some(({ polygon }) => figures.footprintCover(polygon, [footprint]).share > 0),
      ).length,
    mapFilters: limits.text,
    areasFor: sort => areasOfDocument(document, sort),
    name,
    root: workspaceRoot(document),
  });
  if (!wishes) return;
  const chosen =
    wishes.images === 'onMap'
      ? await imagesOnMap(wishes, onMap)
      : await findImages(name, { ...wishes, limits }, await signedIn.client(), parts.catalog.clock.now());
  if (!chosen) return;
  const selected = wishes.images === 'each' ? await askEach(chosen) : chosen;
  if (!selected) return;
  await pricesRead;
  const { written, leftOut } = await writeAll(wishes, selected, parts);
  report(parts, name, wishes, written, [...leftOut, ...wishes.leftOut]);
}

/** What the map limits images by, whatever the area. The questions ask for the others. */
interface MapLimits {
  criteria: SearchCriteria;
  list: AppliedFilters;
  text: string;
}

interface SearchWishes extends BatchWishes {
  limits: MapLimits;
}

function limitsOfMap({ current }: Pick<OrderDraftParts['catalog'], 'current'>): MapLimits {
  const { filters, limits } = current.peek();
  const { constellation, processingLevel, productType, workspace } = filters;
  const criteria = { constellation, processingLevel, productType, workspace };
  // How clear an area is can only be estimated on the map.
  const list = { limits: { ...limits, minClear: undefined }, clear: new Map<string, never>() };
  const texts = [
    searchSummary({ ...criteria, ...list.limits }),
    ...furtherCriteria(criteria).map(([label, text]) => labeled(label, text)),
    ...filterTexts({ limits: { minClear: limits?.minClear } }).map(text => l10n.t('not applied: {0}', text)),
  ];
  return { criteria, list, text: texts.filter(Boolean).join(' · ') };
}

/** `undefined` unless the workspace folder is on a disk, because files can only be written there. */
function workspaceRoot({ uri }: vscode.TextDocument): string | undefined {
  const folder = vscode.workspace.getWorkspaceFolder(uri) ?? vscode.workspace.workspaceFolders?.[0];
  return folder?.uri.scheme === 'file' ? folder.uri.fsPath : undefined;
}

/** Shows one list per area. Selecting nothing leaves the area out. `undefined` when the user cancels. */
async function askEach(found: readonly AreaImages[]): Promise<AreaImages[] | undefined> {
  const answers = [...found];
  const steps = found.map((areaImages, index): Step => async (hasBack, count) => {
    if (areaImages.usable.length === 0) return 'skipped';
    const answer = await pickStep({
      title: l10n.t('Images of {0}', areaImages.area.name),
      placeholder: '',
      items: imageItems(areaImages.usable, id => areaImages.shares.get(id)),
      selected: [],
      hasBack,
      count,
      whyNot: chosen =>
        chosen.length === 0 ? undefined : areaImages.whyNot(chosen.map(({ image }) => image)),
    });
    if (answer === undefined || answer === back) return answer;
    const images = answer.map(({ image }) => image).reverse();
    const choice: ImagesChosen =
      images.length === 0
        ? { kind: 'none', why: l10n.t('No image was selected.') }
        : { kind: 'chosen', images, share: largestShare(images, areaImages) };
    answers[index] = { ...areaImages, choice };
    return 'done';
  });
  return (await walkSteps(steps)) === 'done' ? answers : undefined;
}

/** The largest share of the area that any of the images covers. */
function largestShare(images: readonly Image[], { shares }: Pick<AreaImages, 'shares'>): number {
  return Math.max(...images.map(({ id }) => shares.get(id) ?? 0));
}

async function writeAll(
  { batch, pattern, folder }: BatchWishes,
  found: readonly AreaImages[],
  { draftNames: names, estimates }: Pick<DraftBatchParts, 'draftNames' | 'estimates'>,
): Promise<{ written: WrittenOrder[]; leftOut: LeftOut[] }> {
  const { orderWork } = await import('../../rules/orderWork.ts');
  const written: WrittenOrder[] = [];
  const leftOut: LeftOut[] = [];
  for (const { area, choice, note } of found) {
    if (choice.kind === 'none') {
      leftOut.push({ name: area.name, why: [choice.why, note].filter(Boolean).join(' ') });
      continue;
    }
    const { images, share } = choice;
    const title = batchTitle(pattern, area, images);
    const body = orderWork.bodyForArea(batch, title, area.polygon, images);
    const problems = orderWork.checkOrder(
      { ...body },
      { imageById: id => images.find(image => image.id === id) },
    );
    const notes = [...new Set(problems.map(({ message }) => message))];
    try {
      await mkdir(folder, { recursive: true });
      const path = await writeBesideOthers(
        folder,
        fileNamePart(title),
        '.order.json',
        `${stringify(body)}\n`,
      );
      names?.remember(vscode.Uri.file(path).path, title);
      const estimate = draftEstimate({ estimates }, { ...body }, images);
      const text = [...notes, note].filter(Boolean).join(' ');
      written.push({ area, path, title, images, body, share, estimate, note: text });
    } catch (error) {
      leftOut.push({ name: area.name, why: describeError(error) });
    }
  }
  return { written, leftOut };
}

function batchTitle(pattern: string, area: BatchArea, images: readonly Image[]): string {
  const date = imageDays(images);
  // A property that this feature lacks can make the title empty.
  return titleByPattern(pattern, { ...area, date }) || `${area.name} ${date}`.trim();
}

function report(
  { batchPage }: DraftBatchParts,
  name: string,
  wishes: BatchWishes,
  written: readonly WrittenOrder[],
  leftOut: readonly LeftOut[],
): void {
  batchPage.show(draftedBatch(name, wishes, written, leftOut));
  if (written.length === 0) void showWarningMessage(writtenText(0, leftOut.length));
}

function writtenText(written: number, leftOut: number): string {
  return l10n.t('Orders drafted: {0}. Areas left out: {1}.', written, leftOut);
}

/**
 * What was drafted for the areas of a document.
 *
 * @param name of the document
 */
function draftedBatch(
  name: string,
  { batch, folder }: BatchWishes,
  written: readonly WrittenOrder[],
  leftOut: readonly LeftOut[],
): Batch {
  return {
    title: l10n.t('Orders for {0}', name),
    notes: [
      writtenText(written.length, leftOut.length),
      orderedText(batch, written),
      written.length === 0 ? '' : l10n.t('Folder: {0}', folder),
    ],
    // The files are called by the titles. More columns would not fit beside the map.
    files: written.map(({ path, title, area, images, share, estimate, note, body }) => ({
      uri: vscode.Uri.file(path),
      cells: [
        [l10n.t('Title'), title],
        [l10n.t('Area'), `${area.name}, ${areaText(area.areaKm2)}`],
        [l10n.t('Images'), imagesList(images)],
        [l10n.t('Covered'), shareText(share)],
      ],
      estimate,
      note,
      drafted: { ...body },
    })),
    leftOut,
  };
}

/** What all orders have in common, beside their images: the options of the products, or the analytic. */
function orderedText(batch: BatchKind, written: readonly WrittenOrder[]): string {
  if (batch.kind === 'report') return labeled(l10n.t('Analytic'), safeLine(batch.analytic.name));
  const [first = [], ...others] = written.flatMap(({ body }) =>
    'products' in body ? body.products.map(product => optionTexts({ ...product })) : [],
  );
  const same = first.filter(text => others.every(texts => texts.includes(text)));
  return same.length === 0 ? '' : labeled(l10n.t('Product'), safeLine(same.join(' · ')));
}

/** `2025-03-01, PHR 0.5 m · 1 % cloud; 2025-06-05, PHR 0.5 m · 30 % cloud; 96 days apart` */
function imagesList(images: readonly Image[]): string {
  const gap = pairGapText(images);
  return [...images.map(lookText), ...(gap === undefined ? [] : [gap])].join('; ');
}

type Client = Awaited<ReturnType<SignedIn['client']>>;

interface AreaImages {
  area: BatchArea;
  /** Images that show the area and fit this kind of order. */
  usable: readonly Image[];
  /** Share of the area that each image covers, 0 to 1, by image id. */
  shares: ReadonlyMap<string, number>;
  choice: ImagesChosen;
  /** Why these images can't be ordered together, or `undefined`. */
  whyNot: (images: readonly Image[]) => string | undefined;
  /** What the user should know about the search. */
  note?: string;
}

/** Number of concurrent searches. The client spaces out the calls. */
const atATime = 2;
/** Maximum number of images to examine per area. */
const maxFound = 200;

/**
 * Searches for images of each area within the limits and chooses among them by the user's rule. If a search fails, its
 * area is left out. `undefined` when the user cancels; nothing is written in that case.
 */
async function findImages(
  name: string,
  wishes: SearchWishes,
  client: Pick<Client, 'search'>,
  now: number,
): Promise<AreaImages[] | undefined> {
  const { areas } = wishes;
  return inCountedNotification(l10n.t('Searching images of {0}', name), async (report, signal) => {
    const found: AreaImages[] = [];
    const waiting = [...areas.entries()];
    let done = 0;
    const work = async () => {
      for (let next = waiting.shift(); next && !signal.aborted; next = waiting.shift()) {
        const [index, area] = next;
        found[index] = await searchArea(wishes, area, { client, now }, signal);
        report(++done, areas.length);
      }
    };
    await Promise.all(Array.from({ length: atATime }, work));
    return signal.aborted ? undefined : found;
  });
}

async function searchArea(
  wishes: SearchWishes,
  area: BatchArea,
  { client, now }: { client: Pick<Client, 'search'>; now: number },
  signal: AbortSignal,
): Promise<AreaImages> {
  try {
    const { images, total, received } = await client.search(
      batchCriteria(wishes, area, now),
      1,
      maxFound,
      signal,
    );
    const assessed = await assess(wishes, area, images, wishes.limits.list);
    if (total === undefined || total <= received || isFirstOfAll(wishes, assessed.choice)) return assessed;
    return {
      ...assessed,
      note: l10n.t('Only the first {0} of {1} images were considered.', received, total),
    };
  } catch (error) {
    const why = l10n.t('{0}: {1}', l10n.t('The search failed'), describeError(error));
    return { ...(await assess(wishes, area, [])), choice: { kind: 'none', why } };
  }
}

/** Results are sorted by the rule, so once one image covers the area, later ones can't be better. */
function isFirstOfAll({ images }: BatchWishes, choice: ImagesChosen): boolean {
  const isSorted = images === 'newest' || images === 'clearest';
  return isSorted && choice.kind === 'chosen' && choice.images.length === 1 && choice.share >= 0.999;
}

function batchCriteria(
  { images, days, maxCloudCover, limits }: SearchWishes,
  { polygon }: BatchArea,
  now: number,
): SearchCriteria {
  return {
    ...limits.criteria,
    aoi: polygon,
    acquiredFrom: days === undefined ? undefined : isoDay(now - days * dayMs),
    maxCloudCover,
    sortBy: images === 'clearest' ? 'cloudCover,-acquisitionDate' : undefined,
  };
}

/** For each area, takes as many images that show it as the order can contain. */
async function imagesOnMap(wishes: BatchWishes, chosen: readonly Image[]): Promise<AreaImages[]> {
  const { figures } = await loadFigures();
  const { areas, batch } = wishes;
  const found: AreaImages[] = [];
  for (const area of areas) {
    const assessed = await assess(wishes, area, chosen);
    const choice: ImagesChosen =
      assessed.usable.length === 0
        ? assessed.choice
        : batch.kind === 'report'
          ? figures.chooseForArea(batch, 'newest', area.polygon, assessed.usable)
          : { kind: 'chosen', images: assessed.usable, share: largestShare(assessed.usable, assessed) };
    found.push({ ...assessed, choice });
  }
  return found;
}

async function assess(
  { batch, images: wish, daysApart }: BatchWishes,
  area: BatchArea,
  found: readonly Image[],
  filters?: AppliedFilters,
): Promise<AreaImages> {
  const { figures } = await loadFigures();
  const coverage = figures.measureShares(area.polygon, found);
  const shares = new Map(found.map(({ id }, index) => [id, itemAt(coverage, index)]));
  const images = filters ? found.filter(image => !isHidden(image, filters, shares.get(image.id))) : found;
  const usable = figures.usableImages(batch, images).filter(({ id }) => (shares.get(id) ?? 0) > 0);
  const choice: ImagesChosen =
    wish === 'onMap' || wish === 'each'
      ? { kind: 'none', why: l10n.t('No image within the limits shows it.') }
      : figures.chooseForArea(batch, wish, area.polygon, images, daysApart);
  const whyNot = (some: readonly Image[]) => figures.whyNotTogether(batch, some);
  return { area, usable, shares, choice, whyNot };
}
