import { useSignal } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Host } from '../../ground/host.ts';
import type { ViewStore } from '../../ground/viewStore.ts';
import { Button, ProgressRing } from '../../ui/controls.tsx';
import type { ContextMenu } from '../../ui/MenuButton.tsx';
import type { AreaModel } from '../areas/index.ts';
import type { PictureModel } from '../pictures/index.ts';
import { AreaViewBar } from './AreaView.tsx';
import { Histogram } from './Histogram.tsx';
import type { ImageStore } from './imageStore.ts';
import { type Notice, noticeFor } from './notice.ts';
import { ResultsHead } from './ResultsHead.tsx';
import { ResultsList } from './ResultsList.tsx';
import type { Fold } from './ResultsMenus.tsx';
import type { ResultsModel } from './resultsModel.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { imageCount } from './words.ts';

/** Panel height with enough room for the histogram, CSS pixels. */
const heightForAvailability = 400;

export interface ResultsPanelProps {
  host: Host;
  view: ViewStore;
  areas: AreaModel;
  found: ImageStore;
  results: ResultsModel;
  pictures: PictureModel;
  openMenu: (menu: ContextMenu) => void;
  /** Searches with what is typed in the form. `isHere`: what the map shows. */
  search: (isHere: boolean) => void;
  isHidden: boolean;
  /** What limits the list. */
  children: ComponentChildren;
}

/** Total, images or a message, and the selection. */
export function ResultsPanel({ isHidden, search, children, ...stores }: ResultsPanelProps) {
  const { host, found, results } = stores;
  const panel = useRef<HTMLElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const height = useSignal(0);
  const state = host.state.value;
  const settings = results.settings.value;
  const count = results.images.value.rows.length;
  const isConnected = state?.connection !== undefined;
  const hasResults = count > 0 && isConnected;
  // A saved search may have no new images: the button that shows all its images must stay, and so must the shortlist.
  const isNarrowed = (state?.only !== undefined || found.pins.value.size > 0) && isConnected;
  const isEstimating =
    results.applied.value.minClear !== undefined && results.clear.progress.value?.isOver === false;
  const elsewhere = found.searchedElsewhere.value;
  const isStale = found.isStale.value;
  const notice = state && noticeFor(state, isStale ? 0 : found.rows.value.length, isStale, elsewhere);
  const isListHidden = !hasResults || results.arrangement.value.rows.length === 0;

  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => (height.value = panel.current?.clientHeight ?? 0));
    if (panel.current) observer.observe(panel.current);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    // The panel has the focus until there is a list.
    const [from, to] = isListHidden ? [list, panel] : [panel, list];
    if (document.activeElement === from.current) to.current?.focus({ preventScroll: true });
  }, [isListHidden]);

  const availability: Fold = {
    isOpen: settings.showsAvailability ?? height.value >= heightForAvailability,
    set: isOpen => results.change({ showsAvailability: isOpen }),
  };
  const stale = isStale ? ' stale' : '';
  const room = hasResults && results.layout.value !== 'cards' ? ' wide' : '';
  return (
    <section
      ref={panel}
      id="side-images"
      class={`side-part results${stale}${room}`}
      aria-label={l10n.t('Results')}
      tabindex={-1}
      hidden={isHidden}
    >
      {children}
      {(hasResults || isNarrowed) && <ResultsHead {...stores} availability={availability} />}
      {hasResults && availability.isOpen && (
        <div class="results-folds">
          <Histogram {...stores} />
        </div>
      )}
      {notice && (
        <NoticeView
          {...stores}
          notice={notice}
          hasSelection={found.selected.value.length > 0}
          search={search}
        />
      )}
      {hasResults && isListHidden && (
        // Instead of the list, if the filters hide all of its images.
        <div class="notice">
          {isEstimating && <ProgressRing />}
          <h2>
            {isEstimating
              ? l10n.t('Estimating how clear the area is…')
              : hiddenText(imageCount(count), elsewhere)}
          </h2>
          <Button
            label={l10n.t('Show all')}
            isPrimary={notice?.actions === undefined}
            onPress={() => {
              results.clearFilters();
              results.change({ showsDuplicates: true });
            }}
          />
        </div>
      )}
      {!isListHidden && results.layout.value === 'area' && <AreaViewBar results={results} />}
      <ResultsList {...stores} list={list} isHidden={isListHidden} />
      <SelectionBar {...stores} />
    </section>
  );
}

/** @param elsewhere the area of the images, if it isn't the one that would be searched now */
function hiddenText(images: string, elsewhere: string | undefined): string {
  return elsewhere === undefined
    ? l10n.t('Your filters hide {0}', images)
    : l10n.t('Your filters hide {0} of {1}', images, elsewhere);
}

type StartProps = Pick<ResultsPanelProps, 'host' | 'areas' | 'search'>;

function NoticeView({
  notice,
  hasSelection,
  ...start
}: StartProps & { notice: Notice; hasSelection: boolean }) {
  const { host } = start;
  const state = host.state.value;
  const { tone = '', title, text, hints = [], actions = [] } = notice;
  return (
    <div class={`notice ${tone}`} tabindex={-1}>
      {tone === 'busy' && <ProgressRing />}
      <h2>{title}</h2>
      {text !== undefined && <p>{text}</p>}
      {hints.length > 0 && (
        <ul>
          {hints.map(hint => (
            <li key={hint}>{hint}</li>
          ))}
        </ul>
      )}
      {state?.phase.kind === 'idle' && state.connection !== undefined && <StartActions {...start} />}
      {actions.map(({ label, post }, index) => (
        <Button
          key={label}
          label={label}
          // Otherwise that is the button above the map, which searches the other area, or the one that orders the selection.
          isPrimary={index === 0 && state?.aoiChanged !== true && !hasSelection}
          onPress={() => host.post(post)}
        />
      ))}
    </div>
  );
}

/** What an empty map offers: gone as soon as there is an area, and while one is drawn. */
function StartActions({ host, areas, search }: StartProps) {
  const isUsed = areas.rows.value.length > 0 || areas.editing.value.tool.kind !== 'none';
  if (host.state.value?.aoi) return <Button label={l10n.t('Search Images')} onPress={() => search(false)} />;
  if (isUsed) return null;
  return (
    <div class="card-buttons start-card">
      <Button label={l10n.t('Draw Area')} isPrimary onPress={() => areas.draw('polygon')} />
      <Button
        label={l10n.t('Import…')}
        title={l10n.t('To drop files on the map instead, hold Shift.')}
        onPress={() => host.post({ kind: 'importAoi' })}
      />
      <Button label={l10n.t('Open Sample')} onPress={() => host.post({ kind: 'openSample' })} />
      <Button label={l10n.t('Search Here')} onPress={() => search(true)} />
    </div>
  );
}
