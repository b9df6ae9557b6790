import * as l10n from '@vscode/l10n';
import { useRef } from 'preact/hooks';
import { IconButton, iconPaths } from '../../ui/icon.tsx';
import type { PageModel } from '../../app/pageModel.ts';
import { areaLabel, leftOutText, placeText } from './areaTexts.ts';

/** Goes through the areas of the document: "‹ Area 2 of 7 ›", and what can be done with the one it is at. */
export function AreaStepper({ page: { state, areas } }: { page: PageModel }) {
  const show = useRef<HTMLButtonElement>(null);
  const shown = state.value?.document;
  const rows = areas.rows.value;
  const acted = areas.acted.value;
  const isOther = acted !== undefined && acted !== areas.active.value;
  if (!shown || rows.length === 0 || (rows.length === 1 && !isOther)) return null;

  const use = (button: HTMLElement) => {
    // The button goes away with its purpose.
    if (document.activeElement === button) show.current?.focus();
    areas.take();
  };
  const place = [acted && areaLabel(acted), leftOutText(shown)].filter(part => part !== undefined);
  return (
    <div class="stepper" role="group" aria-label={shown.name}>
      {rows.length > 1 && (
        <IconButton
          name={l10n.t('Previous area')}
          keys="P"
          path={iconPaths.previous}
          onClick={() => areas.step(-1)}
        />
      )}
      <span class="area-place" title={place.join('\n')}>
        {placeText(acted ? rows.indexOf(acted) : -1, rows.length, shown.leftOut)}
      </span>
      {rows.length > 1 && (
        <IconButton name={l10n.t('Next area')} keys="N" path={iconPaths.next} onClick={() => areas.step(1)} />
      )}
      {acted && (
        <button
          ref={show}
          type="button"
          class="link"
          title={`${l10n.t('Go to Text')} (Enter)`}
          onClick={() => areas.reveal(areas.acted.peek(), true)}
        >
          {l10n.t('Go to Text')}
        </button>
      )}
      {isOther && (
        <button
          type="button"
          class="link"
          title={l10n.t('Use {0} for search and orders (U)', acted.name)}
          onClick={event => use(event.currentTarget)}
        >
          {l10n.t('Use')}
        </button>
      )}
    </div>
  );
}
