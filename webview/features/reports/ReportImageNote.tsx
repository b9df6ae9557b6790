import * as l10n from '@vscode/l10n';
import type { Host } from '../../ground/host.ts';
import { Link } from '../../ui/icon.tsx';
import { type PictureModel, streamHint } from '../pictures/index.ts';
import type { ReportImageStore } from './reportImages.ts';

export interface ReportImageProps {
  host: Pick<Host, 'state' | 'post'>;
  reportImages: ReportImageStore;
  pictures: PictureModel;
}

/** Which picture is below the report, if any, and an offer if that isn't one of its own images. */
export function ReportImageNote({ host, reportImages, pictures }: ReportImageProps) {
  const { id, imageIds = [] } = host.state.value?.report ?? {};
  const onMap = pictures.onMap.value.filter(({ id: image }) => pictures.visible.value.has(image));
  const isOwn = onMap.some(picture => imageIds.includes(picture.id));
  const own = pictures.drawn.value.filter(picture => imageIds.includes(picture.id));
  const failure = own
    .map(picture => pictures.problems.value.get(picture.id))
    .find(text => text !== undefined);
  const isLoading = !isOwn && (reportImages.isLooking.value || (own.length > 0 && failure === undefined));
  const beneath = onMap
    .map(picture => pictures.nameOnMap(picture.id))
    .toReversed()
    .join(', ');
  const isStreamed = onMap.some(({ streaming }) => streaming);
  const toStream = isStreamed
    ? undefined
    : onMap.find(({ id: image }) => {
        const row = imageIds.includes(image) ? pictures.rows.value.get(image) : undefined;
        return row && row.whyNo.stream === undefined;
      });
  const { value: problem } = reportImages.problem;
  if (id === undefined) return null;
  const { product } = host.state.value ?? {};
  if (product) {
    const name = [product.title, ...(product.days ?? [])].join(' · ');
    return (
      <div class="report-image missing" role="status">
        <span>{l10n.t('Delivered image beneath: {0}', name)}</span>
        <Link label={l10n.t('Remove Image')} onClick={() => host.post({ kind: 'closeProduct' })} />
      </div>
    );
  }
  const isMissing = imageIds.length > 0 && !isOwn && !isLoading;
  return (
    <div class={isMissing ? 'report-image missing' : 'report-image'} role="status">
      {isLoading && <span class="quiet">{l10n.t('Loading the image of the report…')}</span>}
      {isMissing && <span>{problem ?? failure ?? l10n.t("The report's image isn't on the map.")}</span>}
      {imageIds.length === 0 && (
        <span class="quiet">{l10n.t("The image that the report was made from isn't known.")}</span>
      )}
      {onMap.length > 0 && (
        <span class="quiet">
          {isStreamed ? l10n.t('Picture beneath: {0}', beneath) : l10n.t('Quicklook beneath: {0}', beneath)}
        </span>
      )}
      {toStream && (
        <Link
          label={l10n.t('Stream')}
          title={streamHint()}
          onClick={() => pictures.stream(toStream.id, true)}
        />
      )}
      {onMap.length > 1 && pictures.comparison.canStart.value && (
        <Link label={l10n.t('Compare')} onClick={() => pictures.comparison.start('swipe')} />
      )}
      {isMissing && <Link label={l10n.t('Show Image')} onClick={() => reportImages.find(id)} />}
    </div>
  );
}
