import type { Image } from '../../model/images/imagery.ts';
import { back } from '../../editor/steps.ts';
import type { Catalog, AoiSource } from '../../images/catalog.ts';
import type { SessionOwner, SignedIn } from '../../account/session.ts';
import { askForArea, chooseOrderArea } from '../../areas/ui/chooseArea.ts';
import { chooseOrderImages, isActiveArea, type ImageUse } from './orderImages.ts';
import type { RightsParts } from './orderRights.ts';
import { signedInFirst } from '../../account/ui/signedInFirst.ts';
import type * as vscode from 'vscode';
import stringify from 'json-stringify-pretty-compact';
import { openDraft } from '../../editor/openDraft.ts';

/** What a draft is made from. */
export interface OrderDraftParts extends RightsParts {
  session: SessionOwner;
  catalog: Catalog;
}

export interface DraftParts {
  aoi: AoiSource;
  signedIn: SignedIn;
  /** Steps that were asked before: none where there is no way back. */
  before: number;
}

/** Asks for the rest of an order and opens its draft. */
export type DraftOn = (images: readonly Image[], parts: DraftParts) => Promise<typeof back | undefined>;

export interface DraftStart {
  session: SessionOwner;
  catalog: Catalog;
  /** The kind of the order was the step before. */
  isKindAsked: boolean;
}

/**
 * Has an order drafted on images of an AOI: those that are chosen for the AOI in hand; for any other AOI the user is
 * asked for them, and for the AOI where there is none at all. Offers to sign in first where needed.
 *
 * @param given an {@link AoiTarget}, or nothing for the AOI in hand, else the one at the cursor
 * @returns `back` for the step before, where there is one
 */
export async function draftOnImages(
  { session, catalog, isKindAsked }: DraftStart,
  given: unknown,
  use: ImageUse,
  draftOn: DraftOn,
): Promise<typeof back | undefined> {
  const before = isKindAsked ? 1 : 0;
  let wasAsked = false;
  for (;;) {
    // What was searched for an area that was asked for has put that area in hand.
    const area = wasAsked
      ? await askForArea(isKindAsked)
      : await chooseOrderArea(catalog, given, isKindAsked);
    if (area === undefined || area === back) return area;
    const { aoi, isAsked } = area;
    const signedIn = await signedInFirst(session);
    if (!signedIn) return undefined;
    const parts = { aoi, signedIn, before: before + (isAsked ? 1 : 0) };
    if ((await draftOnArea(catalog, parts, use, draftOn)) !== back) return undefined;
    if (!isAsked) return back;
    wasAsked = true;
  }
}

async function draftOnArea(
  catalog: Catalog,
  parts: DraftParts,
  use: ImageUse,
  draftOn: DraftOn,
): Promise<typeof back | undefined> {
  const { aoi, before } = parts;
  const chosen = catalog.selectedImages.peek();
  if (isActiveArea(catalog.current.peek(), aoi) && chosen.length > 0) return draftOn(chosen, parts);
  for (;;) {
    const images = await chooseOrderImages(catalog, aoi, use, before > 0);
    if (images === undefined || images === back) return images;
    if ((await draftOn(images, { ...parts, before: before + 1 })) !== back) return undefined;
  }
}

/**
 * Opens the draft of an order as an unsaved document beside the AOI's file, in the column of the AOI's text.
 *
 * @param aoi the AOI, or nothing where it has no document
 * @param body of the request
 */
export function openOrderDraft(
  { uri }: { uri?: string },
  title: string,
  body: object,
): Promise<vscode.TextEditor> {
  return openDraft({
    name: title,
    ending: '.order.json',
    language: 'json',
    text: `${stringify(body)}\n`,
    from: uri,
  });
}
