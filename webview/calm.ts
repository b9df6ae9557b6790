import { effect, signal, type ReadonlySignal } from '@preact/signals-core';

/**
 * Whether nothing is to move by itself: asked of the system, or of the editor by its own setting. Both can change while
 * the page is there. Styles follow the class `calm` of the body.
 */
export function watchCalm(): ReadonlySignal<boolean> {
  const asked = window.matchMedia('(prefers-reduced-motion: reduce)');
  const { classList } = document.body;
  const calm = signal(false);
  const read = () => (calm.value = asked.matches || classList.contains('vscode-reduce-motion'));
  asked.addEventListener('change', read);
  new MutationObserver(read).observe(document.body, { attributeFilter: ['class'] });
  read();
  effect(() => void classList.toggle('calm', calm.value));
  return calm;
}
