/** One endpoint that the service offers for a resource. Followed as sent, never built. */
export interface Link {
  href: string;
  /** Its purpose, for example `download`, as spelled by the service. */
  name?: string;
  /** Its protocol, for example `http` or `WMTS`, as spelled by the service. */
  type?: string;
  method?: string;
}

/** The members of `_links` (`quicklook`, `thumbnail`, `wmts`, `wms`, `download` …), each as a list. */
export type Links = Readonly<Record<string, readonly Link[]>>;

/** The links of one relation, also in another case or as a plural; empty if the service offers none. */
export function relatedLinks(links: Links, relation: string): readonly Link[] {
  if (Object.hasOwn(links, relation)) return links[relation] ?? [];
  const word = relation.toLowerCase();
  const other = Object.keys(links).find(name => name.toLowerCase().replace(/s$/, '') === word);
  return other === undefined ? [] : (links[other] ?? []);
}

/** Of several links, the one named as a download over http, or else the first that isn't named as something else. */
export function downloadLink(links: Links): string | undefined {
  const offered = relatedLinks(links, 'download');
  const is = (stated: string | undefined, ...words: string[]) =>
    stated === undefined || words.includes(stated.toLowerCase());
  const unlike = offered.filter(
    ({ name, type }) => is(name, 'download') && is(type, 'http', 'https', 'download'),
  );
  const named = unlike.find(({ name, type }) => name !== undefined && type !== undefined);
  return (named ?? (offered.length === 1 ? offered[0] : unlike[0]))?.href;
}

const itemPattern = /(?:^|\/)items\/([^/]+)(?:\/download(?:\/[^/]*)?)?\/?$/;

/** Where the id of an item stands in the path of a link, for JavaScript and Python alike. */
export const itemPath = itemPattern.source;

/**
 * The id of the item that a link to a delivery leads to (specification: Analytic order body, `item_id`), or that the
 * link is. The link is data: what can't be one segment of a path is no id.
 */
export function linkedItemId(link: string): string | undefined {
  const [path = ''] = link
    .trim()
    .replace(/\{[^{}]*\}$/, '')
    .split(/[?#]/, 1);
  const part = itemPattern.exec(path)?.[1] ?? /^(?=.*\d)[\w.-]+$/.exec(path)?.[0];
  if (part === undefined) return undefined;
  try {
    const id = decodeURIComponent(part);
    return /^\.{1,2}$|[/\\?#%\s\p{Cc}{}]/u.test(id) ? undefined : id;
  } catch {
    return undefined;
  }
}

/**
 * Ordered images and reports appear in searches of the private workspace. They can be downloaded, images of the catalog can't;
 * they can't be ordered.
 */
export function isDeliveredItem({
  links,
  properties,
}: {
  links: Links;
  properties: Readonly<Record<string, unknown>>;
}): boolean {
  return relatedLinks(links, 'download').length > 0 || properties.productCategory === 'vector';
}
