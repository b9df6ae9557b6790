import * as l10n from '@vscode/l10n';
import { useEffect, useRef } from 'preact/hooks';
import { shareText } from '../../../src/base/words/areaText.ts';
import { maxAnalyticImages, orderResolution } from '../../../src/service/rules/analyticOrder.ts';
import type { ImageRow, MapState } from '../../../src/protocol/protocol.ts';
import type { Host } from '../../ground/host.ts';
import { Button } from '../../ui/controls.tsx';
import { countText } from '../../ui/format.ts';
import { closeByPressBeside } from '../../ui/pressBeside.ts';
import { maxCompared, type PictureModel } from '../pictures/index.ts';
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
  const albumCount = rows.filter(row => chosen.has(row.id) && row.processingLevel === 'ALBUM').length;
  const hidden = selected.filter(id => results.hidden.value.has(id)).length;
  const share = found.cover.value?.share;
  const obstacle = whyNoOrder(selected, rows, share);
  const { suggestion, estimate } = host.state.value ?? {};
  if (!isAny && rows.length === 0) return null;
  return (
    <div class="selection-bar">
      {isAny && suggestion && <Reasons suggestion={suggestion} />}
      <span class="selection-count">
        <span class="selection-number">
          {isAny ? countedText(selected.length, hidden) : l10n.t('Select an image to order.')}
        </span>
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
      </span>
      {isAny ? (
        <DraftButtons {...stores} obstacle={obstacle} orderable={orderable(selected, rows)} />
      ) : (
        <ChooseMenu {...stores} />
      )}
      {isAny && obstacle !== undefined && <span class="selection-estimate small warning">{obstacle}</span>}
      {albumCount > 0 && (
        <span class="selection-estimate small warning">
          {l10n.t('ALBUM images selected: {0}. Their orders may never be delivered.', countText(albumCount))}
        </span>
      )}
      {isAny && obstacle === undefined && estimate !== undefined && (
        <span class="selection-estimate small quiet">{estimate}</span>
      )}
    </div>
  );
}

interface DraftButtonsProps extends Omit<SelectionBarProps, 'results'> {
  /** Why none of the selected images can be ordered. */
  obstacle: string | undefined;
  orderable: OrderKind;
}

type OrderKind = 'draftOrder' | 'draftProduct';

/** The host asks what to order if an analytic can run on the images; otherwise only the images can be ordered. */
function orderable(selected: readonly string[], rows: readonly ImageRow[]): OrderKind {
  const chosen = new Set(selected);
  const images = rows.filter(({ id }) => chosen.has(id));
  const canRun = selected.length <= maxAnalyticImages && orderResolution(images) !== undefined;
  return canRun || images.length === 0 ? 'draftOrder' : 'draftProduct';
}

function DraftButtons({ host, found, pictures, obstacle, orderable }: DraftButtonsProps) {
  const selected = found.selected.value;
  const orderId = host.state.value?.reportOrder;
  return (
    <span class="draft">
      {selected.length >= 2 && selected.length <= maxCompared && (
        <Button
          class="beside"
          label={l10n.t('Compare')}
          title={`${l10n.t('Compare')} (C)`}
          disabledBecause={whyNotCompared(found, selected)}
          onPress={() => compare(pictures, found, selected)}
        />
      )}
      {orderId !== undefined && (
        <Button
          class="beside"
          label={l10n.t('Open Report')}
          isPrimary
          onPress={() => host.post({ kind: 'openReport', orderId })}
        />
      )}
      <Button
        label={l10n.t('Draft Order')}
        isPrimary={orderId === undefined && obstacle === undefined}
        disabledBecause={obstacle}
        onPress={() => host.post({ kind: orderable })}
      />
    </span>
  );
}

function countedText(count: number, hidden: number): string {
  return [l10n.t('{0} selected', countText(count)), ...(hidden === 0 ? [] : [hiddenText(hidden)])].join(', ');
}

function Reasons({ suggestion: { title, reasons } }: { suggestion: NonNullable<MapState['suggestion']> }) {
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
  );
}
