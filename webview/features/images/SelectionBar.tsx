import * as l10n from '@vscode/l10n';
import { useEffect, useRef } from 'preact/hooks';
import { shareText } from '../../../src/base/words/areaText.ts';
import { orderResolution, whyTooMany } from '../../../src/service/rules/analyticOrder.ts';
import type { ImageRow, MapState } from '../../../src/protocol/protocol.ts';
import type { Host } from '../../ground/host.ts';
import { Button } from '../../ui/controls.tsx';
import { countText } from '../../ui/format.ts';
import { Link } from '../../ui/icon.tsx';
import { closeByPressBeside } from '../../ui/pressBeside.ts';
import { maxCompared, type PictureModel, pictureName } from '../pictures/index.ts';
import { compare } from './imageMenu.ts';
import type { ImageStore } from './imageStore.ts';
import { ChooseMenu } from './ResultsMenus.tsx';
import type { ResultsModel } from './resultsModel.ts';
import { coveredText, hiddenText, whyNoOrder, whyNotCompared } from './words.ts';

interface SelectionBarProps {
  host: Host;
  found: ImageStore;
  results: ResultsModel;
  pictures: PictureModel;
}

export function SelectionBar(stores: SelectionBarProps) {
  const { host, found, results } = stores;
  const selected = found.selected.value;
  const { rows } = results.images.value;
  const isAny = selected.length > 0;
  const chosen = new Set(selected);
  const only = selected.length === 1 ? rows.find(row => chosen.has(row.id)) : undefined;
  const count = (isOne: (row: ImageRow) => boolean) =>
    rows.filter(row => chosen.has(row.id) && isOne(row)).length;
  const albumCount = count(row => row.processingLevel === 'ALBUM' && !row.isStereo);
  const stereoCount = count(row => row.isStereo === true);
  const hidden = selected.filter(id => results.hidden.value.has(id)).length;
  const share = found.cover.value?.share;
  const whyNot = isAny ? whyNoOrder(selected, rows, share) : l10n.t('Select an image to order.');
  const { suggestion, estimate, lacksPrice, delivered = [] } = host.state.value ?? {};
  const albumText = l10n.t('ALBUM images: {0}, may never be delivered', countText(albumCount));
  if (!isAny && rows.length === 0) return null;
  return (
    <div class="selection-bar">
      {isAny && suggestion && <Reasons suggestion={suggestion} select={found.select} />}
      <span class="selection-count">
        <span class="selection-number">{countedText(selected.length, hidden)}</span>
        {only && <span class="selection-name small in-wide">{pictureName(only, only.id)}</span>}
        {isAny && share !== undefined && (
          <span class="small quiet gap-legend">
            {coveredText(share)}
            {share < 1 && (
              <>
                <span class="gap-swatch" />
                {l10n.t('Not covered: {0}', shareText(1 - share))}
              </>
            )}
          </span>
        )}
        {stereoCount > 0 && (
          <span class="small warning" title={l10n.t('Orders of stereo images are never delivered.')}>
            {l10n.t('stereo images: {0}, never delivered', countText(stereoCount))}
          </span>
        )}
        {albumCount > 0 && (
          <span class="small warning" title={albumText}>
            <span class="in-wide">{albumText}</span>
            <span class="in-narrow">{l10n.t('ALBUM images: {0}', countText(albumCount))}</span>
          </span>
        )}
      </span>
      {/* Always there, so that nothing moves with the first image. */}
      <span class={`selection-estimate small ${isAny && whyNot !== undefined ? 'warning' : 'quiet'}`}>
        {whyNot ?? [estimate, whyTooMany(selected.length)].filter(Boolean).join(' · ')}
        {!whyNot && lacksPrice && (
          <>
            {' '}
            <Link
              label={l10n.t('Ask for a Price')}
              title={l10n.t('Drafts the usual image product and asks for its price, which costs nothing')}
              onClick={() => host.post({ kind: 'askPrice' })}
            />
          </>
        )}
      </span>
      <span class="draft">
        {isAny && <ResultButtons {...stores} />}
        <ChooseMenu {...stores} />
        <Button
          label={l10n.t('Draft Order')}
          isPrimary={delivered.length === 0 && whyNot === undefined}
          disabledBecause={whyNot}
          onPress={() => host.post({ kind: orderable(selected, rows) })}
        />
      </span>
    </div>
  );
}

type OrderKind = 'draftOrder' | 'draftProduct';

/** The host asks what to order if an analytic can run on the images; otherwise only the images can be ordered. */
function orderable(selected: readonly string[], rows: readonly ImageRow[]): OrderKind {
  const chosen = new Set(selected);
  const images = rows.filter(({ id }) => chosen.has(id));
  const canRun = !whyTooMany(selected.length) && orderResolution(images) !== undefined;
  return canRun || images.length === 0 ? 'draftOrder' : 'draftProduct';
}

/** What can be done with the selection before it is ordered, and what was delivered of it: the latest leads. */
function ResultButtons({ host, found, pictures }: Omit<SelectionBarProps, 'results'>) {
  const selected = found.selected.value;
  const { delivered = [] } = host.state.value ?? {};
  return (
    <>
      {selected.length >= 2 && selected.length <= maxCompared && (
        <Button
          label={l10n.t('Compare')}
          title={`${l10n.t('Compare')} (C)`}
          disabledBecause={whyNotCompared(found, selected)}
          onPress={() => compare(pictures, found, selected)}
        />
      )}
      {delivered.map(({ kind, orderId }, index) => (
        <Button
          key={kind}
          label={kind === 'report' ? l10n.t('Open Report') : l10n.t('Show Image')}
          isPrimary={index === 0}
          onPress={() => host.post({ kind: kind === 'report' ? 'openReport' : 'showProduct', orderId })}
        />
      ))}
    </>
  );
}

function countedText(count: number, hidden: number): string {
  return [l10n.t('{0} selected', countText(count)), ...(hidden === 0 ? [] : [hiddenText(hidden)])].join(', ');
}

interface ReasonsProps extends Pick<ImageStore, 'select'> {
  suggestion: NonNullable<MapState['suggestion']>;
}

/** Why Swath selected these images, and the way back to what the user had selected. */
function Reasons({ suggestion: { title, reasons, replaced = [] }, select }: ReasonsProps) {
  const layer = useRef<HTMLDetailsElement>(null);
  useEffect(
    () =>
      closeByPressBeside(
        () => (layer.current?.open === true ? layer.current : undefined),
        () => layer.current?.removeAttribute('open'),
      ),
    [],
  );
  return (
    <div class="suggestion">
      <details
        ref={layer}
        class="reasons"
        onKeyDown={event => {
          if (event.key !== 'Escape' || !event.currentTarget.open) return;
          event.stopPropagation();
          event.currentTarget.open = false;
          event.currentTarget.querySelector('summary')?.focus();
        }}
      >
        <summary>{title}</summary>
        <ul>
          {reasons.map(reason => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </details>
      {replaced.length > 0 && (
        <Link
          label={l10n.t('Restore selection ({0})', countText(replaced.length))}
          onClick={() => select(replaced)}
        />
      )}
    </div>
  );
}
