import * as l10n from '@vscode/l10n';
import { mayDo, type Image } from './imagery.ts';
import { pictureLinkOf, tileAddress, type PictureKind } from './pictureLinks.ts';

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
  const link = pictureLinkOf(image.links, kind);
  if (!link) {
    return kind === 'stream'
      ? l10n.t("This image can't be streamed. Use its quicklook.")
      : l10n.t('The service has no preview of this image.');
  }
  if (!isPicturesAddress(link.href, kind)) {
    // The link itself isn't shown: it may contain a secret.
    return l10n.t("Swath can't follow the service's link to this picture. Contact the service's support.");
  }
  const right = kind === 'stream' ? 'wmts' : 'browse';
  if (mayDo(image, right) !== false) return undefined;
  return l10n.t(
    'You don\'t have permission to see pictures of this image ("{0}"). Ask your contract administrator.',
    right,
  );
}

function isPicturesAddress(href: string, kind: PictureKind): boolean {
  if (!URL.canParse(href) || !/^https?:$/.test(new URL(href).protocol)) return false;
  return kind !== 'stream' || tileAddress(href, 0, 0, 0) !== undefined;
}
