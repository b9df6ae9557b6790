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
export function linksOf(links: Links, relation: string): readonly Link[] {
  if (Object.hasOwn(links, relation)) return links[relation] ?? [];
  const word = relation.toLowerCase();
  const other = Object.keys(links).find(name => name.toLowerCase().replace(/s$/, '') === word);
  return other === undefined ? [] : (links[other] ?? []);
}

/** Of several links, the one named as a download over http, never one by its position. */
export function downloadOf(links: Links): string | undefined {
  const offered = linksOf(links, 'download');
  const named = offered.find(
    ({ name, type }) => name?.toLowerCase() === 'download' && type?.toLowerCase() === 'http',
  );
  return (named ?? (offered.length === 1 ? offered[0] : undefined))?.href;
}
