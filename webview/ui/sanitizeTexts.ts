import { options, type VNode } from 'preact';
import { isRecord } from '../../src/base/fields.ts';
import { safeText, safeTooltip } from '../../src/base/words/safeText.ts';

const spokenAttributes = ['title', 'aria-label', 'aria-valuetext', 'placeholder', 'alt'];

/**
 * Sanitizes every text that a component renders, because some come from the service and from files. Components must
 * read signals by `.value`; a signal as a child would bypass this.
 */
export function sanitizeTexts(): void {
  const before = options.vnode?.bind(options);
  options.vnode = vnode => {
    sanitize(vnode);
    before?.(vnode);
  };
}

/** Labels elements that no component renders: the handles of Leaflet's plugin. */
export function setLabel(target: HTMLElement, label: string): void {
  target.setAttribute('aria-label', safeTooltip(label));
}

/** Preact represents text as a node without a type, with the text as its `props`. */
function sanitize(vnode: VNode & { type: unknown }): void {
  const node: { type: unknown; props: unknown } = vnode;
  const { type, props } = node;
  if (type === null) {
    if (typeof props === 'string') node.props = safeText(props);
    return;
  }
  if (typeof type !== 'string' || !isRecord(props)) return;
  for (const name of spokenAttributes) {
    const text = props[name];
    if (typeof text === 'string') props[name] = safeTooltip(text);
  }
}
