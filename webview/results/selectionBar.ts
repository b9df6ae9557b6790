import { effect } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import type { ToHost } from '../../src/shared/protocol.ts';
import { element, setText } from '../element.ts';
import { countText } from '../format.ts';
import type { PageModel } from '../pageModel.ts';
import { pushButton } from '../toolkit.ts';

/** How many images are chosen, and the step to an order. */
export function createSelectionBar(model: PageModel, post: (message: ToHost) => void): HTMLElement {
  const count = element('span', { class: 'selection-count' });
  const draft = pushButton(l10n.t('Draft Order'), true, () => post({ kind: 'draftOrder' }));
  const bar = element('div', { class: 'selection-bar' }, count, draft.element);

  effect(() => {
    const chosen = model.selected.value.length;
    const reason = chosen === 0 ? l10n.t('Select an image first.') : undefined;
    setText(count, reason ?? l10n.t('{0} selected', countText(chosen)));
    draft.set({ label: l10n.t('Draft Order'), primary: true, disabledBecause: reason });
    bar.hidden = chosen === 0 && model.images.value.rows.length === 0;
  });

  return bar;
}
