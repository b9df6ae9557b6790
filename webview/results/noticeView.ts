import { effect } from '@preact/signals-core';
import type { ToHost } from '../../src/shared/protocol.ts';
import { element } from '../element.ts';
import type { PageModel } from '../pageModel.ts';
import { progressRing, pushButton } from '../toolkit.ts';
import { noticeFor, withoutFilters, type Notice, type NoticeAction } from './notice.ts';

export function createNoticeView(model: PageModel, post: (message: ToHost) => void): HTMLElement {
  const view = element('div', { class: 'notice', tabindex: '-1' });
  let shown = '';

  function act(does: NoticeAction): void {
    // The button goes away with its notice: the focus stays in this place.
    view.focus({ preventScroll: true });
    const filters = model.state.peek()?.filters ?? {};
    switch (does) {
      case 'searchAgain':
        post({ kind: 'search', filters });
        return;
      case 'takeOffFilters':
        post({ kind: 'search', filters: withoutFilters(filters) });
        return;
      default:
        post({ kind: does });
    }
  }

  effect(() => {
    const state = model.state.value;
    const stale = model.stale.value;
    const loaded = stale ? 0 : model.images.value.rows.length;
    const notice = state && noticeFor(state, loaded, stale);
    view.hidden = notice === undefined;
    // The same notice is not built anew: a state that changes something else must not take the focus from its button.
    const text = notice ? JSON.stringify(notice) : '';
    if (text === shown) return;
    shown = text;
    view.className = `notice ${notice?.tone ?? ''}`;
    view.replaceChildren(...(notice ? contents(notice, act) : []));
  });

  return view;
}

function contents(notice: Notice, act: (does: NoticeAction) => void): HTMLElement[] {
  const parts: HTMLElement[] = [];
  if (notice.tone === 'busy') parts.push(progressRing());
  parts.push(element('h2', {}, notice.title));
  if (notice.text !== undefined) parts.push(element('p', {}, notice.text));
  if (notice.hints && notice.hints.length > 0)
    parts.push(element('ul', {}, ...notice.hints.map(hint => element('li', {}, hint))));
  notice.actions?.forEach(({ label, does }, index) =>
    parts.push(pushButton(label, index === 0, () => act(does)).element),
  );
  return parts;
}
