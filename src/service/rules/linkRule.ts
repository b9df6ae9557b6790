import * as l10n from '@vscode/l10n';
import { type Connection, isLoopback, linkOrigins, trustedOrigins } from './connection.ts';

/**
 * The purpose for which an address from a response is requested. `answer`: the JSON of a redirected call; the others
 * are links, with or without a redirect.
 */
export type LinkKind = 'picture' | 'tile' | 'delivery' | 'answer';

/**
 * API paths of other calls, below `/api/v1`. A link to them would read the account at best, and change it at worst:
 * links to them are never followed.
 */
const ownPaths: readonly string[] = [
  'me',
  'contracts',
  'subscriptions',
  'orders',
  'prices',
  'apikeys',
  'analytics',
  'opensearch',
];

/** At any position: revokes by a GET, or signs in or out. */
const neverFollowed: readonly string[] = ['revoke', 'auth', 'realms'];

/** At any position: uses the streaming allowance. */
const streamed: readonly string[] = ['wmts', 'wms', 'wcs', 'buffer'];

/**
 * What the known addresses below an item are for. There may be others: links are followed as the service sends them.
 */
const belowItem: Readonly<Record<string, LinkKind>> = {
  download: 'delivery',
  thumbnail: 'picture',
  quicklook: 'picture',
};

/**
 * The one rule for addresses from a response, links and redirects alike: whether this one may be requested, with or
 * without a token. On the hosts of the connection, the path decides, because all four are often the same.
 *
 * @param label the address for display, without query and secrets
 * @returns why not, as a sentence
 */
export function whyNotFollowed(
  connection: Connection,
  kind: LinkKind,
  address: URL,
  label: string,
): string | undefined {
  const { protocol, origin, pathname, username, password, hostname } = address;
  const isPlain =
    protocol !== 'https:' && !(protocol === 'http:' && isLoopback(hostname) && isLocal(connection));
  if (isPlain || username !== '' || password !== '')
    return l10n.t("Swath didn't follow the link to {0}: it isn't https:// without credentials.", label);
  if (!trustedOrigins(connection).has(origin) || isOpenPath(kind, pathname)) return undefined;
  return l10n.t("Swath didn't follow the link to {0}: it isn't an address for this content.", label);
}

export function tokenOrigins(connection: Connection, kind: LinkKind, url: URL): ReadonlySet<string> {
  const origins = linkOrigins(connection);
  // A call of the client itself may be redirected to another path of the same host.
  return kind === 'answer' ? new Set([...origins, url.origin]) : origins;
}

/** Whether the service itself is on this machine: then its links may be, too. */
function isLocal(connection: Connection): boolean {
  return [...trustedOrigins(connection)].some(origin => isLoopback(new URL(origin).hostname));
}

function isOpenPath(kind: LinkKind, pathname: string): boolean {
  const words = pathWords(pathname);
  if (!words || words.some(word => neverFollowed.includes(word))) return false;
  if (kind !== 'tile' && words.some(word => streamed.includes(word))) return false;
  if (kind === 'answer') return true;
  return words.every((word, index) => {
    const [version = '', name = '', , last = ''] = words.slice(index + 1, index + 5);
    if (word !== 'api' || !/^v\d+$/.test(version)) return true;
    if (name === 'items' && Object.hasOwn(belowItem, last)) return belowItem[last] === kind;
    return !ownPaths.includes(name);
  });
}

/**
 * The same rule for copied scripts: a pattern that JavaScript and Python read alike, which finds what no link is followed
 * to. It is for the words of a path, with a slash before and after each.
 */
export function closedPlaces(kind: 'picture' | 'delivery'): string {
  const others = Object.keys(belowItem).filter(name => belowItem[name] !== kind);
  const anywhere = [...neverFollowed, ...streamed].join('|');
  return `/(${anywhere})/|/api/v[0-9]+/((${ownPaths.join('|')})/|items/[^/]*/(${others.join('|')})/)`;
}

/**
 * The segments of a path as the most lenient server could read them: fully decoded, without parameters and extensions,
 * lowercase, without empty ones. `undefined` for a path that hides its meaning.
 */
function pathWords(pathname: string): string[] | undefined {
  const path = unescaped(pathname);
  const segments = path?.toLowerCase().split(/[/\\]/).map(withoutParameters);
  if (!segments || segments.includes('..')) return undefined;
  return segments
    .filter(segment => segment !== '' && segment !== '.')
    .map(segment => /^[\w-]*/.exec(segment)?.[0] ?? '');
}

function withoutParameters(segment: string): string {
  return segment.replace(/[;?#].*/s, '').trim();
}

/** More than any server decodes. */
export const maxDecodings = 4;

/** Without percent-encoding of ASCII; `undefined` if it is encoded too many times. */
export function unescaped(text: string): string | undefined {
  let before = text;
  for (let round = 0; round <= maxDecodings; round++) {
    const after = before.replaceAll(/%([0-7][0-9a-f])/gi, (_all, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
    if (after === before) return after;
    before = after;
  }
  return undefined;
}
