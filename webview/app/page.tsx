import './page.css';
import { effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { render } from 'preact';
import { setLocale } from '../../src/base/words/displayLanguage.ts';
import type { PageAssets } from '../../src/protocol/protocol.ts';
import { focusPlace } from '../features/areas/index.ts';
import { createJudge, listChips } from '../features/images/index.ts';
import { ListFilterFields } from '../features/images/view.ts';
import { SearchForm } from '../features/search/view.ts';
import { startThread } from '../ground/pageThread.ts';
import { DropTarget } from '../shell/DropTarget.tsx';
import { MapView } from '../shell/MapView.tsx';
import { registerControls } from '../ui/controls.tsx';
import { type ContextMenu, Menu } from '../ui/MenuButton.tsx';
import { sanitizeTexts } from '../ui/sanitizeTexts.ts';
import { Announcers } from './Announcers.tsx';
import { attachFocusRing } from './focusRing.ts';
import { Header } from './Header.tsx';
import { connectToHost, reportFaults } from './hostLink.ts';
import { Sash } from './Sash.tsx';
import { SideColumn } from './SideColumn.tsx';
import { createStores, type Stores } from './stores.ts';

function startPage(): void {
  const root = document.getElementById('swath-page');
  if (!root) throw new Error('The page has no element #swath-page.');
  // The host sets them, with the names of PageAssets.
  const { texts, savedView, ...assets } = root.dataset as unknown as PageAssets & { texts?: string };
  const host = connectToHost(savedView);
  const onFault = reportFaults(host.post);
  const bundle = texts === undefined ? undefined : (JSON.parse(texts) as Record<string, string>);
  setLocale({ language: document.documentElement.lang, bundle });

  registerControls();
  sanitizeTexts();
  const stores = createStores({
    ...host,
    assess: createJudge(assets.clearWorkerUrl),
    startThread: () => startThread(assets.imageWorkerUrl),
    loadDecoder: async () => (await fetch(assets.openJpegUrl)).arrayBuffer(),
    reducedMotion: watchReducedMotion(),
  });
  const menu = signal<ContextMenu | undefined>(undefined);
  const openMenu = (next: ContextMenu) => void (menu.value = next);
  render(
    <>
      <Filters stores={stores} />
      <Header {...stores} />
      <MapView stores={stores} openMenu={openMenu} assets={assets} onFault={onFault} />
      <Sash savedView={host.savedView} saveView={host.saveView} />
      <SideColumn stores={stores} openMenu={openMenu} />
      <OpenMenu menu={menu} />
      <DropTarget post={host.post} />
      <Announcers {...stores} />
    </>,
    root,
  );
  attachFocusRing(root, { ...host, ...stores.host });

  document.addEventListener('keydown', keepSelectAll);
  host.listen(message => stores.receive(message));
  host.post({ kind: 'ready' });
}

/** A field selects its text itself. The editor would do it once more, late: over what is typed since. */
function keepSelectAll(event: KeyboardEvent): void {
  const isSelectAll = (event.ctrlKey || event.metaKey) && event.key === 'a';
  if (isSelectAll && focusPlace(event) === 'field') event.stopPropagation();
}

/** One place for all filters, whether the service applies them or the list does. */
function Filters({ stores }: { stores: Stores }) {
  const { host, results } = stores;
  return (
    <SearchForm {...stores} listFilterCount={listChips(host, results).length}>
      <ListFilterFields {...stores} />
    </SearchForm>
  );
}

function OpenMenu({ menu }: { menu: Signal<ContextMenu | undefined> }) {
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
