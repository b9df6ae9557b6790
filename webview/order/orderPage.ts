/** The page of an order: shows what the host sends, and says which button was pressed. */
import './orderPage.css';

interface EditorApi {
  postMessage(message: { action: string; index?: number }): void;
  getState(): unknown;
  setState(state: KeptState): void;
}

/** Kept by the editor while the page is hidden, and over a reload of the window. */
interface KeptState {
  orderId: string;
  /** Where it was placed; the page only keeps it. */
  owner?: unknown;
  /** CSS pixels. */
  scrolled: number;
}

declare function acquireVsCodeApi(): EditorApi;

const editor = acquireVsCodeApi();
const main = document.querySelector('main');
let kept = (editor.getState() ?? { orderId: '', scrolled: 0 }) as KeptState;

/** Buttons are the only thing that takes the focus; the contents are replaced after each change. */
function focusedPlace(): string | undefined {
  const { action, index = '' } = (document.activeElement as HTMLElement | null)?.dataset ?? {};
  return action === undefined
    ? undefined
    : `[data-action="${action}"]${index === '' ? '' : `[data-index="${index}"]`}`;
}

window.addEventListener(
  'message',
  ({ data }: MessageEvent<{ orderId: string; owner?: unknown; body: string }>) => {
    if (!main) return;
    const focused = data.orderId === kept.orderId ? focusedPlace() : undefined;
    const parsed = new DOMParser().parseFromString(data.body, 'text/html');
    main.replaceChildren(...parsed.body.childNodes);
    if (focused !== undefined) main.querySelector<HTMLElement>(focused)?.focus({ preventScroll: true });
    if (data.orderId !== kept.orderId) kept = { orderId: data.orderId, owner: data.owner, scrolled: 0 };
    window.scrollTo(0, kept.scrolled);
    editor.setState(kept);
  },
);

window.addEventListener('scroll', () => {
  kept = { ...kept, scrolled: window.scrollY };
  editor.setState(kept);
});

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('button') : null;
  const { action, index } = button?.dataset ?? {};
  if (action === undefined) return;
  editor.postMessage({ action, index: index === undefined ? undefined : Number(index) });
});

editor.postMessage({ action: 'ready' });
