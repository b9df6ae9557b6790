import * as l10n from '@vscode/l10n';
import { useRef } from 'preact/hooks';
import type { MapState } from '../../src/shared/protocol.ts';
import type { PageModel } from '../app/pageModel.ts';
import { Button } from '../ui/controls.tsx';
import { countText, coveredText, hiddenText } from '../ui/format.ts';
import { Icon, iconPaths } from '../ui/icon.tsx';
import { MenuButton, putBeside } from '../ui/MenuButton.tsx';
import { mostCompared } from '../map/pictures/comparison.ts';
import { whyNoOrder } from './listSelection.ts';
import { compare, whyNotCompared } from './imageMenu.ts';
import { itemsOf } from './ResultsMenus.tsx';
import type { ResultsModel } from './resultsModel.ts';

/** How many images are selected, what they cover together, why they were selected, and the button for an order. */
export function SelectionBar({ page, results }: { page: PageModel; results: ResultsModel }) {
  const item = itemsOf(page);
  const selected = page.selected.value;
  const { rows } = results.images.value;
  const obstacle = whyNoOrder(selected, rows);
  const isAny = selected.length > 0;
  const hidden = selected.filter(id => page.hidden.value.has(id)).length;
  const share = page.cover.value?.share;
  const suggestion = page.state.value?.suggestion;
  if (!isAny && rows.length === 0) return null;
  return (
    <div class="selection-bar">
      {isAny && suggestion && <Reasons suggestion={suggestion} />}
      <span class="selection-count">
        <span class="selection-number">{isAny ? countedText(selected.length, hidden) : obstacle}</span>
        {isAny && share !== undefined && (
          <span class="small quiet">{coveredText(share, selected.length)}</span>
        )}
      </span>
      <span class="draft">
        {selected.length >= 2 && selected.length <= mostCompared && (
          <Button
            class="compare"
            label={l10n.t('Compare')}
            title={`${l10n.t('Compare')} (C)`}
            disabledBecause={whyNotCompared(page, selected)}
            onPress={() => compare(page, selected)}
          />
        )}
        <Button
          label={l10n.t('Draft Order')}
          isPrimary
          disabledBecause={obstacle}
          onPress={() => page.post({ kind: 'draftOrder' })}
        />
        <MenuButton
          name={l10n.t('Choose what to order')}
          iconPath={iconPaths.unfold}
          class="draft-kinds"
          sections={() => [
            {
              items: [
                item(l10n.t('Analytic report…'), { kind: 'draftOrder' }, obstacle),
                item(l10n.t('Image product…'), { kind: 'draftProduct' }, obstacle),
              ],
            },
          ]}
        />
      </span>
    </div>
  );
}

function countedText(count: number, hidden: number): string {
  return [l10n.t('{0} selected', countText(count)), ...(hidden === 0 ? [] : [hiddenText(hidden)])].join(', ');
}

/** Why these images: a small button that opens the reasons. */
function Reasons({ suggestion }: { suggestion: NonNullable<MapState['suggestion']> }) {
  const button = useRef<HTMLButtonElement>(null);
  const { title, reasons } = suggestion;
  return (
    <span class="reasons-place">
      <button
        ref={button}
        type="button"
        class="link reasons-button"
        popovertarget="selection-reasons"
        title={title}
      >
        <Icon path="M8 7.5v4M8 4.5h.01M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0z" />
        <span class="ellipsis">{title}</span>
      </button>
      <div
        class="results-menu reasons"
        id="selection-reasons"
        popover="auto"
        role="dialog"
        aria-label={title}
        onToggle={event => {
          if (event.newState === 'open' && button.current)
            putBeside(event.currentTarget, button.current.getBoundingClientRect());
        }}
      >
        <h2>{title}</h2>
        <ul>
          {reasons.map(reason => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </div>
    </span>
  );
}
