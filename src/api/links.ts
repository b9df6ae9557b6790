import type { Link, Links } from '../model/links.ts';
import { isRecord } from '../model/fields.ts';

/**
 * `_links`: a value is a link or an array of them, always read as a list. What is no link is left out. Read by hand,
 * because a page of results holds thousands.
 */
export function readLinks(sent: unknown): Links {
  if (!isRecord(sent)) return {};
  const read: [string, Link[]][] = [];
  for (const relation of Object.keys(sent)) {
    const offered = sent[relation];
    const links: Link[] = [];
    for (const one of Array.isArray(offered) ? (offered as unknown[]) : [offered]) {
      const link = readLink(one);
      if (link) links.push(link);
    }
    read.push([relation, links]);
  }
  return Object.fromEntries(read);
}

/**
 * `rights`: the presence of a key is the permission, whatever its value; a plain list of names is read too.
 *
 * @returns `undefined` when the service sent no rights at all
 */
export function readRights(sent: unknown): readonly string[] | undefined {
  if (Array.isArray(sent)) return sent.filter(right => typeof right === 'string');
  return isRecord(sent) ? Object.keys(sent) : undefined;
}

function readLink(sent: unknown): Link | undefined {
  if (!isRecord(sent) || typeof sent.href !== 'string') return undefined;
  const { href, name, type, method } = sent;
  const link: { -readonly [Key in keyof Link]: Link[Key] } = { href };
  if (typeof name === 'string') link.name = name;
  if (typeof type === 'string') link.type = type;
  if (typeof method === 'string') link.method = method;
  return link;
}
