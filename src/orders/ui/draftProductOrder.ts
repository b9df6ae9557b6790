import * as l10n from '@vscode/l10n';
import { isConstellation, type Image } from '../../model/images/imagery.ts';
import { linksOf } from '../../model/links.ts';
import type { ProductOrderBody } from '../../model/order/productOrder.ts';
import { openOrderDraft, draftOnImages, type OrderDraftParts } from './orderDraft.ts';
import { UserError } from '../../editor/userError.ts';
import { back } from '../../editor/steps.ts';
import type { ImageUse } from './orderImages.ts';
import { readRights } from './orderRights.ts';
import { askProducts, type ProductWishes } from './productSteps.ts';

/**
 * Drafts an order of image products as a document that holds exactly the request body: each image clipped to the AOI,
 * all in one form as far as their sensors allow. It is not saved: whether an order becomes a file of the workspace is
 * the user's choice.
 *
 * @param given an {@link AoiTarget}, or nothing for the AOI in hand, else the one at the cursor, else one that is asked
 *   for
 * @param isKindAsked the kind of the order was the step before
 * @returns `back` for the step before
 */
export function draftProductOrder(
  parts: OrderDraftParts,
  given?: unknown,
  isKindAsked = false,
): Promise<typeof back | undefined> {
  return draftOnImages({ ...parts, isKindAsked }, given, productUse, async (images, { aoi, before }) => {
    const whyNot = productUse.whyNot(images);
    if (whyNot !== undefined) throw new UserError(whyNot);
    const { orderWork } = await import('../../model/order/orderWork.ts');
    const proposals = images.flatMap(image => orderWork.draftProduct(image, aoi.polygon) ?? []);
    const wishes = await askProducts(images, proposals, { aoi, before, ...(await readRights(parts)) });
    if (wishes === undefined || wishes === back) return wishes;
    await openOrderDraft(aoi, wishes.name, bodyOf(images, proposals, wishes));
    return undefined;
  });
}

/** Images for products. */
export const productUse: ImageUse = {
  whyNot: whyNoProduct,
  howMany: () => l10n.t('Select one or more images.'),
};

/** Why no product can be made of these images, or `undefined`. */
function whyNoProduct(images: readonly Image[]): string | undefined {
  const delivered = images.find(({ links }) => linksOf(links, 'download').length > 0);
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
}

function bodyOf(
  images: readonly Image[],
  proposals: ProductOrderBody['products'],
  { kind, forms, imageFormat, crsCode }: ProductWishes,
): ProductOrderBody {
  const formOf = (id: string) =>
    forms.find(form => form.constellations.includes(images.find(image => image.id === id)?.constellation));
  return {
    kind,
    products: proposals.map(({ id, productType, radiometricProcessing, aoi }) => {
      const form = formOf(id);
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
