/** Calls that the user wants to see: what each does, and whether it spends money. */
import * as l10n from '@vscode/l10n';
import stringify from 'json-stringify-pretty-compact';
import type { Connection } from '../../../service/rules/connection.ts';
import type { SearchCriteria } from '../../../service/rules/searchCriteria.ts';
import {
  orderRequest,
  priceRequest,
  readOrderRequest,
  requestUrl,
  searchRequest,
  type ServiceRequest,
  tokenPath,
} from '../../../service/rules/serviceRequest.ts';

export interface PlannedCall {
  request: ServiceRequest;
  /** A sentence. */
  purpose: string;
  /** Another one: what the call leaves out. */
  leftOut?: string | undefined;
  spendsMoney: boolean;
  gives: 'images' | 'price' | 'placed' | 'order';
}

export interface RequestPlan {
  /** Display name of the subject: external text. */
  title: string;
  calls: readonly PlannedCall[];
  /** Of all images that are found, the one that is wanted. */
  imageId?: string;
}

/** @param tools names and least versions of what runs the script */
export function requiresText(tools: string): string {
  return l10n.t('Requires {0}, and your API key in the environment variable SWATH_API_KEY.', tools);
}

export function headLines(connection: Connection, { title }: RequestPlan): string[] {
  const subject = [commentText(title), commentText(connection.name)].filter(Boolean).join(', ');
  const sandbox = l10n.t("The built-in sandbox has no address, so these requests can't reach it.");
  return [`# Swath: ${subject}`, ...(connection.authUrl.endsWith('.invalid') ? [`# ${sandbox}`] : [])];
}

export function exchangeText(): string {
  return l10n.t("Exchanges the key for a token. Don't repeat it if refused: a wrong key suspends access.");
}

export function orderPlan(title: string, body: unknown): RequestPlan {
  return {
    title,
    calls: [
      {
        request: priceRequest(body),
        purpose: l10n.t('The price. It costs nothing.'),
        spendsMoney: false,
        gives: 'price',
      },
      {
        request: orderRequest(body),
        purpose: l10n.t('The order. THIS SPENDS MONEY each time it is sent. Check the price first.'),
        spendsMoney: true,
        gives: 'placed',
      },
    ],
  };
}

export function readOrderPlan(title: string, orderId: string): RequestPlan {
  const purpose = l10n.t('The current state of the order.');
  return {
    title,
    calls: [{ request: readOrderRequest(orderId), purpose, spendsMoney: false, gives: 'order' }],
  };
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
  /** What limits the list of its images, in words: the service has no criteria for it. */
  listFilters: readonly string[] = [],
): RequestPlan {
  const request = searchRequest(connection, criteria, 1, itemsPerPage, today);
  const purpose = l10n.t('The first page of the search.');
  const leftOut =
    listFilters.length === 0
      ? undefined
      : l10n.t('Without the filters of the list: {0}.', listFilters.join(', '));
  return { title, calls: [{ request, purpose, leftOut, spendsMoney: false, gives: 'images' }] };
}

export function purposeText({ purpose, leftOut }: Pick<PlannedCall, 'purpose' | 'leftOut'>): string {
  return leftOut === undefined ? purpose : `${purpose} ${leftOut}`;
}

/** External text as one harmless line of a comment: none of its characters is special in a shell or a file. */
export function commentText(text: string): string {
  return text
    .replaceAll(/[^\p{L}\p{M}\p{N}._,+-]+/gu, ' ')
    .trim()
    .slice(0, 100);
}

/**
 * Invisible and unsafe to paste: controls, including those of a terminal (C1), and characters that reorder a line. Not
 * the line break.
 */
const unseen = /[^\P{C}\n]|[\p{Zl}\p{Zp}]/gu;

/**
 * JSON of the same value that can be pasted anywhere: an exclamation mark triggers the history of a shell, and two
 * braces a variable of a request file. Both occur only inside strings, like invisible characters.
 */
export function pastableJson(value: unknown): string {
  return stringify(value)
    .replaceAll('!', String.raw`\u0021`)
    .replaceAll('{{', String.raw`{\u007b`)
    .replaceAll(unseen, character => character.split('').map(escaped).join(''));
}

/** @param unit one half of a surrogate pair, or a whole character */
function escaped(unit: string): string {
  return String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/**
 * The calls as a request file (`.http`) for the REST Client extension. It contains no key: that comes from the
 * environment. Calls that spend money ask for confirmation before they are sent.
 */
export function requestFile(connection: Connection, plan: RequestPlan): string {
  const { calls } = plan;
  const hosts = [...new Set(['authUrl', ...calls.map(({ request }) => request.host)] as const)];
  const head = [
    ...headLines(connection, plan),
    `# ${l10n.t("Set the environment variable SWATH_API_KEY before the editor starts. Don't add the key to this file.")}`,
    ...hosts.map(host => `@${host} = ${connection[host]}`),
    '@apiKey = {{$processEnv SWATH_API_KEY}}',
  ];
  const exchange = [
    `### ${exchangeText()}`,
    '# @name token',
    noRedirect,
    `POST {{authUrl}}${tokenPath}`,
    'Accept: application/json',
    'Content-Type: application/x-www-form-urlencoded',
    '',
    'apikey={{%apiKey}}&client_id=IDP&grant_type=api_key',
  ];
  const parts = calls.map((call, index) => callLines(connection, call, index + 1));
  return `${[head, exchange, ...parts].map(lines => lines.join('\n')).join('\n\n')}\n`;
}

/** REST Client follows redirects to wherever they lead, with the key and the token. */
const noRedirect = '# @no-redirect';

function callLines(connection: Connection, call: PlannedCall, number: number) {
  const { request, spendsMoney } = call;
  return [
    `### ${number}. ${purposeText(call)}`,
    noRedirect,
    // Makes REST Client ask before it sends.
    ...(spendsMoney ? ['# @note'] : []),
    `${request.method} ${placedAddress(connection, request)}`,
    'Accept: application/json',
    'Authorization: Bearer {{token.response.body.access_token}}',
    ...(request.json === undefined ? [] : ['Content-Type: application/json', '', pastableJson(request.json)]),
  ];
}

function placedAddress(connection: Connection, request: ServiceRequest): string {
  const { href } = requestUrl(connection, request);
  const host = connection[request.host];
  return href.startsWith(`${host}/`) ? `{{${request.host}}}${href.slice(host.length)}` : href;
}
