import * as l10n from '@vscode/l10n';
import { minuteText } from '../../../src/model/words/moment.ts';
import type { PageModel } from '../../app/pageModel.ts';
import { cloudText, sensorText } from '../../ui/format.ts';
import { MapCard } from '../base/MapCard.tsx';
import type { PictureModel } from './pictureModel.ts';
import { spendsText, streamTitle } from './pictureTexts.ts';
import { ToggleButton } from './ToggleButton.tsx';

/** The image that was chosen last, and what of it can be put on the map. */
export function ImageCard({ page, pictures }: { page: PageModel; pictures: PictureModel }) {
  const id = pictures.card.value;
  const row = id === undefined ? undefined : pictures.rows.value.get(id);
  if (!row) return null;
  const { acquisitionDate, cloudCover, whyNo } = row;
  const { quicklook = false, streaming = false } =
    pictures.shown.value.find(picture => picture.id === row.id) ?? {};
  const thumbnail = page.pictures.value.get(`thumbnail/${row.id}`);
  const url = thumbnail && 'url' in thumbnail ? thumbnail.url : pictures.quicklookUrl(row.id);
  const cloud = cloudCover === undefined ? '' : cloudText(cloudCover);
  const reasons = new Set([whyNo.quicklook, whyNo.stream].filter(reason => reason !== undefined));
  return (
    <MapCard name={l10n.t('Image')} onClose={() => (pictures.card.value = undefined)}>
      {url !== undefined && <img class="card-thumbnail" alt="" src={url} />}
      <div class="card-words">
        <div class="card-time">
          {acquisitionDate === undefined ? l10n.t('No date') : l10n.t('{0} UTC', minuteText(acquisitionDate))}
        </div>
        <div class="quiet">{[sensorText(row), cloud].filter(part => part !== '').join(' · ')}</div>
      </div>
      <div class="card-buttons">
        <ToggleButton
          label={l10n.t('Quicklook')}
          keys="Q"
          title={l10n.t(
            'Shows the quicklook on the footprint (Q). Its corners are matched; it is not georeferenced.',
          )}
          isOn={quicklook}
          whyNot={whyNo.quicklook}
          onToggle={() => pictures.toggleQuicklook(row.id)}
        />
        <ToggleButton
          label={l10n.t('Stream')}
          title={streamTitle()}
          isOn={streaming}
          whyNot={whyNo.stream}
          onToggle={() => pictures.stream(row.id, !streaming)}
        />
        {whyNo.stream === undefined && <span class="quiet">{spendsText()}</span>}
      </div>
      {reasons.size > 0 && <div class="quiet card-reasons">{[...reasons].join(' ')}</div>}
    </MapCard>
  );
}
