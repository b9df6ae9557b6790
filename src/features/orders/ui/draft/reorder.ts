import * as l10n from '@vscode/l10n';
import type { Feature, Polygon } from 'geojson';
import stringify from 'json-stringify-pretty-compact';
import { isoDay, parseMoment } from '../../../../base/words/moment.ts';
import { safeLine } from '../../../../base/words/safeText.ts';
import { prepareAoi } from '../../../../geo/coverage.ts';
import {
  type Analytic,
  imagesNeeded,
  whyNotRunnable,
  whyNotSupported,
} from '../../../../service/rules/analyticOrder.ts';
import { customName } from '../../../../service/rules/customName.ts';
import { type Image, isStereo } from '../../../../service/rules/imagery.ts';
import { orderName } from '../../../../service/rules/kindText.ts';
import { type Order, orderPhase } from '../../../../service/rules/order.ts';
import { bodyImageIds, type Members } from '../../../../service/rules/orderContents.ts';
import { orderPart } from '../../../../service/rules/orderMembers.ts';
import { back } from '../../../../platform/dialogs/steps.ts';
import { inStatusBar, showWarningMessage } from '../../../../platform/dialogs/window.ts';
import { areaEnding } from '../../../../platform/documents/areaFile.ts';
import { openDraft } from '../../../../platform/documents/openDraft.ts';
import { currentText } from '../../../../platform/documents/swathDocuments.ts';
import { UserError } from '../../../../platform/host/userError.ts';
import type { Account } from '../../../../session/account.ts';
import type { SessionOwner, SignedIn } from '../../../../session/session.ts';
import { signedInFirst } from '../../../../session/ui/signedInFirst.ts';
import { type AoiSource, type Catalog, isSameArea } from '../../../images/index.ts';
import { findAreasAside } from '../../../areas/index.ts';
import { areaDocuments, askForArea, documentAoi, resolveAoi } from '../../../areas/ui/index.ts';
import type { DraftNames } from '../../draftNames.ts';
import type { Journal } from '../../journal.ts';
import { isUnconfirmed, listAttempts, type OrderAttempt, placedSince } from '../../orderAttempts.ts';
import { type Orders, withNames } from '../../orders.ts';
import { ordersOn } from '../../ordersHere.ts';
import { bodyHash } from '../../rules/orderBody.ts';
import type { PastBody } from '../../rules/pastOrder.ts';
import { chooseOrder } from '../chooseOrder.ts';
import { unresolvedText } from '../words/outcome.ts';
import { doubleText } from '../words/placed.ts';
import { askTitle, openOrderDraft, productUse } from './draftOrder.ts';
import { chooseOne } from './optionStep.ts';
import { chooseOrderImages, type ClearById, type ImageUse, reportUse, whyNoReport } from './orderImages.ts';

export interface ReorderParts {
  session: SessionOwner;
  catalog: Catalog;
  orders: Pick<Orders, 'current' | 'refresh'>;
  journal: Pick<Journal, 'read'>;
  account: Pick<Account, 'current'>;
  draftNames?: DraftNames | undefined;
}

type Change = 'nothing' | 'images' | 'area';

/**
 * Drafts a past order again: unchanged, with other images, or for another AOI. Doesn't price or place it.
 *
 * @param argument the row of an order or its id; otherwise the user is asked
 */
export async function reorder(parts: ReorderParts, argument?: unknown): Promise<void> {
  const signedIn = await signedInFirst(parts.session);
  const listed = signedIn && (await chooseOrder(parts.orders, argument));
  if (!signedIn || !listed) return;
  const { order, past } = await readPast(parts, signedIn, listed);
  if (past.missing.length > 0) {
    // VS Code marks what is missing.
    await openOrderDraft({}, orderName(order), past.body, parts.draftNames);
    const missing = past.missing.join(', ');
    void showWarningMessage(
      l10n.t(
        'The draft of {0} is incomplete: {1} is unknown. Add what is missing.',
        orderName(order),
        missing,
      ),
    );
    return;
  }
  for (;;) {
    const change = await askChange(order, past);
    if (change === undefined) return;
    if (change === 'nothing') {
      await openOrderDraft({}, orderName(order), past.body, parts.draftNames);
      const attempts = listAttempts(await parts.journal.read(), ordersOn(signedIn.connection, parts.account));
      const warning = doubleWarning(attempts, order, past.body, parts.catalog.clock.now());
      if (warning !== undefined) void showWarningMessage(warning);
      return;
    }
    const end = await draftChanged(parts, signedIn, order, past.body, change);
    if (end !== back) return;
  }
}

/** Lists contain less than a single order, which is read only if something is missing. */
async function readPast({ journal, account }: ReorderParts, signedIn: SignedIn, listed: Order) {
  const { orderWork } = await import('../../rules/orderWork.ts');
  const attempts = listAttempts(await journal.read(), ordersOn(signedIn.connection, account));
  const sent = attempts.findLast(
    ({ outcome }) => outcome?.event === 'placed' && outcome.orderId === listed.id,
  )?.body;
  const known = orderWork.pastBody(listed, sent);
  if (known?.missing.length === 0) return { order: listed, past: known };
  const single = await inStatusBar(l10n.t('Loading the order…'), async () =>
    (await signedIn.client()).order(listed.id),
  );
  const order = withNames(single, listed);
  const past = orderWork.pastBody(order, sent);
  if (past) return { order, past };
  throw new UserError(
    l10n.t(
      "The service doesn't report the details of {0}, and it was not placed on this machine. Draft it from its area instead.",
      orderName(order),
    ),
  );
}

async function askChange(order: Order, { body }: PastBody): Promise<Change | undefined> {
  const { orderWork } = await import('../../rules/orderWork.ts');
  const areas = orderWork.orderedAreas(body).length;
  const whyNot = areas === 1 ? undefined : l10n.t('it has {0} areas: repeat it and change them there', areas);
  // A rejected order lacked balance, whatever its images.
  const hasFailed = orderPhase(order.status) === 'failed' && order.status.toLowerCase() !== 'rejected';
  const same = l10n.t('the same images and area');
  const change = await chooseOne<Change>({
    title: l10n.t('Order "{0}" again', orderName(order)),
    items: [
      {
        value: 'nothing',
        label: l10n.t('The Same Again'),
        text: hasFailed ? l10n.t('{0}, whose order failed', same) : same,
      },
      {
        value: 'images',
        label: l10n.t('With Other Images'),
        text: l10n.t('newer ones, for example'),
        whyNot,
      },
      { value: 'area', label: l10n.t('For Another Area'), text: l10n.t('with images of that area') },
    ],
    now: hasFailed ? 'images' : 'nothing',
    hasBack: false,
  });
  return change === back ? undefined : change;
}

/** The same order again within this time is probably a mistake, in milliseconds. */
const doubleOrderWindowMs = 10 * 60_000;

/**
 * A warning if exactly this order was, or may have been, placed a moment ago.
 *
 * @param now by the clock of the service
 */
function doubleWarning(
  attempts: readonly OrderAttempt[],
  order: Order,
  body: Members,
  now: number,
): string | undefined {
  const hash = bodyHash(body);
  const since = Date.now() - doubleOrderWindowMs;
  if (attempts.some(attempt => attempt.bodyHash === hash && isUnconfirmed(attempt))) return unresolvedText();
  const placed = placedSince(attempts, hash, since);
  if (placed) return doubleText(placed);
  // It may have been placed on another machine.
  const { id: orderId, createdAt: at = '' } = order;
  return Date.parse(at) >= now - doubleOrderWindowMs ? doubleText({ at, orderId }, now) : undefined;
}

/** Drafts a past order on images of its own area or another one. Asks for images, then the title, with Back buttons. */
async function draftChanged(
  { catalog, draftNames }: Pick<ReorderParts, 'catalog' | 'draftNames'>,
  signedIn: SignedIn,
  order: Order,
  body: Members,
  change: 'images' | 'area',
): Promise<typeof back | undefined> {
  const { orderWork } = await import('../../rules/orderWork.ts');
  const analytic = await orderedAnalytic(signedIn, body);
  const use = { ...reorderUse(body, analytic), before: bodyImageIds(body) };
  const areaName = () => areaNameIn(order, analytic?.name);
  for (;;) {
    const aoi = await areaFor(catalog, change, areaName, orderWork.orderedAreas(body)[0]?.polygon);
    if (aoi === undefined || aoi === back) return aoi;
    const propose = (offered: readonly Image[], clearById: ClearById) =>
      change === 'area'
        ? bodyImageIds(body)
        : newestThatFits(offered, bodyImageIds(body), aoi.polygon, use, clearById);
    for (;;) {
      const images = await chooseOrderImages(catalog, aoi, use, true, propose);
      if (images === undefined) return undefined;
      if (images === back) break;
      const next = orderWork.onOtherImages(body, images, aoi.polygon);
      const name = change === 'area' ? aoi.name : redated(orderName(order), images);
      const title = orderPart(body) === 'report' ? await askTitle(name) : name;
      if (title === undefined) return undefined;
      if (title === back) continue;
      await openOrderDraft(aoi, title, orderPart(body) === 'report' ? { ...next, title } : next, draftNames);
      return undefined;
    }
    // An order that keeps its area doesn't ask for one.
    if (change === 'images') return back;
  }
}

/**
 * The newest image of the same constellation that is newer than those ordered before, covers the whole area, is mostly clear
 * and can be ordered; for a pair, with the newest of those ordered before, to which it is compared.
 */
function newestThatFits(
  found: readonly Image[],
  before: readonly string[],
  area: Polygon,
  use: ImageUse,
  clearById: ClearById,
): string[] {
  const imageTime = ({ acquisitionDate }: Image) => parseMoment(acquisitionDate)?.time ?? -Infinity;
  const newestFirst = found.toSorted((a, b) => imageTime(b) - imageTime(a));
  const earlier = before.length > 1 ? newestFirst.find(({ id }) => before.includes(id)) : undefined;
  if (before.length > 1 && !earlier) return [];
  // Another sensor has another resolution and price. If those ordered before aren't listed, any can follow.
  const ordered = found.filter(({ id }) => before.includes(id));
  const sensors = new Set(ordered.map(image => image.constellation));
  const since = Math.max(-Infinity, ...ordered.map(imageTime));
  const shareIn = prepareAoi(area);
  const newest = newestFirst.find(
    image =>
      !before.includes(image.id) &&
      imageTime(image) > since &&
      (sensors.size === 0 || sensors.has(image.constellation)) &&
      image.processingLevel !== 'ALBUM' &&
      !isStereo(image) &&
      use.whyNot(earlier ? [earlier, image] : [image]) === undefined &&
      (clearById(image) ?? 0) >= minClearShare &&
      shareIn(image.footprint) >= wholeShare,
  );
  return newest ? [...(earlier ? [earlier.id] : []), newest.id] : [];
}

/** What counts as all of an area. */
const wholeShare = 0.999;
/** What counts as mostly clear. Nothing else is proposed: a person chooses what clouds are worth. */
const minClearShare = 0.8;

/** The date in a name is that of the image. */
function redated(name: string, images: readonly Image[]): string {
  const days = images.flatMap(({ acquisitionDate = '' }) => parseMoment(acquisitionDate)?.time ?? []);
  if (days.length === 0) return name;
  return name.replace(/\d{4}-\d{2}-\d{2}(?!.*\d{4}-\d{2}-\d{2})/, isoDay(Math.max(...days)));
}

async function orderedAnalytic(signedIn: SignedIn, body: Members): Promise<Analytic | undefined> {
  if (orderPart(body) !== 'report') return undefined;
  const analytics = await (await signedIn.client()).analytics();
  return analytics.find(({ code }) => code === body.analytic);
}

/** A report accepts only images that its analytic supports. */
function reorderUse(body: Members, analytic: Analytic | undefined): ImageUse {
  if (orderPart(body) !== 'report') return productUse;
  const needed = imagesNeeded(analytic?.type ?? '');
  return {
    howMany: () => howManyText(needed),
    isSingle: needed === 1,
    whyNever: image => whyNoReport([image]) ?? whyNotSupported(analytic, image.constellation ?? '?')?.surely,
    whyNot(images) {
      const whyNot = reportUse.whyNot(images);
      if (whyNot !== undefined || !analytic) return whyNot;
      const reason = whyNotRunnable(analytic, images);
      return reason === undefined ? undefined : l10n.t('{0}: {1}.', analytic.name, reason);
    },
  };
}

function howManyText(needed: number | undefined): string {
  switch (needed) {
    case 1:
      return l10n.t('Select one image.');
    case 2:
      return l10n.t('Select two images.');
    default:
      return reportUse.howMany();
  }
}

/** In longer files, an area is only looked for if they are open. Bytes. */
const longestSearched = 10_000_000;

/** An area of the workspace with this shape. */
async function areaInDocuments(polygon: Polygon): Promise<AoiSource | undefined> {
  for (const uri of await areaDocuments()) {
    const { areas } = await findAreasAside(await currentText(uri, longestSearched));
    const found = areas.find(area => isSameArea(area.polygon, polygon));
    if (found) return documentAoi({ uri }, found);
  }
  return undefined;
}

/** The proposed name of an order starts with that of its area, before the analytic and the days of the images. */
function areaNameIn(order: Order, analytic = ''): string {
  const title = customName(order) ?? '';
  const day = title.search(/\d{4}-\d{2}-\d{2}/);
  const start = (day < 0 ? title : title.slice(0, day)).trim();
  const name = start.toLowerCase().endsWith(analytic.toLowerCase())
    ? start.slice(0, start.length - analytic.length).trim()
    : start;
  return safeLine(name) || l10n.t('Area of interest');
}

async function areaFor(
  catalog: Catalog,
  change: 'images' | 'area',
  areaName: () => string,
  polygon: Polygon | undefined,
): Promise<AoiSource | typeof back | undefined> {
  if (change === 'area') {
    const area = await askForArea(true);
    return area === undefined || area === back ? area : area.aoi;
  }
  if (!polygon) return undefined;
  const active = catalog.current.peek().aoi;
  if (active && isSameArea(active.polygon, polygon)) return active;
  const found = await inStatusBar(l10n.t('Looking for the area in files…'), () => areaInDocuments(polygon));
  if (found) return found;
  // The user can also choose images on the map, which shows areas of documents.
  const name = areaName();
  const feature = { type: 'Feature', properties: { name }, geometry: polygon } as Feature;
  const text = `${stringify(feature)}\n`;
  const { document } = await openDraft({ name, ending: areaEnding, text, isQuiet: true });
  return resolveAoi({ uri: document.uri.toString(), path: ['geometry'] });
}
