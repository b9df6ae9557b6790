import './page.css';
import * as l10n from '@vscode/l10n';
import { setLocale } from '../../src/model/words/displayLanguage.ts';
import type { PageAssets, ToHost } from '../../src/shared/protocol.ts';
import { createAnnouncers } from './announcer.ts';
import { attachFocusRing } from './focusRing.ts';
import { connectToHost, reportFaults } from './hostLink.ts';
import { createMapView } from '../map/base/mapView.ts';
import { createAreaStepper } from '../map/areas/areaStepper.ts';
import { createPageModel, type PageModel } from './pageModel.ts';
import { createResultsPanel } from '../results/resultsPanel.ts';
import { createFilterForm } from '../search/filterForm.ts';
import { element, setText, setTitle } from '../ui/element.ts';
import { areaText } from '../../src/model/words/areaText.ts';
import { registerControls } from '../ui/toolkit.ts';
import { effect, signal, type ReadonlySignal } from '@preact/signals-core';

function startPage(): void {
  const host = connectToHost();
  const onFault = reportFaults(host.post);
  const page = document.getElementById('swath-page');
  if (!page) throw new Error('The page has no element #swath-page.');
  // The host wrote them there, by the names of PageAssets.
  const { landUrl = '', tileUrl, tileAttribution, tileProblem, texts } = page.dataset;
  const assets: PageAssets = { landUrl, tileUrl, tileAttribution, tileProblem };
  const bundle = texts === undefined ? undefined : (JSON.parse(texts) as Record<string, string>);
  setLocale({ language: document.documentElement.lang, bundle });

  registerControls();
  const { post, savedView: saved, saveView } = host;
  const model = createPageModel(post);
  const map = createMapView(model);
  const mapSize = () => `${map.element.clientWidth} × ${map.element.clientHeight}`;
  const form = createFilterForm(model, post, saved, saveView, mapSize);
  const results = createResultsPanel(model, post, saved, saveView);
  page.append(form, createHeader(model, post), map.element, results, ...createAnnouncers(model));
  attachFocusRing(
    [
      { name: 'search', element: form, first: ['.filters-toggle'] },
      { name: 'map', element: map.element, first: [] },
      {
        name: 'results',
        element: results,
        first: ['.list:not([hidden])', '.notice:not([hidden])', 'button'],
      },
    ],
    post,
    saved.region,
    region => saveView({ region }),
  );
  map.start({ assets, reducedMotion: watchReducedMotion(), saved, saveView, post, onFault });

  host.listen(message => model.receive(message));
  post({ kind: 'ready' });
}

startPage();

/**
 * Whether nothing is to move by itself: asked of the system, or of the editor by its own setting. Both can change while
 * the page is there. Styles follow the class `calm` of the body.
 */
function watchReducedMotion(): ReadonlySignal<boolean> {
  const asked = window.matchMedia('(prefers-reduced-motion: reduce)');
  const { classList } = document.body;
  const reducedMotion = signal(false);
  const read = () => (reducedMotion.value = asked.matches || classList.contains('vscode-reduce-motion'));
  asked.addEventListener('change', read);
  new MutationObserver(read).observe(document.body, { attributeFilter: ['class'] });
  read();
  effect(() => void classList.toggle('calm', reducedMotion.value));
  return reducedMotion;
}

/** Where the images are looked for, in which document that stands, and by which connection. */
function createHeader(model: PageModel, post: (message: ToHost) => void): HTMLElement {
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
