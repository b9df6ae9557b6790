import { effect } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import { element, setAttribute, setText, setTitle } from '../ui/element.ts';
import { cardClose } from '../map/base/cardClose.ts';
import { propertyTable } from './propertyTable.ts';
import type { PageModel } from '../app/pageModel.ts';
import { featureText } from './reportModel.ts';
import { itemAt } from '../../src/model/itemAt.ts';

/** More are not of use on a card; the text has them all. */
const mostRows = 60;

/** The feature of the report that was chosen last: all that is said of it, and the way to its text. */
export function createFeatureCard({ findings }: PageModel): HTMLElement {
  const name = element('span', { class: 'ellipsis card-name' });
  const show = element('button', { type: 'button', class: 'link' }, l10n.t('Show text'));
  const words = element('div', { class: 'feature-properties', tabindex: '0' });
  words.setAttribute('role', 'group');
  setAttribute(words, 'aria-label', l10n.t('Properties'));
  const card = element('section', { class: 'image-card feature-card', 'aria-label': l10n.t('Feature') });
  const close = cardClose(card, () => findings.choose(undefined));
  card.append(name, close, words, show);

  show.addEventListener('click', () => {
    const place = findings.chosen.peek();
    if (place !== undefined) findings.reveal(place, true);
  });

  effect(() => {
    const place = findings.chosen.value;
    const features = findings.features.value;
    const feature = place === undefined ? undefined : features[place];
    card.hidden = feature === undefined;
    if (!feature || place === undefined) return;
    const { classes, classOf } = findings.classing.value;
    const own = findings.colouring.value === undefined ? undefined : classes[itemAt(classOf, place)]?.label;
    setText(name, featureText(place, features.length, own));
    setTitle(name, name.textContent);
    words.replaceChildren(propertyTable(feature.properties, mostRows));
    words.scrollTop = 0;
    bringIntoView(card);
  });
  return card;
}

/** On a low map the card stands in a column that scrolls. */
function bringIntoView(card: HTMLElement): void {
  const column = card.offsetParent;
  if (column)
    column.scrollTop = Math.min(card.offsetTop, card.offsetTop + card.offsetHeight - column.clientHeight);
}
