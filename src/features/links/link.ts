/**
 * Links to a search, an image, an area or an order: `vscode://swath.swath/open?v=1&link=…`, where `link` is JSON, deflated
 * and written in base64url. They contain no key, no address and no account: who opens one uses their own connection.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import { isRecord } from '../../base/fields.ts';
import { safeLine } from '../../base/words/safeText.ts';
import { checkAoi, withoutAltitude } from '../../geo/aoi.ts';
import { UserError } from '../../platform/host/userError.ts';
import { readSearchFile, type SavedSearch } from '../images/rules/index.ts';

export type Link =
  | { kind: 'search'; search: SavedSearch }
  /** The search finds the image again: services don't have to support IDs as a criterion. */
  | { kind: 'image'; id: string; search: SavedSearch }
  | { kind: 'area'; name: string; polygon: Polygon }
  | { kind: 'order'; id: string; connection: string };

/** Longer links are cut off by mail programs and chats. Characters. */
const longestLink = 8000;
/** What a link contains when it is unpacked: a polygon of about 5,000 vertices. Bytes. */
const maxUnpacked = 200_000;
/** Of what is wrong with a link, which quotes it. Characters. */
const longestFault = 200;
/** IDs and names. Characters. */
const longestText = 200;

/**
 * @param scheme of the editor, such as `vscode`
 * @throws {UserError} if the area makes it too long
 */
export function writeLink(scheme: string, link: Link): string {
  const packed = deflateRawSync(JSON.stringify(fitting(link))).toString('base64url');
  const written = `${scheme}://swath.swath/open?v=1&link=${packed}`;
  if (written.length <= longestLink) return written;
  throw new UserError(l10n.t('The area has too many vertices for a link. Simplify it, or share its file.'));
}

/** As it can be read again: a name is only for display, so a long one is cut; an ID can't be. */
function fitting(link: Link): Link {
  if (link.kind === 'area') return { ...link, name: shortName(link.name) };
  if (link.kind === 'search') return link;
  const texts = link.kind === 'order' ? [link.id, link.connection] : [link.id];
  if (texts.every(isShort)) return link;
  throw new UserError(
    l10n.t("A link can't contain a name or an ID of more than {0} characters.", longestText),
  );
}

function shortName(name: string): string {
  if (name === '') return l10n.t('Area of interest');
  if (name.length <= longestText) return name;
  // Not half of a character.
  return `${name.slice(0, longestText - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/**
 * Reads the query of a link, which can come from anywhere.
 *
 * @throws {UserError} if it isn't one of {@link Link}
 */
export function readLink(query: string): Link {
  // Web pages and mail programs may write each & as &amp;.
  const params = new URLSearchParams(query.replaceAll('&amp;', '&'));
  const version = params.get('v');
  if (version !== null && version !== '1' && /^\d{1,4}$/.test(version))
    throw new UserError(l10n.t('The link was made by a newer version of Swath. Update the extension.'));
  const link = version === '1' ? unpacked(params.get('link') ?? '') : undefined;
  const read = isRecord(link) ? linkContent(link) : undefined;
  if (!read) throw new UserError(l10n.t("The link is incomplete or wasn't made by Swath."));
  return read;
}

function unpacked(text: string): unknown {
  if (text.length > longestLink) return undefined;
  try {
    const bytes = inflateRawSync(Buffer.from(text, 'base64url'), { maxOutputLength: maxUnpacked });
    return JSON.parse(bytes.toString('utf8')) as unknown;
  } catch {
    // Cut off, damaged or too large: none of them is a link.
    return undefined;
  }
}

function linkContent({
  kind,
  id,
  connection,
  name,
  polygon,
  search,
}: Record<string, unknown>): Link | undefined {
  switch (kind) {
    case 'search':
      return { kind, search: linkedSearch(search) };
    case 'image':
      return isShort(id) ? { kind, id, search: linkedSearch(search) } : undefined;
    case 'order':
      return isShort(id) && isShort(connection) ? { kind, id, connection } : undefined;
    case 'area':
      return isShort(name) ? { kind, name, polygon: linkedArea(polygon) } : undefined;
    default:
      return undefined;
  }
}

function isShort(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= longestText;
}

function linkedSearch(value: unknown): SavedSearch {
  const reading = readSearchFile(value);
  if (reading.kind === 'problems') throw faultError(reading.problems[0]?.message);
  const { aoi } = reading.search;
  return aoi ? { ...reading.search, aoi: linkedArea(aoi) } : reading.search;
}

function linkedArea(value: unknown): Polygon {
  // An area across the antimeridian is one polygon here.
  const problem = checkAoi(value).find(
    ({ severity, code }) => severity === 'error' && code !== 'crosses-antimeridian',
  );
  if (problem) throw faultError(problem.message);
  return withoutAltitude(value as Polygon);
}

function faultError(message = ''): UserError {
  return new UserError(l10n.t("The link can't be used. {0}", safeLine(message, longestFault)));
}
