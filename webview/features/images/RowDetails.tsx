import { useSignal } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { ImageRow, MapState } from '../../../src/protocol/protocol.ts';
import type { Host } from '../../ground/host.ts';
import { CloseButton, Link } from '../../ui/icon.tsx';
import { type PictureModel, streamHint } from '../pictures/index.ts';
import { ToggleButton } from '../pictures/view.ts';
import { clearLine, clearTooltip, columnIds, columns, type InArea, levelTooltip } from './columns.ts';
import { togglePin } from './imageMenu.ts';
import type { ImageStore } from './imageStore.ts';
import type { ResultsModel } from './resultsModel.ts';
import { whyNotPinned } from './words.ts';

interface RowDetailsProps {
  host: Host;
  found: ImageStore;
  results: ResultsModel;
  pictures: PictureModel;
  image: ImageRow;
  inArea: InArea;
  /** From the top of the rows, CSS pixels. */
  top: number;
  onHeight: (height: number) => void;
  onClose: () => void;
}

/** Below the open row: what the row has no room for, and what the image can show on the map. */
export function RowDetails({
  host,
  found,
  results,
  pictures,
  image,
  inArea,
  top,
  onHeight,
  onClose,
}: RowDetailsProps) {
  const section = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const element = section.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => onHeight(element.offsetHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const { id, whyNo, pin } = image;
  const warning = levelTooltip(image);
  useEffect(() => host.post({ kind: 'opened', id }), [id]);
  const { opened } = host.state.value ?? {};
  const { quicklook = false, streaming = false } =
    pictures.onMap.value.find(picture => picture.id === id) ?? {};
  const reasons = new Set([whyNo.quicklook, whyNo.stream].filter(reason => reason !== undefined));
  return (
    <section
      ref={section}
      class="row-details"
      aria-label={l10n.t('Image')}
      style={{ position: 'absolute', top: `${top}px` }}
      onKeyDown={event => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      <div class="card-buttons">
        <ToggleButton
          label={l10n.t('Quicklook')}
          keys="Q"
          title={l10n.t('Shows the quicklook on the footprint (Q), matched at corners, not georeferenced.')}
          isOn={quicklook}
          whyNot={whyNo.quicklook}
          onToggle={() => pictures.toggleQuicklook(id)}
        />
        <ToggleButton
          label={l10n.t('Stream')}
          title={streamHint()}
          isOn={streaming}
          whyNot={whyNo.stream}
          onToggle={() => pictures.stream(id, !streaming)}
        />
        <ToggleButton
          label={l10n.t('Shortlist')}
          keys="P"
          title={`${l10n.t('Add to Shortlist')} (P)`}
          isOn={pin !== undefined}
          whyNot={whyNotPinned(image)}
          onToggle={() => togglePin(host, found, id)}
        />
        <CloseButton class="step-button details-close" onClick={onClose} />
      </div>
      {pin && (
        <div class="card-note">
          {pin.note !== undefined && <span>{pin.note}</span>}
          <Link label={l10n.t('Edit Note…')} onClick={() => host.post({ kind: 'editNote', id })} />
        </div>
      )}
      {warning !== undefined && <div class="small warning">{warning}</div>}
      {reasons.size > 0 && <div class="quiet small card-reasons">{[...reasons].join(' ')}</div>}
      {results.area.frame.value && <ClearLine clear={results.clear} image={image} inArea={inArea} />}
      {opened?.id === id && <Notes post={host.post} {...opened} />}
      <Facts row={image} inArea={inArea} />
    </section>
  );
}

interface ClearLineProps extends Pick<RowDetailsProps, 'image' | 'inArea'> {
  clear: ResultsModel['clear'];
}

/** How clear the area is in the image and what that is of, or why it isn't known; on demand until it is estimated. */
function ClearLine({ clear, image, inArea }: ClearLineProps) {
  const isEstimating = useSignal(false);
  const tooltip = clearTooltip(image, inArea);
  const known = inArea.clear === 'unknown' ? `${clearLine(inArea)}. ${tooltip}` : tooltip;
  return (
    <div class="small">
      {known ??
        (isEstimating.value ? (
          l10n.t('Estimating how clear the area is…')
        ) : (
          <Link
            label={l10n.t('Estimate Clear Here')}
            title={l10n.t('From the quicklook')}
            onClick={() => {
              isEstimating.value = true;
              void clear.estimate(image).then(() => (isEstimating.value = false));
            }}
          />
        ))}
    </div>
  );
}

/** What Swath knows before a price is requested. */
function Notes({ post, lines, repeats }: Pick<Host, 'post'> & NonNullable<MapState['opened']>) {
  return (
    <>
      {lines.map((line, index) => (
        <div key={line} class="small">
          {index === 0 && repeats && <span class="owned-swatch" title={l10n.t('Hatched on the map')} />}
          {line}
          {index === 0 && repeats && (
            <>
              {' '}
              <Link
                label={l10n.t('Show Order')}
                onClick={() => post({ kind: 'openOrder', orderId: repeats.orderId })}
              />
            </>
          )}
        </div>
      ))}
    </>
  );
}

/** What the service says of the image; what is unknown is left out. */
function Facts({ row, inArea }: { row: ImageRow; inArea: InArea }) {
  return (
    <dl class="card-details">
      {columnIds
        .filter(id => columns[id].isDetail)
        .map(id => {
          const { label, text, tooltip } = columns[id];
          const value = text(row, inArea);
          return (
            value !== '' && (
              <div key={id} class={id === 'id' ? 'wide' : ''}>
                <dt class="quiet">{label()}</dt>
                <dd title={tooltip?.(row, inArea)}>{value}</dd>
              </div>
            )
          );
        })}
    </dl>
  );
}
