import * as l10n from '@vscode/l10n';
import type { BackgroundName } from '../../../src/model/baseMap/backgrounds.ts';
import type { PageModel } from '../../app/pageModel.ts';
import { MenuButton, type MenuItem } from '../../ui/MenuButton.tsx';

/** @param current a `BackgroundName`; absent for the land */
export function BackgroundMenu({
  page,
  current = 'land',
}: {
  page: PageModel;
  current?: string | undefined;
}) {
  const item = (name: BackgroundName, label: string): MenuItem => ({
    label,
    isChosen: name === current,
    does: () => page.post({ kind: 'background', name }),
  });
  return (
    <div class="tool-bar">
      <MenuButton
        name={l10n.t('Map background')}
        iconPath="M8 2.5L14 6 8 9.5 2 6zM2.5 8.6L8 11.8l5.5-3.2M2.5 11.1L8 14.3l5.5-3.2"
        class="tool-button"
        sections={() => [
          { items: [item('land', l10n.t('Land only (offline)'))] },
          {
            title: l10n.t('Online'),
            items: [
              item('openStreetMap', 'OpenStreetMap'),
              item('light', l10n.t('Light')),
              item('dark', l10n.t('Dark')),
              item('aerial', l10n.t('Aerial')),
              item('own', l10n.t('Own tiles…')),
            ],
          },
        ]}
      />
    </div>
  );
}
