import './page.css';
import { effect, type ReadonlySignal, signal } from '@preact/signals';
import { render } from 'preact';
import { setLocale } from '../../src/model/words/displayLanguage.ts';
import type { PageAssets } from '../../src/shared/protocol.ts';
import { startThread } from '../map/base/pageThread.ts';
import { PictureModel } from '../map/pictures/pictureModel.ts';
import { DropTarget } from '../map/shell/DropTarget.tsx';
import { MapView } from '../map/shell/MapView.tsx';
import { createJudge } from '../results/clearHere.ts';
import { listChips } from '../results/listChips.ts';
import { ListFilterFields } from '../results/ListFilterFields.tsx';
import { createResultsModel, type ResultsModel } from '../results/resultsModel.ts';
import { ShortlistChip } from '../results/ShortlistChip.tsx';
import { SearchForm } from '../search/SearchForm.tsx';
import { registerControls } from '../ui/controls.tsx';
import { Menu } from '../ui/MenuButton.tsx';
import { sanitizeTexts } from '../ui/sanitizeTexts.ts';
import { Announcers } from './Announcers.tsx';
import { attachFocusRing } from './focusRing.ts';
import { Header } from './Header.tsx';
import { connectToHost, reportFaults } from './hostLink.ts';
import { createPageModel, type PageModel } from './pageModel.ts';
import { Sash } from './Sash.tsx';
import { SideColumn } from './SideColumn.tsx';

function startPage(): void {
  const host = connectToHost();
  const onFault = reportFaults(host.post);
  const root = document.getElementById('swath-page');
  if (!root) throw new Error('The page has no element #swath-page.');
  // The host sets them, with the names of PageAssets.
  const {
    landUrl = '',
    coastUrl = '',
    placesUrl = '',
    clearWorkerUrl = '',
    imageWorkerUrl = '',
    openJpegUrl = '',
    background,
    ...rest
  } = root.dataset;
  const { tileUrl, tileAttribution, tileProblem, texts } = rest;
  const urls = { landUrl, coastUrl, placesUrl, clearWorkerUrl, imageWorkerUrl, openJpegUrl };
  const assets: PageAssets = { ...urls, background, tileUrl, tileAttribution, tileProblem };
  const bundle = texts === undefined ? undefined : (JSON.parse(texts) as Record<string, string>);
  setLocale({ language: document.documentElement.lang, bundle });

  registerControls();
  sanitizeTexts();
  const page = createPageModel({
    ...host,
    assess: createJudge(clearWorkerUrl),
    startImageThread: () => startThread(imageWorkerUrl),
    loadDecoder: async () => (await fetch(openJpegUrl)).arrayBuffer(),
    reducedMotion: watchReducedMotion(),
  });
  const pictures = new PictureModel(page);
  const results = createResultsModel(page);
  render(
    <>
      <Filters page={page} results={results} />
      <Header page={page} />
      <MapView page={page} pictures={pictures} assets={assets} onFault={onFault} />
      <Sash page={page} />
      <SideColumn page={page} results={results} pictures={pictures} />
      <OpenMenu page={page} />
      <DropTarget page={page} />
      <Announcers page={page} />
    </>,
    root,
  );
  attachFocusRing(root, page);

  host.listen(message => page.receive(message));
  page.post({ kind: 'ready' });
}

/** One place for all filters, whether the service applies them or the list does. */
function Filters({ page, results }: { page: PageModel; results: ResultsModel }) {
  return (
    <SearchForm
      page={page}
      listChips={listChips(page, results)}
      shortlist={page.pins.value.size > 0 && <ShortlistChip page={page} />}
    >
      <ListFilterFields page={page} results={results} />
    </SearchForm>
  );
}

function OpenMenu({ page: { menu } }: { page: PageModel }) {
  const open = menu.value;
  if (!open) return null;
  const { name, from, at, sections } = open;
  return (
    <Menu
      key={`${at.x} ${at.y}`}
      name={name}
      button={{ current: from }}
      at={at}
      sections={() => sections}
      // The next one may be open already.
      onClosed={() => menu.peek() === open && (menu.value = undefined)}
    />
  );
}

/** Both settings can change while the page exists. Styles use the class `reduced-motion` of the body. */
function watchReducedMotion(): ReadonlySignal<boolean> {
  const query = window.matchMedia('(prefers-reduced-motion: reduce)');
  const { classList } = document.body;
  const reducedMotion = signal(false);
  const read = () => (reducedMotion.value = query.matches || classList.contains('vscode-reduce-motion'));
  query.addEventListener('change', read);
  new MutationObserver(read).observe(document.body, { attributeFilter: ['class'] });
  read();
  effect(() => void classList.toggle('reduced-motion', reducedMotion.value));
  return reducedMotion;
}

startPage();
