import type { Image } from '../model/images/imagery.ts';
import { isAoiTarget, resolveAoi } from '../platform/aoiDocument.ts';
import { back } from '../platform/steps.ts';
import type { AoiSource, Catalog } from '../state/catalog.ts';
import type { SessionOwner, SignedIn } from '../state/session.ts';
import { chooseOrderImages, isInHand, type ImageUse } from './orderImages.ts';
import { signedInFirst } from './signedInFirst.ts';

export interface DraftParts {
  aoi: AoiSource;
  under: SignedIn;
  /** Whether the images were asked for in the step before. */
  hasBack: boolean;
}

/** Asks for the rest of an order and opens its draft. */
export type DraftOn = (images: readonly Image[], parts: DraftParts) => Promise<typeof back | undefined>;

/**
 * Has an order drafted on images of an AOI: those that are chosen for the AOI in hand; for any other AOI the user is
 * asked for them. Offers to sign in first where needed.
 *
 * @param given an {@link AoiTarget}, or nothing for the AOI in hand, else the one at the cursor
 */
export async function draftOnImages(
  { session, catalog }: { session: SessionOwner; catalog: Catalog },
  given: unknown,
  use: ImageUse,
  draftOn: DraftOn,
): Promise<void> {
  const inHand = isAoiTarget(given) ? undefined : catalog.current.peek().aoi;
  const aoi = inHand ?? (await resolveAoi(given));
  if (!aoi) return;
  const under = await signedInFirst(session);
  if (!under) return;
  if (isInHand(catalog.current.peek(), aoi) && catalog.selectedImages.peek().length > 0) {
    await draftOn(catalog.selectedImages.peek(), { aoi, under, hasBack: false });
    return;
  }
  for (;;) {
    const images = await chooseOrderImages(catalog, aoi, use);
    if (!images || (await draftOn(images, { aoi, under, hasBack: true })) !== back) return;
  }
}
