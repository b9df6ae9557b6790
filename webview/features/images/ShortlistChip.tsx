import * as l10n from '@vscode/l10n';
import type { Host } from '../../ground/host.ts';
import { countText } from '../../ui/format.ts';
import { iconPaths } from '../../ui/icon.tsx';
import { MenuButton } from '../../ui/MenuButton.tsx';
import type { ImageStore } from './imageStore.ts';
import { createMenuItem } from './ResultsMenus.tsx';

/** Switches between the pinned images and those of the search; with a menu for all pinned images. */
export function ShortlistChip({ host, found }: { host: Host; found: Pick<ImageStore, 'pins'> }) {
  const item = createMenuItem(host);
  const isShown = host.state.value?.shortlist?.isShown ?? false;
  const name = l10n.t('Shortlist ({0})', countText(found.pins.value.size));
  return (
    <li class="filter-chip shortlist-chip">
      <button
        type="button"
        aria-pressed={isShown}
        title={l10n.t('Show only the shortlist')}
        onClick={() => host.post({ kind: isShown ? 'hideShortlist' : 'showShortlist' })}
      >
        {name}
      </button>
      <MenuButton
        name={l10n.t('Shortlist actions')}
        iconPath={iconPaths.unfold}
        class="chip-menu"
        sections={() => [
          {
            items: [
              item(l10n.t('Draft Order…'), { kind: 'draftShortlist' }),
              item(l10n.t('Draft Orders for All Areas…'), { kind: 'draftShortlistBatch' }),
            ],
          },
          {
            items: [
              item(l10n.t('Save Shortlist…'), { kind: 'saveShortlist' }),
              item(l10n.t('Open Shortlist…'), { kind: 'openShortlist' }),
              item(l10n.t('Clear Shortlist'), { kind: 'clearShortlist' }),
            ],
          },
        ]}
      />
    </li>
  );
}
