import { setTitle } from '../element.ts';
import * as l10n from '@vscode/l10n';
import { constellationCodes, constellations } from '../../src/model/images/imagery.ts';
import { choiceField, choiceOrText } from './choiceField.ts';
import { namedGroup, type FieldGroup } from './fieldGroup.ts';

export function createSensorGroup(onInput: () => void): FieldGroup {
  const named = constellationCodes.map(
    code => [code, l10n.t('{0} {1} m', code, constellations[code].gsd)] as const,
  );
  const constellation = choiceField(
    'filter-constellation',
    l10n.t('Constellation'),
    [['', l10n.t('Any')], ...named],
    onInput,
  );
  const productType = choiceOrText(
    'filter-product-type',
    l10n.t('Product type'),
    [
      ['', l10n.t('Any')],
      ['mono', l10n.t('mono (advised)')],
      ['bundle,mono', 'bundle,mono'],
    ],
    onInput,
  );
  setTitle(
    productType.element,
    l10n.t(
      'Stereo orders never finish: “mono” leaves stereo out. Some services call images “bundle” and need both.',
    ),
  );

  return {
    elements: [namedGroup(l10n.t('Sensor'), constellation.element, productType.element)],
    read: () => ({ constellation: constellation.value(), productType: productType.value() }),
    show: fields => {
      constellation.set(fields.constellation);
      productType.set(fields.productType);
    },
  };
}
