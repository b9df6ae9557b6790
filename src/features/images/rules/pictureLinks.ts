import * as l10n from '@vscode/l10n';
import { itemAt } from '../../../base/itemAt.ts';
import { type Image, mayDo } from '../../../service/rules/imagery.ts';
import { type Link, type Links, relatedLinks } from '../../../service/rules/links.ts';

/** `stream`: full-resolution tiles, which use the streaming allowance. */
export type PictureKind = 'thumbnail' | 'quicklook' | 'stream';

/**
 * The link to a picture of an image. Of several links, the one with the right protocol, and never one of several
 * streams that can't be distinguished: those of an item with several images (`imagesWmts`) each show a part of it.
 */
export function findPictureLink(links: Links, kind: PictureKind): Link | undefined {
  switch (kind) {
    case 'thumbnail':
      return pictureLink(links, 'thumbnail') ?? pictureLink(links, 'quicklook');
    case 'quicklook':
      return pictureLink(links, 'quicklook') ?? pictureLink(links, 'thumbnail');
    case 'stream':
      return (
        speaking(relatedLinks(links, 'wmts'), 'wmts') ??
        onlyOne(relatedLinks(links, 'wmts')) ??
        onlyOne(relatedLinks(links, 'imagesWmts')) ??
        onlyOne(Object.values(links).flatMap(offered => offered.filter(({ type }) => isOfType(type, 'wmts'))))
      );
  }
}

/** The specification names only quicklooks, and not how a link to one is called. */
function pictureLink(links: Links, relation: string): Link | undefined {
  const offered = relatedLinks(links, relation);
  return speaking(offered, 'http') ?? offered[0];
}

function speaking(offered: readonly Link[], protocol: string): Link | undefined {
  return offered.find(({ type }) => isOfType(type, protocol));
}

function isOfType(type: string | undefined, protocol: string): boolean {
  return type?.toLowerCase() === protocol;
}

function onlyOne(offered: readonly Link[]): Link | undefined {
  return offered.length === 1 ? offered[0] : undefined;
}

const minWidth = 128;
const maxWidth = 1024;

/**
 * The address of a thumbnail, with its only parameter, the width, if given.
 *
 * @param width pixels; limited to 128…1024. A width that is already in the link stays.
 */
export function thumbnailAddress(link: string, width?: number): string {
  if (width === undefined || Number.isNaN(width)) return link;
  const address = URL.parse(link);
  if (!address || address.searchParams.has('width')) return link;
  const taken = Math.round(Math.min(maxWidth, Math.max(minWidth, width)));
  address.searchParams.set('width', String(taken));
  return address.href;
}

/** The usual form of a tile's address below a `wmts` link without placeholders. */
const usualTemplate = 'tiles/1.0.0/default/rgb/EPSG3857/{z}/{x}/{y}.png';
/** Web Mercator by its code and its older unofficial code. */
const mercatorCodes: readonly (string | undefined)[] = ['3857', '900913'];
const deepestZoom = 30;

/**
 * The address of a tile of the Web Mercator grid, made only from the link: its placeholders are replaced, as `{z}`,
 * `{x}`, `{y}` or in the OGC form (`{TileMatrix}`, `{TileCol}`, `{TileRow}`). Some services send the address of the
 * WMTS without placeholders; its tiles are below it in the usual form.
 *
 * @param z zoom, 0 shows the world in one tile
 * @param x column, from the west
 * @param y row, from the north
 * @returns `undefined` if there is no such tile, or the form of the link is unknown
 */
export function tileAddress(link: string, z: number, x: number, y: number): string | undefined {
  if (![z, x, y].every(Number.isInteger) || z < 0 || z > deepestZoom) return undefined;
  if (x < 0 || y < 0 || x >= 2 ** z || y >= 2 ** z) return undefined;
  const template = tileTemplate(link);
  if (template === undefined) return undefined;
  const places = [...template.matchAll(placeholders)].map(([, plain, encoded]) => tileAxis(plain ?? encoded));
  if (places.includes(undefined) || new Set(places).size < 3) return undefined;
  return template.replaceAll(placeholders, (_all, plain?: string, encoded?: string) =>
    String(itemAt([z, x, y], tileAxis(plain ?? encoded) ?? NaN)),
  );
}

const placeholders = /\{([^{}]*)\}|%7B([^{}%]*)%7D/gi;

function tileTemplate(link: string): string | undefined {
  const address = URL.parse(link);
  if (!address) return undefined;
  const [, code] = /EPSG(?::|%3A)*(\d+)/i.exec(link) ?? [];
  if (code !== undefined && !mercatorCodes.includes(code)) return undefined;
  if (link.search(placeholders) >= 0) return link;
  if (!/\/wmts\/?$/i.test(address.pathname)) return undefined;
  for (const name of [...address.searchParams.keys()])
    if (/^(service|request|version)$/i.test(name)) address.searchParams.delete(name);
  const { search } = address;
  return `${address.origin}${address.pathname.replace(/\/$/, '')}/${usualTemplate}${search}`;
}

/** Whether a placeholder stands for zoom (0), column (1) or row (2). */
function tileAxis(name: string | undefined): number | undefined {
  switch (name?.toLowerCase()) {
    case 'z':
    case 'tilematrix':
      return 0;
    case 'x':
    case 'tilecol':
      return 1;
    case 'y':
    case 'tilerow':
      return 2;
    default:
      return undefined;
  }
}

/**
 * Why a picture of an image isn't available, as a sentence with how to fix it; `undefined` if no reason is known. If
 * the service sent no rights at all, they don't count as missing: the service decides.
 */
export function whyNoPicture(
  image: Pick<Image, 'links' | 'rights' | 'processingLevel'>,
  kind: PictureKind,
): string | undefined {
  // Their links are listed nevertheless (specification: Image, processingLevel).
  if (kind === 'stream' && image.processingLevel === 'ALBUM') {
    return l10n.t("ALBUM images can't be streamed. Use the quicklook, or select a SENSOR image.");
  }
  const link = findPictureLink(image.links, kind);
  if (!link) {
    return kind === 'stream'
      ? l10n.t("This image can't be streamed.")
      : l10n.t('The service has no preview of this image.');
  }
  if (!isPicturesAddress(link.href, kind)) {
    // The link itself isn't shown: it may contain a secret.
    return l10n.t("Swath can't follow the service's link to this picture. Contact the service's support.");
  }
  const right = kind === 'stream' ? 'wmts' : 'browse';
  if (mayDo(image, right) !== false) return undefined;
  return l10n.t(
    'You don\'t have permission ("{0}") to view this image. Ask your contract administrator.',
    right,
  );
}

function isPicturesAddress(href: string, kind: PictureKind): boolean {
  if (!/^https?:$/.test(URL.parse(href)?.protocol ?? '')) return false;
  return kind !== 'stream' || tileAddress(href, 0, 0, 0) !== undefined;
}
