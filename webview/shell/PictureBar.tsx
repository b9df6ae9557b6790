import * as l10n from '@vscode/l10n';
import {
  type PictureModel,
  type PictureOnMap,
  pictureTitle,
  spendsText,
} from '../features/pictures/index.ts';
import { ToggleButton } from '../features/pictures/view.ts';
import type { Host } from '../ground/host.ts';
import { swatchStyle } from '../ground/mapColors.ts';
import type { ViewStore } from '../ground/viewStore.ts';
import { OpacitySlider } from '../ui/controls.tsx';
import { IconButton, iconPaths, Link } from '../ui/icon.tsx';
import type { TimeModel } from './timeModel.ts';
import { TimeNote, TimeSteps } from './TimeSteps.tsx';

interface PictureProps {
  host: Pick<Host, 'state'>;
  view: Pick<ViewStore, 'show'>;
  pictures: PictureModel;
}

/** The pictures on the map: steps by date, each picture with its opacity, and the way to compare them. */
export function PictureBar({ host, view, pictures, time }: PictureProps & { time: TimeModel }) {
  const listed = pictures.onMap.value.toReversed();
  const isSpending = listed.some(({ streaming }) => streaming);
  if (listed.length === 0) return null;
  return (
    <div
      role="group"
      class={isSpending ? 'mode-bar picture-bar spending' : 'mode-bar picture-bar'}
      aria-label={l10n.t('Pictures on the map')}
    >
      <TimeSteps time={time} />
      <div class="picture-list">
        <ul class="picture-chips" aria-label={l10n.t('Pictures on the map')}>
          {listed.map(picture => (
            <PictureChip key={picture.id} host={host} view={view} pictures={pictures} picture={picture} />
          ))}
        </ul>
        {isSpending && <span class="quiet picture-spends">{spendsText()}</span>}
      </div>
      <TimeNote time={time} />
      {pictures.comparison.canStart.value && (
        <ToggleButton
          label={l10n.t('Compare')}
          iconPath="M8 2v12M6 4.5H2.5v7H6M10 4.5h3.5v7H10"
          title={`${l10n.t('Compare')} (C)`}
          keys="C"
          isOn={false}
          onToggle={() => pictures.comparison.start()}
        />
      )}
    </div>
  );
}

/** A picture's name, which leads to its row, what it does, its opacity, and a button to remove it. */
function PictureChip({ host, view, pictures, picture }: PictureProps & { picture: PictureOnMap }) {
  const { id, streaming } = picture;
  const row = pictures.rows.value.get(id);
  const name = pictures.nameOnMap(id);
  const problem = pictures.problems.value.get(id);
  const isLoading = picture.quicklook && !pictures.store.pictures.value.has(`quicklook/${id}`);
  // Nothing is loaded until somebody signs in again.
  const loading = host.state.value?.connection === undefined ? l10n.t('Signed out') : l10n.t('Loading…');
  const progress = isLoading ? loading : streaming ? l10n.t('streaming') : undefined;
  const status = problem ?? (row ? progress : l10n.t('not in the list'));
  const show = () => {
    view.show({ kind: 'image', id });
    pictures.card.value = id;
  };
  return (
    <li class="picture-chip">
      <span class="swatch" style={swatchStyle(row?.constellation)} />
      <button
        type="button"
        class="link chip-name"
        title={l10n.t('Zoom to {0}', row ? pictureTitle(row) : name)}
        onClick={show}
      >
        {name}
      </button>
      {status !== undefined && (
        <span class={problem === undefined ? 'quiet chip-status' : 'quiet chip-status chip-problem'}>
          {status}
        </span>
      )}
      {problem !== undefined && (
        <Link class="link chip-retry" label={l10n.t('Try Again')} onClick={() => pictures.retry(id)} />
      )}
      <OpacitySlider
        name={l10n.t('Opacity of {0}', name)}
        opacity={picture.opacity}
        onChange={opacity => pictures.setOpacity(id, opacity)}
      />
      <IconButton
        name={l10n.t('Remove {0} from the map', name)}
        path={iconPaths.close}
        onClick={() => pictures.remove(id)}
      />
    </li>
  );
}
