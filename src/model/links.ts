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

/** The links of one relation; empty if the service offers none. */
export function linksOf(links: Links, relation: string): readonly Link[] {
  return Object.hasOwn(links, relation) ? (links[relation] ?? []) : [];
}

/** Of several links, the one named as a download over http, never one by its position. */
export function downloadOf(links: Links): string | undefined {
  const offered = linksOf(links, 'download');
  const named = offered.find(
    ({ name, type }) => name?.toLowerCase() === 'download' && type?.toLowerCase() === 'http',
  );
  return (named ?? (offered.length === 1 ? offered[0] : undefined))?.href;
}
