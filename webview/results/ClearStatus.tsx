import * as l10n from '@vscode/l10n';
import type { PageModel } from '../app/pageModel.ts';
import { Button } from '../ui/controls.tsx';
import { countText } from '../ui/format.ts';

/** How far the clear share of the area is estimated, while it is shown, sorted or filtered by. */
export function ClearStatus({ page: { clear } }: { page: PageModel }) {
  const progress = clear.progress.value;
  if (!progress) return null;
  const { known, count, isOver } = progress;
  const text = l10n.t('Clear here: {0} of {1} estimated', countText(known), countText(count));
  return (
    <div class="results-status small">
      <span class="quiet ellipsis" title={text}>
        {text}
      </span>
      {isOver ? (
        <Button
          label={l10n.t('Estimate more')}
          title={l10n.t('Loads the quicklooks of the next {0} images.', countText(clear.atFirst))}
          onPress={clear.more}
        />
      ) : (
        <progress max={count} value={known} aria-label={l10n.t('Estimating')} />
      )}
    </div>
  );
}
