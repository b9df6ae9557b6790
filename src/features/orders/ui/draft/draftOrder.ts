/** Order drafts: unsaved documents that contain exactly the request body. */
import * as l10n from '@vscode/l10n';
import stringify from 'json-stringify-pretty-compact';
import type * as vscode from 'vscode';
import { areaText, shareText } from '../../../../base/words/areaText.ts';
import { safeLine } from '../../../../base/words/safeText.ts';
import { crossesAntimeridian } from '../../../../geo/antimeridian.ts';
import { roundedShare } from '../../../../geo/coverage.ts';
import {
  type Analytic,
  analyticOrderKind,
  orderResolution,
  whyNotRunnable,
  whyTooMany,
} from '../../../../service/rules/analyticOrder.ts';
import { type Image, isConstellation } from '../../../../service/rules/imagery.ts';
import { isDeliveredItem } from '../../../../service/rules/links.ts';
import type { Members } from '../../../../service/rules/orderContents.ts';
import type { Listed } from '../../../../service/wire/listed.ts';
import { back, type StepCount } from '../../../../platform/dialogs/steps.ts';
import { inStatusBar, showWarningMessage } from '../../../../platform/dialogs/window.ts';
import { type Draft, openDraft } from '../../../../platform/documents/openDraft.ts';
import { runCommand } from '../../../../platform/host/commands.ts';
import { readValue } from '../../../../platform/host/reading.ts';
import { UserError } from '../../../../platform/host/userError.ts';
import type { Contracts } from '../../../../session/contracts.ts';
import { asSignedIn, type SessionOwner, type SignedIn } from '../../../../session/session.ts';
import type { Subscriptions } from '../../../../session/subscriptions.ts';
import { signedInFirst } from '../../../../session/ui/signedInFirst.ts';
import { type BatchKind, loadFigures } from '../../../images/rules/index.ts';
import type { AoiSource, Catalog } from '../../../images/index.ts';
import { askForArea, chooseOrderArea } from '../../../areas/ui/index.ts';
import type { DraftNames } from '../../draftNames.ts';
import type { Estimates } from '../../estimates.ts';
import { rightsNow } from '../../orderFacts.ts';
import { imageDays } from '../../rules/imageText.ts';
import { type OrderRights, whyNoRole, whyNotPaid } from '../../rules/orderRights.ts';
import type { ProductOrderBody } from '../../rules/productOrder.ts';
import { askText, chooseOne, lackOptions, type Option } from './optionStep.ts';
import {
  chooseOrderImages,
  chosenText,
  type ImageUse,
  isActiveArea,
  reportUse,
  whyNoReport,
} from './orderImages.ts';
import { askProducts, type ProductWishes, usualProducts } from './productSteps.ts';

/** Where to read what the user may order. */
export interface RightsParts {
  subscriptions: Pick<Subscriptions, 'current' | 'refresh'>;
  contracts: Pick<Contracts, 'services'>;
}

export interface OrderDraftParts extends RightsParts {
  session: SessionOwner;
  catalog: Catalog;
  draftNames?: DraftNames | undefined;
  estimates: Estimates;
}

export type OrderSort = BatchKind['kind'];

/** `undefined`: the draft is open, or the user canceled. */
type End = Promise<typeof back | undefined>;

interface DraftOn {
  aoi: AoiSource;
  signedIn: SignedIn;
  /** Number of steps before this one. 0: no Back button. */
  before: number;
}

/**
 * Asks whether to order a report or image products, and then for the details.
 *
 * @param argument an {@link AoiTarget}; without it, the active area, else the area at the cursor, else the user's choice
 */
export async function draftOrder(parts: OrderDraftParts, argument?: unknown): Promise<void> {
  const analytics = requestEarly(parts.session);
  let now: OrderSort = 'report';
  for (;;) {
    const sort = await askSort(parts, now, false);
    if (sort === undefined || sort === back) return;
    now = sort;
    const end =
      sort === 'report'
        ? await draftAnalyticOrder(parts, argument, true, analytics)
        : await draftProductOrder(parts, argument, { isKindAsked: true });
    if (end !== back) return;
  }
}

/**
 * Asks at once, while the user's rights are requested. Kinds that the user is known to have no right to order come last,
 * with the reason. The answer waits for the rights; one that they rule out is asked for again.
 */
export async function askSort(
  parts: RightsParts,
  now: OrderSort,
  hasBack: boolean,
  count?: StepCount,
): Promise<OrderSort | typeof back | undefined> {
  const requested = readRights(parts);
  const option = (value: OrderSort, text: string): Option<OrderSort> => ({
    value,
    label: labelOfSort(value),
    text,
    whyNot: whyNotSort(value, rightsNow(parts.subscriptions, parts.contracts)),
  });
  for (;;) {
    const sort = await chooseOne({
      title: l10n.t('What do you want to order?'),
      placeholder: l10n.t('The draft is a file. Nothing is ordered yet.'),
      items: [
        option('report', l10n.t('objects or changes found on one or two images')),
        option('product', l10n.t('the images, clipped to the area')),
      ],
      now,
      hasBack,
      count,
    });
    if (sort === undefined || sort === back) return sort;
    const whyNot = whyNotSort(sort, await requested);
    if (whyNot === undefined) return sort;
    void showWarningMessage(notOffered(sort, whyNot));
  }
}

/** Loads anything that hasn't been loaded yet. Rights that can't be read don't rule anything out. */
export async function readRights({ subscriptions, contracts }: RightsParts): Promise<OrderRights> {
  const unknown = [subscriptions, contracts.services].filter(
    ({ current }) => readValue<unknown>(current.peek()) === undefined,
  );
  if (unknown.length > 0) {
    await inStatusBar(l10n.t('Loading subscriptions…'), () =>
      Promise.all(unknown.map(reader => reader.refresh())),
    );
  }
  return rightsNow(subscriptions, contracts);
}

function labelOfSort(sort: OrderSort): string {
  return sort === 'report' ? l10n.t('Analytic report') : l10n.t('Image product');
}

function notOffered(sort: OrderSort, whyNot: string): string {
  return l10n.t('{0}: {1}.', labelOfSort(sort), whyNot);
}

function whyNotSort(sort: OrderSort, rights: OrderRights): string | undefined {
  const kinds = sort === 'report' ? [analyticOrderKind] : ['order.data.product', 'order.data.gb.product'];
  const [first, ...others] = kinds.map(kind => whyNoRole(kind, rights) ?? whyNotPaid(kind, rights));
  return others.includes(undefined) ? undefined : first;
}

/**
 * Drafts an order on images of an AOI: for the active area, the images that are selected for it; otherwise the user is
 * asked for images, and for an area if there is none. Offers to sign in first if needed.
 *
 * @param isKindAsked whether the previous step asked for the kind of order
 */
async function draftOnImages(
  { session, catalog, estimates }: OrderDraftParts,
  argument: unknown,
  isKindAsked: boolean,
  use: ImageUse,
  draftOn: (images: readonly Image[], on: DraftOn) => End,
): End {
  const pricesRead = estimates.need();
  const before = isKindAsked ? 1 : 0;
  let hasAsked = false;
  for (;;) {
    // If the user chose the area, its search made it the active one, so ask again instead of taking the active one.
    const area = hasAsked
      ? await askForArea(isKindAsked)
      : await chooseOrderArea(catalog, argument, isKindAsked);
    if (area === undefined || area === back) return area;
    const { aoi, isAsked } = area;
    if (crossesAntimeridian(aoi.polygon)) return offerToSplit(aoi);
    const signedIn = await signedInFirst(session);
    if (!signedIn) return undefined;
    // Otherwise, the first question would miss what the order may cost.
    await pricesRead;
    const on = { aoi, signedIn, before: before + (isAsked ? 1 : 0) };
    if ((await draftOnArea(catalog, on, use, draftOn)) !== back) return undefined;
    if (!isAsked) return back;
    hasAsked = true;
  }
}

/** It can be searched, cut into two polygons, but an order takes one. */
async function offerToSplit({ name, uri, path }: AoiSource): Promise<undefined> {
  const split = l10n.t('Split Areas into Files…');
  const message = l10n.t(
    "{0} crosses the antimeridian. An order's area ends there: split it, and order each side.",
    safeLine(name),
  );
  if ((await showWarningMessage(message, split)) === split) {
    await runCommand('swath.splitAreaFiles', { uri, path });
  }
}

async function draftOnArea(
  catalog: Catalog,
  on: DraftOn,
  use: ImageUse,
  draftOn: (images: readonly Image[], on: DraftOn) => End,
): End {
  const { aoi, before } = on;
  const chosen = await chosenFor(catalog, aoi);
  if (chosen.length > 0) return draftOn(chosen, on);
  for (;;) {
    const images = await chooseOrderImages(catalog, aoi, use, before > 0);
    if (images === undefined || images === back) return images;
    if ((await draftOn(images, { ...on, before: before + 1 })) !== back) return undefined;
  }
}

/** The selected images, if they are for this area: found by its search, or showing it if they were found elsewhere. */
async function chosenFor(catalog: Catalog, aoi: AoiSource): Promise<readonly Image[]> {
  const chosen = catalog.selectedImages.peek();
  const state = catalog.current.peek();
  if (chosen.length === 0 || !isActiveArea(state, aoi)) return [];
  if (!state.aoiChanged && !state.only?.images) return chosen;
  const { figures } = await loadFigures();
  return chosen.every(({ footprint }) => figures.coveredShare(aoi.polygon, footprint) > 0) ? chosen : [];
}

/**
 * Opens the draft of an order as an unsaved document beside the AOI's file, in the editor column of the AOI's text.
 *
 * @param aoi the AOI; omitted if it has no document
 * @param title names the file, and the order from then on
 * @param body of the request
 * @param names keep what the name of a file leaves out of the title, and when it was drafted
 */
export async function openOrderDraft(
  { uri }: { uri?: string },
  title: string,
  body: object,
  names?: DraftNames,
  onOpen?: Draft['onOpen'],
): Promise<vscode.TextEditor> {
  const text = `${stringify(body)}\n`;
  const draft = { name: title, ending: '.order.json', language: 'json', text, from: uri };
  return openDraft({
    ...draft,
    onOpen(document) {
      // Before it has its text, by which it can be taken for what was ordered.
      names?.remember(document.uri.path, title);
      onOpen?.(document);
    },
  });
}

/**
 * Drafts an analytic report order. Parameters as in {@link draftOrder}.
 *
 * @param analytics requested already
 */
export async function draftAnalyticOrder(
  parts: OrderDraftParts,
  argument?: unknown,
  isKindAsked = false,
  analytics?: EarlyAnalytics,
): End {
  if (!isKindAsked && !(await signedInFirst(parts.session))) return undefined;
  // Beside the rights, and while the user chooses images.
  const early = analytics ?? requestEarly(parts.session);
  // The previous step already checked the rights.
  if (!isKindAsked) {
    const whyNot = whyNotSort('report', await readRights(parts));
    if (whyNot !== undefined) throw new UserError(notOffered('report', whyNot));
  }
  return draftOnImages(parts, argument, isKindAsked, reportUse, (images, on) =>
    // The connection can have been switched since.
    draftReport(
      parts,
      images,
      on,
      early?.signedIn === on.signedIn ? early.answer : requestAnalytics(on.signedIn),
    ),
  );
}

/** The analytics that the service offers, requested before they are needed. */
interface EarlyAnalytics {
  signedIn: SignedIn;
  answer: Promise<Listed<Analytic>>;
}

function requestEarly(session: SessionOwner): EarlyAnalytics | undefined {
  const signedIn = asSignedIn(session.current.peek());
  if (!signedIn) return undefined;
  return { signedIn, answer: requestAnalytics(signedIn) };
}

/** The analytics that the service offers. A failure counts only once they are needed. */
export function requestAnalytics(signedIn: SignedIn): Promise<Listed<Analytic>> {
  const answer = signedIn.client().then(client => client.analytics());
  answer.catch(() => undefined);
  return answer;
}

/** @param requested the analytics that the service offers */
async function draftReport(
  parts: OrderDraftParts,
  images: readonly Image[],
  { aoi, before }: DraftOn,
  requested: Promise<Listed<Analytic>>,
): End {
  if (orderResolution(images) === undefined) {
    await offerProducts(images);
    return undefined;
  }
  const analytics = await inStatusBar(l10n.t('Loading analytics…'), () => requested);
  const { orderWork } = await import('../../rules/orderWork.ts');
  const size = await coveredSize(aoi, images, images.length === 2);
  const bodyFor = (analytic: Analytic, title: string) =>
    orderWork.bodyForArea({ kind: 'report', analytic }, title, aoi.polygon, images);
  for (;;) {
    const analytic = await chooseOne<Analytic | undefined>({
      title: l10n.t('Which analytic?'),
      placeholder: [chosenText(images), size].join(' · '),
      items: [
        ...analytics.map(candidate => {
          const option = analyticOption(candidate, whyNotRunnable(candidate, images));
          const cost = draftEstimate(parts, bodyFor(candidate, ''), images);
          return cost === undefined ? option : { ...option, text: [cost, option.text].join(' · ') };
        }),
        ...lackOptions(analytics),
      ],
      now: undefined,
      hasBack: before > 0,
      count: { step: 1, of: 2 },
    });
    if (analytic === undefined || analytic === back) return analytic;
    const date = imageDays(images);
    const body = bodyFor(analytic, '');
    const cost = draftCost(parts, body, images);
    const title = await askTitle(`${aoi.name} ${analytic.name} ${date}`.trim(), { step: 2, of: 2 }, cost);
    if (title === undefined) return undefined;
    if (title === back) continue;
    await openOrderDraft(aoi, title, bodyFor(analytic, title), parts.draftNames);
    return undefined;
  }
}

/** Of an area, and what the images cover of it together if that is less; of a compared pair, what both cover. */
async function coveredSize(
  { polygon, areaKm2 }: AoiSource,
  images: readonly Image[],
  isPair = false,
): Promise<string> {
  const { figures } = await loadFigures();
  const { share: together } = figures.footprintCover(
    polygon,
    images.map(({ footprint }) => footprint),
  );
  const ofEach = isPair ? figures.measureShares(polygon, images) : [];
  const share = isPair ? roundedShare(ofEach.reduce((sum, own) => sum + own, -together)) : together;
  const size = areaText(areaKm2);
  if (share === 1) return size;
  const covered = shareText(share);
  if (images.length === 1) return l10n.t('covers {0} of {1}', covered, size);
  return isPair
    ? l10n.t('both cover {0} of {1}', covered, size)
    : l10n.t('together they cover {0} of {1}', covered, size);
}

type Estimating = Pick<OrderDraftParts, 'estimates'>;

export function draftEstimate({ estimates }: Estimating, body: Members, images: readonly Image[]) {
  return estimates.current.peek()?.orderText(body, id => images.find(image => image.id === id));
}

/** What it may cost; where no price is known, that asking for one is free. */
function draftCost(parts: Estimating, body: Members, images: readonly Image[]): string | undefined {
  return draftEstimate(parts, body, images) ?? parts.estimates.current.peek()?.noPriceText();
}

/** Images that don't work for a report may still work for products. */
async function offerProducts(images: readonly Image[]): Promise<void> {
  const why = whyNoReport(images) ?? '';
  if (!images.every(({ constellation }) => isConstellation(constellation))) throw new UserError(why);
  const products = l10n.t('Draft Product Order');
  if ((await showWarningMessage(why, products)) === products) await runCommand('swath.draftProductOrder');
}

export function analyticOption(analytic: Analytic, whyNot?: string): Option<Analytic | undefined> {
  const { name, code, description } = analytic;
  return { value: analytic, label: name, text: description ?? code, whyNot };
}

/** @param value the suggested title; @param cost what the order may cost */
export function askTitle(
  value: string,
  count?: StepCount,
  cost?: string,
): Promise<string | typeof back | undefined> {
  const what = l10n.t('The name or reference by which you recognize the report');
  const prompt = cost === undefined ? what : `${what} · ${cost}`;
  return askText(l10n.t('Title of the report'), prompt, value, count);
}

/**
 * Drafts image products, with each image clipped to the AOI. Parameters as in {@link draftOrder}.
 *
 * @param isPriceAsked whether the user asked for the price of what is usual: nothing is asked, and the price follows
 */
export function draftProductOrder(
  parts: OrderDraftParts,
  argument?: unknown,
  { isKindAsked = false, isPriceAsked = false } = {},
): End {
  return draftOnImages(parts, argument, isKindAsked, productUse, async (images, { aoi, before }) => {
    const whyNot = productUse.whyNot(images);
    if (whyNot !== undefined) throw new UserError(whyNot);
    const { orderWork } = await import('../../rules/orderWork.ts');
    const proposals = images.flatMap(image => orderWork.draftProduct(image, aoi.polygon) ?? []);
    const costText = (wishes: ProductWishes) =>
      draftCost(parts, { ...makeProductBody(images, proposals, wishes) }, images);
    const rights = await readRights(parts);
    const size = await coveredSize(aoi, images);
    // The map doesn't ask what to order if only the images can be ordered.
    const whyNone = whyNoReport(images) && l10n.t('reports need PHR or SPOT');
    const noReport = isKindAsked ? undefined : (whyNone ?? whyTooMany(images.length));
    const asking = { aoi, size, before, costText, noReport, ...rights };
    const wishes = isPriceAsked
      ? usualProducts(images, proposals, asking)
      : await askProducts(images, proposals, asking);
    if (wishes === undefined || wishes === back) return wishes;
    const body = makeProductBody(images, proposals, wishes);
    const { document } = await openOrderDraft(aoi, wishes.name, body, parts.draftNames);
    if (isPriceAsked) await runCommand('swath.priceOrder', document.uri.toString());
    return undefined;
  });
}

export const productUse: ImageUse = {
  whyNot(images) {
    const delivered = images.find(isDeliveredItem);
    if (delivered) {
      return l10n.t(
        '{0} is a delivered product in the private workspace. Select images of the catalog.',
        delivered.id,
      );
    }
    const foreign = images.find(({ constellation }) => !isConstellation(constellation));
    if (!foreign) return undefined;
    return l10n.t(
      'Products are made from PNEO (0.3 m), PHR (0.5 m) and SPOT (1.5 m) images, not from {0}.',
      foreign.constellation ?? foreign.id,
    );
  },
  whyNever: image => productUse.whyNot([image]),
  howMany: () => l10n.t('Select one or more images.'),
};

function makeProductBody(
  images: readonly Image[],
  proposals: ProductOrderBody['products'],
  { kind, forms, imageFormat, crsCode }: ProductWishes,
): ProductOrderBody {
  return {
    kind,
    products: proposals.map(({ id, productType, radiometricProcessing, aoi }) => {
      const sensor = images.find(image => image.id === id)?.constellation;
      const form = forms.find(({ constellations }) => constellations.includes(sensor));
      return {
        id,
        productType: form?.productType ?? productType,
        radiometricProcessing: form?.radiometricProcessing ?? radiometricProcessing,
        imageFormat,
        crsCode,
        aoi,
      };
    }),
  };
}
