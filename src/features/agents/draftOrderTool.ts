import * as l10n from '@vscode/l10n';
import { analyticOrderKind, orderResolution, whyNotRunnable } from '../../service/rules/analyticOrder.ts';
import type { Image } from '../../service/rules/imagery.ts';
import { balanceAfter, formatAmount } from '../../service/rules/order.ts';
import { hasEverything } from '../../service/wire/listed.ts';
import { orderFilePattern, requireOrderBody } from '../../platform/documents/swathDocuments.ts';
import { describeError } from '../../platform/host/presentError.ts';
import { readingError, readValue } from '../../platform/host/reading.ts';
import { UserError } from '../../platform/host/userError.ts';
import { balanceOfNow } from '../../session/balanceOfNow.ts';
import { loadOrderWork, notOrderableText, type Product } from '../orders/rules/index.ts';
import { openOrderDraft } from '../orders/ui/index.ts';
import type { ReadingClient } from './foundImages.ts';
import type { ToolAnswer } from './toolAnswer.ts';
import { requireToolArea, type ToolArea } from './toolArea.ts';
import { timeOfService, type ToolDesk } from './toolDesk.ts';
import { problemTexts, toolDocument, toolName } from './toolDocument.ts';
import type { ToolInput } from './toolInputs.ts';

type DraftInput = ToolInput<'swath_draftOrder'>;

/**
 * Opens an order draft as an unsaved file. The user decides whether to price, save or place it. A draft that the
 * service would refuse isn't opened: its problems are returned instead.
 */
export async function draftOrder(
  desk: ToolDesk,
  input: DraftInput,
  signal: AbortSignal,
): Promise<ToolAnswer> {
  const area = await requireToolArea(input);
  const client = await desk.client();
  const images = await desk.found.byIds(input.imageIds, client, area.polygon, signal);
  const body =
    input.kind === analyticOrderKind
      ? await reportBody(input, area, images, client, signal)
      : await productBody(input, area, images);
  const { orderWork } = await loadOrderWork();
  const known = desk.facts.context();
  const problems = orderWork.checkOrder(body, {
    ...known,
    imageById: id => images.find(image => image.id === id) ?? known.imageById?.(id),
  });
  const reported = problemTexts(problems);
  if (problems.some(({ severity }) => severity === 'error')) {
    const next = 'Nothing was opened. Fix these and draft it again.';
    return { result: { opened: false, problems: reported, next } };
  }
  const { document } = await desk.drafts.open(
    onOpen => openOrderDraft(area.source ?? {}, input.title, body, desk.draftNames, onOpen),
    signal,
  );
  return {
    result: {
      opened: true,
      file: toolName(document.uri),
      problems: reported,
      next: 'The draft is open and not saved. It can be priced by this name. Only the user can place it, with the line above its text.',
    },
  };
}

async function reportBody(
  { title, analytic: code, product }: DraftInput,
  { polygon }: ToolArea,
  images: readonly Image[],
  client: ReadingClient,
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  if (product) throw unfitError('product');
  const analytics = await client.analytics(signal);
  const analytic = analytics.find(candidate => candidate.code === code);
  if (!analytic) {
    throw new UserError(
      analytics.length === 0
        ? hasEverything(analytics)
          ? l10n.t('The service offers no such analytic for your account. Draft image products instead.')
          : l10n.t("The list of analytics couldn't be read completely. Try again, or see the log.")
        : l10n.t(
            'A report needs "analytic", one of: {0}.',
            analytics.map(candidate => candidate.code).join(', '),
          ),
    );
  }
  const whyNot = whyNotRunnable(analytic, images);
  if (whyNot !== undefined)
    throw new UserError(
      l10n.t('{0}: {1}. Choose other images, or another analytic of the list.', analytic.name, whyNot),
    );
  if (orderResolution(images) === undefined) {
    throw new UserError(
      l10n.t('Reports are made from PHR (0.5 m) or SPOT (1.5 m) images. Choose images of one of them.'),
    );
  }
  const { orderWork } = await loadOrderWork();
  return { ...orderWork.bodyForArea({ kind: 'report', analytic }, title, polygon, images) };
}

function unfitError(field: keyof DraftInput): UserError {
  return new UserError(l10n.t('"{0}" doesn\'t fit this kind of order. Leave it out.', field));
}

async function productBody(
  { kind, analytic, product: wishes }: DraftInput,
  { polygon }: ToolArea,
  images: readonly Image[],
): Promise<Record<string, unknown>> {
  if (analytic !== undefined) throw unfitError('analytic');
  const { orderWork } = await loadOrderWork();
  const products = images.map(image => {
    const usual = orderWork.draftProduct(image, polygon);
    if (usual) return { ...usual, ...wishes } as Product;
    throw new UserError(
      l10n.t(
        'Products are made from PNEO (0.3 m), PHR (0.5 m) and SPOT (1.5 m) images, not from {0}. Leave that image out.',
        image.constellation ?? image.id,
      ),
    );
  });
  return { kind, products };
}

/** Asks the service for the price of an order file. Nothing is ordered. The lens above the file shows the price too. */
export async function priceOrder(
  desk: ToolDesk,
  { file }: ToolInput<'swath_priceOrder'>,
  signal: AbortSignal,
): Promise<ToolAnswer> {
  const body = requireOrderBody(await toolDocument(file, orderFilePattern));
  await desk.client();
  const startedAt = Date.now();
  const { orderWork } = await loadOrderWork();
  const problems = orderWork.checkOrder(body, desk.facts.context());
  if (problems.some(({ severity }) => severity === 'error')) {
    return {
      result: {
        priced: false,
        problems: problemTexts(problems),
        next: 'No price was requested. Fix these in the file, then price it again.',
      },
    };
  }
  const answer = await desk.prices.ask(body, signal, 'agent');
  switch (answer.kind) {
    case 'failed':
      throw answer.error;
    case 'cancelled':
      return {
        result: {
          priced: false,
          next: 'The request was canceled. Price the file again if the user still wants it.',
        },
      };
    case 'priced': {
      const { total, isEstimate, areaKm2, perDelivery, notOrderable } = answer.price;
      await balanceOfNow(desk.account);
      const known = desk.account.current.peek();
      const balance = readValue(known)?.contract.balance;
      // Whether it is enough isn't said by a balance of before: it can be spent by now.
      const problem: unknown = readingError(known);
      const after = problem === undefined ? balanceAfter(balance, total) : undefined;
      return {
        result: {
          priced: true,
          price: formatAmount(total),
          isEstimate,
          areaKm2,
          perDelivery: perDelivery.map(({ imageId, amount }) => ({ imageId, price: formatAmount(amount) })),
          readAt: timeOfService(desk, startedAt),
          balance: balance ? formatAmount(balance) : undefined,
          balanceReadAt: known.kind === 'ready' ? timeOfService(desk, known.at) : undefined,
          balanceNotRefreshed: problem === undefined ? undefined : describeError(problem),
          balanceAfter: after && formatAmount(after),
          isEnough: after && after.value >= 0,
          notOrderable: notOrderable === undefined ? undefined : notOrderableText(notOrderable),
          problems: problemTexts(problems),
          next: 'Only the user can place the order, with the line above its text.',
        },
      };
    }
  }
}
