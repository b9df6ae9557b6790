import { options, type VNode } from 'preact';
import { isRecord } from '../../src/model/fields.ts';
import { shownText, shownTooltip } from '../../src/model/words/shownText.ts';

const spokenAttributes = ['title', 'aria-label', 'aria-valuetext', 'placeholder', 'alt'];

/**
 * Makes every text that a component renders fit for the screen: texts of the service and of files are among them.
 * Components read signals by `.value`; a signal as a child would be written to the page past this.
 */
export function showOnlyFitTexts(): void {
  const before = options.vnode?.bind(options);
  options.vnode = vnode => {
    makeFit(vnode);
    before?.(vnode);
  };
}

/** Names what no component renders: the handles of Leaflet's plugin. */
export function setLabel(target: HTMLElement, label: string): void {
  target.setAttribute('aria-label', shownTooltip(label));
}

/** Preact has a node without a type for a text, whose `props` are the text. */
function makeFit(vnode: VNode & { type: unknown }): void {
  const node: { type: unknown; props: unknown } = vnode;
  const { type, props } = node;
  if (type === null) {
    if (typeof props === 'string') node.props = shownText(props);
    return;
  }
  if (typeof type !== 'string' || !isRecord(props)) return;
  for (const name of spokenAttributes) {
    const text = props[name];
    if (typeof text === 'string') props[name] = shownTooltip(text);
  }
}
