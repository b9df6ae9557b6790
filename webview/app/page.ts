import './page.css';
import { setLocale } from '../../src/model/words/displayLanguage.ts';
import type { PageAssets } from '../../src/shared/protocol.ts';
import { createAnnouncers } from './announcer.ts';
import { attachFocusRing } from './focusRing.ts';
import { createHeader } from './header.ts';
import { connectToHost, reportFaults } from './hostLink.ts';
import { createMapView } from '../map/base/mapView.ts';
import { createPageModel } from './pageModel.ts';
import { createResultsPanel } from '../results/resultsPanel.ts';
import { createFilterForm } from '../search/filterForm.ts';
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
