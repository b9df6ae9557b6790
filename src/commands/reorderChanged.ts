import type { Feature } from 'geojson';
import stringify from 'json-stringify-pretty-compact';
import * as vscode from 'vscode';
import { whyNotRunnable } from '../model/order/analyticOrder.ts';
import type { Order } from '../model/order/order.ts';
import { imagesOf, type Members } from '../model/order/orderContents.ts';
import { partOf } from '../model/order/orderMembers.ts';
import { orderName } from '../model/words/orderName.ts';
import { resolveAoi } from '../platform/aoiDocument.ts';
import { openDraft } from '../platform/openDraft.ts';
import { openOrderDraft } from '../platform/openOrderDraft.ts';
import { back } from '../platform/steps.ts';
import type { Catalog } from '../state/catalog.ts';
import type { AoiSource } from '../state/catalogState.ts';
import type { SignedIn } from '../state/session.ts';
import { askTitle } from './draftAnalyticOrder.ts';
import { productUse } from './draftProductOrder.ts';
import { askForArea } from './orderArea.ts';
import { chooseOrderImages, reportUse, type ImageUse } from './orderImages.ts';

/** A past order, under whose session it is read. */
export interface FormerOrder {
  under: SignedIn;
  order: Order;
  body: Members;
}

/** Drafts a past order on images of its own area or of another: images, then the title, each with a way back. */
export async function draftChanged(
  catalog: Catalog,
  { under, order, body }: FormerOrder,
  change: 'images' | 'area',
): Promise<typeof back | undefined> {
  const { orderWork } = await import('../model/order/orderWork.ts');
  const use = await useOf(under, body);
  for (;;) {
    const aoi = await areaFor(change, order, orderWork.areasOf(body)[0]);
    if (aoi === undefined || aoi === back) return aoi;
    const proposed = change === 'area' ? imagesOf(body) : [];
    for (;;) {
      const images = await chooseOrderImages(catalog, aoi, use, { hasBack: true, proposed });
      if (images === undefined) return undefined;
      if (images === back) break;
      const next = orderWork.onOtherImages(body, images, aoi.polygon);
      const name = change === 'area' ? aoi.name : orderName(order);
      const title = partOf(body) === 'report' ? await askTitle(name) : name;
      if (title === undefined) return undefined;
      if (title === back) continue;
      await openOrderDraft(aoi, title, partOf(body) === 'report' ? { ...next, title } : next);
      return undefined;
    }
    // Its own area is not asked for.
    if (change === 'images') return back;
  }
}

/** A report takes only images that its analytic runs on. */
async function useOf(under: SignedIn, body: Members): Promise<ImageUse> {
  if (partOf(body) !== 'report') return productUse;
  const analytics = await (await under.client()).analytics();
  const analytic = analytics.find(({ code }) => code === body.analytic);
  return {
    howMany: () => reportUse.howMany(),
    whyNot(images) {
      const whyNot = reportUse.whyNot(images);
      if (whyNot !== undefined || !analytic) return whyNot;
      const reason = whyNotRunnable(analytic, images);
      return reason === undefined ? undefined : vscode.l10n.t('{0}: {1}.', analytic.name, reason);
    },
  };
}

async function areaFor(
  change: 'images' | 'area',
  order: Order,
  polygon: object | undefined,
): Promise<AoiSource | typeof back | undefined> {
  if (change === 'area') {
    const area = await askForArea(true);
    return area === undefined || area === back ? area : area.aoi;
  }
  if (!polygon) return undefined;
  // Images are chosen on the map too, which shows areas of documents.
  const name = orderName(order);
  const feature = { type: 'Feature', properties: { name }, geometry: polygon } as Feature;
  const text = `${stringify(feature)}\n`;
  const { document } = await openDraft({ name, ending: '.geojson', text, isQuiet: true });
  return resolveAoi({ uri: document.uri.toString(), path: ['geometry'] });
}
