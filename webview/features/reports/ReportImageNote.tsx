import * as l10n from '@vscode/l10n';
import type { Host } from '../../ground/host.ts';
import { Link } from '../../ui/icon.tsx';
import type { PictureModel } from '../pictures/index.ts';
import type { ReportImageStore } from './reportImages.ts';

export interface ReportImageProps {
  host: Pick<Host, 'state'>;
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
  const beneath = onMap.map(picture => pictures.nameOnMap(picture.id));
  const { value: problem } = reportImages.problem;
  if (id === undefined) return null;
  const isMissing = imageIds.length > 0 && !isOwn && !isLoading;
  return (
    <div class={isMissing ? 'report-image missing' : 'report-image'} role="status">
      {isLoading && <span class="quiet">{l10n.t('Loading the image of the report…')}</span>}
      {isMissing && <span>{problem ?? failure ?? l10n.t("The report's image isn't on the map.")}</span>}
      {imageIds.length === 0 && (
        <span class="quiet">{l10n.t("The image that the report was made from isn't known.")}</span>
      )}
      {beneath.length > 0 && (
        <span class="quiet">{l10n.t('Picture beneath: {0}', beneath.toReversed().join(', '))}</span>
      )}
      {isMissing && <Link label={l10n.t('Show Image')} onClick={() => reportImages.find(id)} />}
    </div>
  );
}
