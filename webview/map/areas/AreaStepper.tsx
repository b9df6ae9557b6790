import * as l10n from '@vscode/l10n';
import { IconButton, iconPaths } from '../../ui/icon.tsx';
import type { PageModel } from '../../app/pageModel.ts';
import { areaLabel, leftOutText, placeText } from './areaTexts.ts';

/** Steps through the areas of the document, "‹ Area 2 of 7 ›", with actions for the current one. */
export function AreaStepper({ page: { state, areas } }: { page: PageModel }) {
  const shown = state.value?.document;
  const rows = areas.rows.value;
  const acted = areas.acted.value;
  if (!shown || rows.length < 2) return null;

  const place = [acted && areaLabel(acted), leftOutText(shown)].filter(part => part !== undefined);
  return (
    <div class="stepper" role="group" aria-label={shown.name}>
      <IconButton
        name={l10n.t('Previous area')}
        keys="Shift+N"
        path={iconPaths.previous}
        onClick={() => areas.step(-1)}
      />
      <span class="area-place" title={place.join('\n')}>
        {placeText(acted ? rows.indexOf(acted) : -1, rows.length, shown.leftOut)}
      </span>
      <IconButton name={l10n.t('Next area')} keys="N" path={iconPaths.next} onClick={() => areas.step(1)} />
      {acted && (
        <button
          type="button"
          class="link"
          title={`${l10n.t('Go to Text')} (Enter)`}
          onClick={() => areas.reveal(areas.acted.peek(), true)}
        >
          {l10n.t('Go to Text')}
        </button>
      )}
    </div>
  );
}
