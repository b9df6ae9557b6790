import './page.css';
import { speak } from '../src/model/words/displayLanguage.ts';
import type { PageAssets } from '../src/shared/protocol.ts';
import { createAnnouncers } from './announcer.ts';
import { watchCalm } from './calm.ts';
import { attachFocusRing } from './focusRing.ts';
import { createHeader } from './header.ts';
import { connectToHost, reportFaults } from './hostLink.ts';
import { createMapView } from './map/mapView.ts';
import { createPageModel } from './pageModel.ts';
import { createResultsPanel } from './results/resultsPanel.ts';
import { createFilterForm } from './search/filterForm.ts';
import { registerControls } from './toolkit.ts';

function startPage(): void {
  const host = connectToHost();
  const onFault = reportFaults(host.post);
  const page = document.getElementById('swath-page');
  if (!page) throw new Error('The page has no element #swath-page.');
  // The host wrote them there, by the names of PageAssets.
  const { landUrl = '', tileUrl, tileAttribution, tileProblem, texts } = page.dataset;
  const assets: PageAssets = { landUrl, tileUrl, tileAttribution, tileProblem };
  const bundle = texts === undefined ? undefined : (JSON.parse(texts) as Record<string, string>);
  speak({ language: document.documentElement.lang, bundle });

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
  map.start({ assets, calm: watchCalm(), saved, saveView, post, onFault });

  host.listen(message => model.receive(message));
  post({ kind: 'ready' });
}

startPage();
