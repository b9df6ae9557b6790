import * as l10n from '@vscode/l10n';
import { basename } from 'node:path';
import type { Image } from '../model/images/imagery.ts';
import { analyticOrderKind, orderResolution, whyNotRunnable } from '../model/order/analyticOrder.ts';
import type { Product } from '../model/order/productOrder.ts';
import { openOrderDraft } from '../orders/ui/orderDraft.ts';
import { UserError } from '../editor/userError.ts';
import { requireToolArea, type ToolArea } from './toolArea.ts';
import type { ToolDesk } from './toolDesk.ts';
import { toldProblems } from './toolDocument.ts';
import type { ReadingClient } from './foundImages.ts';
import type { ToolInput } from './toolInputs.ts';

type DraftInput = ToolInput<'swath_draftOrder'>;

/**
 * Opens the draft of an order as an unsaved file. Whether it is priced, saved or ordered is the user's choice. One that
 * the service would refuse is not opened: its problems are told instead.
 */
export async function draftOrder(desk: ToolDesk, input: DraftInput, signal: AbortSignal): Promise<object> {
  const area = await requireToolArea(input);
  const client = await desk.client();
  const images = await desk.found.byIds(input.imageIds, client, signal);
  const body =
    input.kind === analyticOrderKind
      ? await reportBody(input, area, images, client, signal)
      : await productBody(input, area, images);
  const { orderWork } = await import('../model/order/orderWork.ts');
  const known = desk.facts.context();
  const problems = orderWork.checkOrder(body, {
    ...known,
    imageOf: id => images.find(image => image.id === id) ?? known.imageOf?.(id),
  });
  const told = toldProblems(problems);
  if (problems.some(({ severity }) => severity === 'error')) {
    return { opened: false, problems: told, next: 'Nothing was opened. Mend these and draft it again.' };
  }
  const { document } = await openOrderDraft(area.source ?? {}, input.title, body);
  return {
    opened: true,
    file: basename(document.uri.path),
    problems: told,
    next: 'The draft is open and not saved. It can be priced by its file name. Only the user can place it, with the line above its text.',
  };
}

async function reportBody(
  { title, analytic: code, product }: DraftInput,
  { polygon }: ToolArea,
  images: readonly Image[],
  client: ReadingClient,
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  if (product) throw new UserError(l10n.t('"product" is for image products. Leave it out of a report.'));
  const analytics = await client.analytics(signal);
  const analytic = analytics.find(one => one.code === code);
  if (!analytic) {
    throw new UserError(
      l10n.t('A report needs "analytic", one of: {0}.', analytics.map(one => one.code).join(', ')),
    );
  }
  const whyNot = whyNotRunnable(analytic, images);
  if (whyNot !== undefined) throw new UserError(l10n.t('{0}: {1}.', analytic.name, whyNot));
  const resolution = orderResolution(images);
  if (resolution === undefined) {
    throw new UserError(l10n.t('Reports are made from PHR (0.5 m) or SPOT (1.5 m) images.'));
  }
  return {
    kind: analyticOrderKind,
    title,
    analytic: analytic.code,
    resolution,
    imageIds: images.map(({ id }) => id),
    aoi: { type: 'Polygon', coordinates: polygon.coordinates },
  };
}

async function productBody(
  { kind, title, analytic, product: wishes }: DraftInput,
  { polygon }: ToolArea,
  images: readonly Image[],
): Promise<Record<string, unknown>> {
  if (analytic !== undefined) {
    throw new UserError(l10n.t('"analytic" is for reports. Leave it out of a product order.'));
  }
  const { orderWork } = await import('../model/order/orderWork.ts');
  const products = images.map(image => {
    const usual = orderWork.draftProduct(image, polygon);
    if (usual) return { ...usual, ...wishes } as Product;
    throw new UserError(
      l10n.t(
        'Products are made from PNEO (0.3 m), PHR (0.5 m) and SPOT (1.5 m) images, not from {0}.',
        image.constellation ?? image.id,
      ),
    );
  });
  return { kind: kind, customerRef: title, products };
}
