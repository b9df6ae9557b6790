import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import {
  analyticOrderKind,
  orderResolution,
  whyNotRunnable,
  type Analytic,
  type AnalyticOrderBody,
} from '../../model/order/analyticOrder.ts';
import { isConstellation, type Image } from '../../model/images/imagery.ts';
import { runCommand } from '../../editor/commands.ts';
import { openOrderDraft, draftOnImages, type DraftParts, type OrderDraftParts } from './orderDraft.ts';
import { UserError } from '../../editor/userError.ts';
import { back, type StepCount } from '../../editor/steps.ts';
import { showWarningMessage, withProgress } from '../../editor/window.ts';
import { signedInFirst } from '../../account/ui/signedInFirst.ts';
import { imagesText, reportUse, whyNoReport } from './orderImages.ts';
import { askText, chooseOne, type Option } from './optionStep.ts';
import { notAllowed, readRights, whyNotSort } from './orderRights.ts';

/**
 * Drafts an order of an analytic report as a document that holds exactly the request body. It is not saved: whether an
 * order becomes a file of the workspace is the user's choice. Images that are chosen for the AOI in hand are taken; for
 * any other AOI the user is asked for them.
 *
 * @param given an {@link AoiTarget}, or nothing for the AOI in hand, else the one at the cursor, else one that is asked
 *   for
 * @param isKindAsked the kind of the order was the step before
 * @returns `back` for the step before
 */
export async function draftAnalyticOrder(
  parts: OrderDraftParts,
  given?: unknown,
  isKindAsked = false,
): Promise<typeof back | undefined> {
  const { session, catalog } = parts;
  // The step before has told of a right that is missing.
  if (!isKindAsked) {
    if (!(await signedInFirst(session))) return undefined;
    const whyNot = whyNotSort('report', await readRights(parts));
    if (whyNot !== undefined) throw notAllowed('report', whyNot);
  }
  return draftOnImages({ session, catalog, isKindAsked }, given, reportUse, draftOn);
}

/** Asks for the rest and opens the draft. */
async function draftOn(
  images: readonly Image[],
  { aoi, signedIn, before }: DraftParts,
): Promise<typeof back | undefined> {
  const resolution = orderResolution(images);
  if (resolution === undefined) {
    await offerProducts(images);
    return undefined;
  }
  const analytics = await withProgress(
    { location: vscode.ProgressLocation.Window, title: l10n.t('Loading analytics') },
    async () => (await signedIn.client()).analytics(),
  );
  for (;;) {
    const analytic = await pickAnalytic(analytics, images, before);
    if (analytic === undefined || analytic === back) return analytic;
    const date = images[0]?.acquisitionDate?.slice(0, 10) ?? '';
    const title = await askTitle(`${aoi.name} ${analytic.name} ${date}`.trim(), {
      step: before + 2,
      of: before + 2,
    });
    if (title === undefined) return undefined;
    if (title === back) continue;
    const body: AnalyticOrderBody = {
      kind: analyticOrderKind,
      title,
      analytic: analytic.code,
      resolution,
      imageIds: images.map(image => image.id),
      aoi: { type: 'Polygon', coordinates: aoi.polygon.coordinates },
    };
    await openOrderDraft(aoi, title, body);
    return undefined;
  }
}

/** Says why the images make no report; what they can be ordered as instead is one press away. */
async function offerProducts(images: readonly Image[]): Promise<void> {
  const why = whyNoReport(images) ?? '';
  if (!images.every(({ constellation }) => isConstellation(constellation))) throw new UserError(why);
  const products = l10n.t('Draft Product Order');
  if ((await showWarningMessage(why, products)) === products) await runCommand('swath.draftProductOrder');
}

async function pickAnalytic(
  analytics: readonly Analytic[],
  images: readonly Image[],
  before: number,
): Promise<Analytic | typeof back | undefined> {
  return chooseOne<Analytic | undefined>({
    title: l10n.t('Which analytic?'),
    placeholder: imagesText(images.length),
    items: analytics.map(analytic => analyticOption(analytic, whyNotRunnable(analytic, images))),
    now: undefined,
    hasBack: before > 0,
    count: { step: before + 1, of: before + 2 },
  });
}

export function analyticOption(analytic: Analytic, whyNot?: string): Option<Analytic | undefined> {
  const { name, code, description } = analytic;
  return { value: analytic, label: name, text: description ?? code, whyNot };
}

/** @param value what is proposed */
export function askTitle(value: string, count?: StepCount): Promise<string | typeof back | undefined> {
  const prompt = l10n.t('The name or reference by which you recognize the report');
  return askText(l10n.t('Title of the report'), prompt, value, count);
}
