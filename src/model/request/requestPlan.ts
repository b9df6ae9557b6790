/** Calls that the user wants to see: what each does, and whether it spends money. */
import * as l10n from '@vscode/l10n';
import type { Connection } from '../account/connection.ts';
import type { SearchCriteria } from '../images/searchQuery.ts';
import { commentText } from './plainText.ts';
import {
  orderRequest,
  priceRequest,
  readOrderRequest,
  searchRequest,
  type ServiceRequest,
} from './serviceRequest.ts';

export interface PlannedCall {
  request: ServiceRequest;
  /** A sentence. */
  does: string;
  spendsMoney: boolean;
  /** What the answer is. */
  gives: 'images' | 'price' | 'placed' | 'order';
}

export interface RequestPlan {
  /** Display name of the subject: external text. */
  title: string;
  calls: readonly PlannedCall[];
  /** Of all images that are found, the one that is wanted. */
  imageId?: string;
}

/** Comments that describe the calls. */
export function headLines(connection: Connection, { title }: RequestPlan): string[] {
  const subject = [commentText(title), commentText(connection.name)].filter(Boolean).join(', ');
  const sandbox = l10n.t("The built-in sandbox has no address, so these requests can't reach it.");
  return [`# Swath: ${subject}`, ...(connection.authUrl.endsWith('.invalid') ? [`# ${sandbox}`] : [])];
}

export function exchangeText(): string {
  return l10n.t(
    "Exchanges the key for a token. Don't repeat it after a refusal: a wrong key suspends access.",
  );
}

/** The price of an order, and the order itself. */
export function orderPlan(title: string, body: unknown): RequestPlan {
  return {
    title,
    calls: [
      {
        request: priceRequest(body),
        does: l10n.t('The price. It costs nothing.'),
        spendsMoney: false,
        gives: 'price',
      },
      {
        request: orderRequest(body),
        does: l10n.t('The order. THIS SPENDS MONEY each time it is sent. Check the price first.'),
        spendsMoney: true,
        gives: 'placed',
      },
    ],
  };
}

export function readOrderPlan(title: string, orderId: string): RequestPlan {
  const does = l10n.t('The current state of the order.');
  return { title, calls: [{ request: readOrderRequest(orderId), does, spendsMoney: false, gives: 'order' }] };
}

/**
 * The first page of a search.
 *
 * @param today `YYYY-MM-DD`
 * @throws RangeError where criteria contradict each other
 */
export function searchPlan(
  title: string,
  connection: Connection,
  criteria: SearchCriteria,
  itemsPerPage: number,
  today: string,
): RequestPlan {
  const request = searchRequest(connection, criteria, 1, itemsPerPage, today);
  const does = l10n.t('The first page of the search.');
  return { title, calls: [{ request, does, spendsMoney: false, gives: 'images' }] };
}
