/** One endpoint that the service offers for a thing. Followed as given, never built. */
export interface Link {
  href: string;
  /** What it leads to, for example `download`, as the service spells it. */
  name?: string;
  /** How it is spoken to, for example `http` or `WMTS`, as the service spells it. */
  type?: string;
  /** The HTTP method, where the service names one. */
  method?: string;
}

/** The members of `_links` (`quicklook`, `thumbnail`, `wmts`, `wms`, `download` …), each as a list. */
export type Links = Readonly<Record<string, readonly Link[]>>;

/** The links of one relation; none where the service offers none. */
export function linksOf(links: Links, relation: string): readonly Link[] {
  return Object.hasOwn(links, relation) ? (links[relation] ?? []) : [];
}

/** Of several links the one that is called a download and speaks http, never one by its position. */
export function downloadOf(links: Links): string | undefined {
  const offered = linksOf(links, 'download');
  const named = offered.find(
    ({ name, type }) => name?.toLowerCase() === 'download' && type?.toLowerCase() === 'http',
  );
  return (named ?? (offered.length === 1 ? offered[0] : undefined))?.href;
}
