import { effect } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import type { ToHost } from '../../src/shared/protocol.ts';
import { createAreaStepper } from '../map/areas/areaStepper.ts';
import { element, setText, setTitle } from '../ui/element.ts';
import { areaText } from '../../src/model/words/areaText.ts';
import type { PageModel } from './pageModel.ts';

/** Where the images are looked for, in which document that stands, and by which connection. */
export function createHeader(model: PageModel, post: (message: ToHost) => void): HTMLElement {
  const name = element('span', { class: 'ellipsis' });
  const area = element('span', { class: 'aoi-area' });
  const aoi = element('button', { type: 'button', class: 'link aoi' }, name, area);
  aoi.addEventListener('click', () => post({ kind: 'revealAoi' }));
  const noAoi = element('span', { class: 'quiet ellipsis' }, l10n.t('No area of interest'));
  const source = element('span', { class: 'document-name quiet ellipsis' });
  const stepper = createAreaStepper(model);
  const connection = element('span', { class: 'connection ellipsis' });

  effect(() => {
    const state = model.state.value;
    const shown = state?.aoi;
    aoi.hidden = shown === undefined;
    noAoi.hidden = state === undefined || shown !== undefined;
    if (shown) {
      setText(name, shown.name);
      setText(area, ` · ${areaText(shown.areaKm2)}`);
      setTitle(aoi, l10n.t('Show {0} in its document', shown.name));
    }
    const file = state?.document?.name;
    source.hidden = file === undefined;
    setText(source, file ?? '');
    setTitle(source, state?.document?.locked ?? file ?? '');
    connection.classList.toggle('quiet', state?.connection === undefined);
    setText(connection, state === undefined ? '' : (state.connection ?? l10n.t('Signed out')));
    setTitle(connection, state?.connection === undefined ? '' : l10n.t('Connection: {0}', state.connection));
  });

  return element('div', { class: 'header' }, aoi, noAoi, source, stepper, connection);
}
