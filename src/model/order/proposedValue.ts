import * as l10n from '@vscode/l10n';
import type { Image } from '../images/imagery.ts';
import type { OrderContext } from './checkOrder.ts';
import { imageFacts } from './imageText.ts';

/** What can stand in a place of an order. */
export interface ProposedValue {
  value: unknown;
  /** For values that say nothing by themselves, such as ids; else the value is shown. */
  label?: string;
  detail: string;
  documentation?: readonly string[];
  /** Why it does not suit the rest of the order; proposed last, and never as a mend. */
  whyNot?: string | undefined;
  isDeprecated?: boolean;
}

/** The images that are chosen on the map. */
export function chosenImages({ images = [], chosen = [] }: OrderContext): Image[] {
  return images.filter(({ id }) => chosen.includes(id));
}

export function imageValue(
  image: Image,
  { chosen = [] }: OrderContext,
  whyNot: string | undefined,
): ProposedValue {
  const isChosen = chosen.includes(image.id);
  return {
    value: image.id,
    label: imageFacts(image).slice(0, 3).join(' · '),
    detail: isChosen ? l10n.t('chosen on the map') : '',
    documentation: [imageFacts(image).join(' · '), image.id],
    whyNot,
  };
}
