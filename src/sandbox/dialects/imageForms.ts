/** The features of a search as the specification permits them. */
import type { Capture } from '../catalogue/capture.ts';
import { specifiedProperties } from '../catalogue/imageFeature.ts';
import type { Service } from '../http/service.ts';
import type { Fields } from './accountForms.ts';

export interface ImageAddresses {
  quicklook?: string;
  thumbnail?: string;
  wmts?: string;
  download?: string;
}

type LinkForm = (addresses: ImageAddresses) => unknown;

const present = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** Specification, Image: `_links` are endpoints to the imagery (OGC protocols) and to quicklooks. Names aren't shown. */
export const imageForms: readonly [LinkForm, ...LinkForm[]] = [
  ({ quicklook, thumbnail, wmts, download }) =>
    present({
      quicklook: quicklook && { href: quicklook, name: 'quicklook', type: 'http' },
      thumbnail: thumbnail && { href: thumbnail, name: 'thumbnail', type: 'http' },
      wmts: wmts && { href: wmts, name: 'WMTS', type: 'WMTS' },
      download: download && { href: download, name: 'download', type: 'HTTP' },
    }),
  ({ quicklook, thumbnail, wmts, download }) =>
    present({ quicklook, thumbnail, wmts, download: download && [download] }),
  ({ quicklook, thumbnail, wmts, download }) =>
    Object.entries(present({ quicklook, thumbnail, wmts, download })).map(([rel, href]) => ({ rel, href })),
  ({ quicklook, thumbnail, wmts, download }) =>
    present({
      quicklook: quicklook && [{ href: quicklook }],
      thumbnail: thumbnail && [{ href: thumbnail }],
      imagesWmts: wmts && [{ href: wmts, templated: true }],
      download: download && [{ href: download }],
    }),
];

type RightsForm = (granted: readonly string[]) => unknown;

const grantable = ['browse', 'wms', 'wmts', 'download'] as const;

/** Specification, Image: authorization rights of the caller. */
export const rightsForms: readonly [RightsForm, ...RightsForm[]] = [
  granted => Object.fromEntries(granted.map(name => [name, {}])),
  granted => granted,
  granted => Object.fromEntries(grantable.map(name => [name, granted.includes(name)])),
  granted => granted.join(','),
  granted => Object.fromEntries(granted.map(name => [name, { privileges: ['read'] }])),
];

/** Specification, Image: properties. */
export function specifiedFeature(
  service: Service,
  source: Capture,
  { id, geometry, links, rights }: { id: string; geometry: unknown; links: unknown; rights: unknown },
): Fields {
  const properties = { ...specifiedProperties(service, source), id };
  return { type: 'Feature', _links: links, geometry, rights, properties };
}
