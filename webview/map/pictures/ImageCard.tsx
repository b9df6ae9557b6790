import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import { useMemo } from 'preact/hooks';
import { prepareAoi } from '../../../src/model/geometry/coverage.ts';
import { minuteText } from '../../../src/model/words/moment.ts';
import type { ImageRow } from '../../../src/shared/protocol.ts';
import type { PageModel } from '../../app/pageModel.ts';
import { columns, type ColumnId } from '../../results/columns.ts';
import { togglePin, whyNotPinned } from '../../results/imageMenu.ts';
import { cloudText, sensorText } from '../../ui/format.ts';
import { Link } from '../../ui/icon.tsx';
import { MapCard } from '../base/MapCard.tsx';
import type { PictureModel } from './pictureModel.ts';
import { spendsText } from './pictureTexts.ts';
import { ToggleButton } from './ToggleButton.tsx';

/** The image that was selected last, and what it can show on the map. */
export function ImageCard({ page, pictures }: { page: PageModel; pictures: PictureModel }) {
  const id = pictures.card.value;
  const row = id === undefined ? undefined : pictures.rows.value.get(id);
  if (!row) return null;
  const { acquisitionDate, cloudCover, whyNo } = row;
  const pin = page.pins.value.get(row.id);
  const { quicklook = false, streaming = false } =
    pictures.shown.value.find(picture => picture.id === row.id) ?? {};
  const thumbnail = page.pictures.value.get(`thumbnail/${row.id}`);
  const url = thumbnail && 'url' in thumbnail ? thumbnail.url : pictures.quicklookUrl(row.id);
  const cloud = cloudCover === undefined ? '' : cloudText(cloudCover);
  const reasons = new Set([whyNo.quicklook, whyNo.stream].filter(reason => reason !== undefined));
  return (
    <MapCard name={l10n.t('Image')} onClose={() => (pictures.card.value = undefined)}>
      {url !== undefined && <img class="card-thumbnail" alt="" src={url} draggable={false} />}
      <div class="card-words">
        <div class="card-time">
          {acquisitionDate === undefined ? row.id : l10n.t('{0} UTC', minuteText(acquisitionDate))}
        </div>
        <div class="quiet">{[sensorText(row), cloud].filter(part => part !== '').join(' · ')}</div>
      </div>
      <Details row={pin ? { ...row, pin } : row} area={page.area.value} />
      <div class="card-buttons">
        <ToggleButton
          label={l10n.t('Quicklook')}
          keys="Q"
          title={l10n.t('Shows the quicklook on the footprint (Q), matched at corners, not georeferenced.')}
          isOn={quicklook}
          whyNot={whyNo.quicklook}
          onToggle={() => pictures.toggleQuicklook(row.id)}
        />
        <ToggleButton
          label={l10n.t('Stream')}
          title={l10n.t('Shows full resolution. Each tile uses your streaming allowance; you confirm first.')}
          isOn={streaming}
          whyNot={whyNo.stream}
          onToggle={() => pictures.stream(row.id, !streaming)}
        />
        <ToggleButton
          label={l10n.t('Pin')}
          keys="P"
          title={`${l10n.t('Add to Shortlist')} (P)`}
          isOn={pin !== undefined}
          whyNot={whyNotPinned(row)}
          onToggle={() => togglePin(page, row)}
        />
        {whyNo.stream === undefined && <span class="quiet">{spendsText()}</span>}
      </div>
      {pin && (
        <div class="card-note">
          {pin.note !== undefined && <span>{pin.note}</span>}
          <Link label={l10n.t('Edit Note…')} onClick={() => page.post({ kind: 'editNote', id: row.id })} />
        </div>
      )}
      {reasons.size > 0 && <div class="quiet card-reasons">{[...reasons].join(' ')}</div>}
    </MapCard>
  );
}

/** What the service says of the image, and how much of the area it covers; what is unknown is left out. */
function Details({ row, area }: { row: ImageRow; area: Polygon | undefined }) {
  const share = useMemo(() => area && prepareAoi(area)(row.footprint), [row, area]);
  const shown: readonly ColumnId[] = [
    'cover',
    'rate',
    'incidence',
    'sun',
    'snow',
    'platform',
    'level',
    'productType',
    'id',
  ];
  return (
    <dl class="card-details">
      {shown.map(id => {
        const { label, text } = columns[id];
        const value = text(row, { share });
        return (
          value !== '' && (
            <div key={id} class={id === 'id' ? 'wide' : ''}>
              <dt class="quiet">{label()}</dt>
              <dd>{value}</dd>
            </div>
          )
        );
      })}
    </dl>
  );
}
