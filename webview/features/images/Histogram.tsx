import * as l10n from '@vscode/l10n';
import { useRef, useState } from 'preact/hooks';
import { isoDay } from '../../../src/base/words/moment.ts';
import type { Host } from '../../ground/host.ts';
import { countText } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon.tsx';
import { binsWithin, binText, spanOfBins } from './availability.ts';
import { CalendarHeat } from './CalendarHeat.tsx';
import type { ResultsModel } from './resultsModel.ts';
import { imageCount } from './words.ts';

/** A histogram of images over time. A bar, or several adjacent ones, filter the list. */
export function Histogram({ host, results }: { host: Pick<Host, 'state'>; results: ResultsModel }) {
  const { availability, span, setSpan, images, settings, change } = results;
  const { unit, bins } = availability.value;
  const bars = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  /** Start of a span selected with the pointer or with Shift. */
  const anchor = useRef(0);
  const dragging = useRef<number>(undefined);
  const last = Math.max(0, bins.length - 1);
  const at = Math.min(current, last);
  const within = span.value && binsWithin(bins, span.value);
  const maxCount = Math.max(1, ...bins.map(({ count }) => count));
  const first = bins[0];
  const final = bins.at(-1);

  function choose(a: number, b: number): void {
    setSpan(spanOfBins(bins, a, b));
  }

  function focus(index: number): void {
    setCurrent(index);
    const bar = bars.current?.children[index];
    if (bar instanceof HTMLElement) bar.focus({ preventScroll: true });
  }

  /** The bar under the pointer, or the nearest one. */
  function indexAt({ clientX }: PointerEvent): number {
    const { left, width } = bars.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
    return Math.max(0, Math.min(last, Math.floor(((clientX - left) / width) * bins.length)));
  }

  function onPointerDown(event: PointerEvent): void {
    if (event.button !== 0 || bins.length === 0) return;
    event.preventDefault();
    bars.current?.setPointerCapture(event.pointerId);
    const index = indexAt(event);
    if (!event.shiftKey) anchor.current = index;
    focus(index);
    if (within?.[0] === index && within[1] === index) {
      setSpan(undefined);
      return;
    }
    dragging.current = index;
    choose(anchor.current, index);
  }

  function onPointerMove(event: PointerEvent): void {
    const index = indexAt(event);
    if (dragging.current === undefined || dragging.current === index) return;
    dragging.current = index;
    setCurrent(index);
    choose(anchor.current, index);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const places: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last };
    const place = places[event.key];
    if (place !== undefined) {
      const next = Math.max(0, Math.min(last, place));
      focus(next);
      if (event.shiftKey) choose(anchor.current, next);
      else anchor.current = next;
    } else if (event.key === 'Enter' || event.key === ' ') choose(event.shiftKey ? anchor.current : at, at);
    else if (event.key === 'Escape' && span.peek()) setSpan(undefined);
    else return;
    event.preventDefault();
  }

  const stopDragging = () => (dragging.current = undefined);
  return (
    <div class="availability" title={l10n.t('Click or drag to filter by time. Esc shows all.')}>
      <div
        ref={bars}
        class={within ? 'bars filtered' : 'bars'}
        role="group"
        aria-label={l10n.t('Availability over time')}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={stopDragging}
        onPointerCancel={stopDragging}
        onKeyDown={onKeyDown}
      >
        {bins.map((bin, index) => (
          <button
            key={bin.from}
            type="button"
            class={bin.count === 0 ? 'bar none' : 'bar'}
            tabindex={index === at ? 0 : -1}
            aria-label={binText(unit, bin)}
            title={binText(unit, bin)}
            aria-pressed={within !== undefined && index >= within[0] && index <= within[1]}
            style={{ '--part': `${(bin.count / maxCount) * 100}%` }}
          />
        ))}
      </div>
      <IconButton
        class="bar-button"
        name={l10n.t('Calendar')}
        path="M2.5 3.5h11v10h-11zM2.5 6.5h11M5.5 1.5v2M10.5 1.5v2"
        aria-expanded={settings.value.showsCalendar === true}
        onClick={() => change({ showsCalendar: settings.peek().showsCalendar !== true })}
      />
      <div class="bars-ends quiet">
        <span aria-hidden="true">{first ? isoDay(first.from) : l10n.t('No date')}</span>
        {first && (
          <span class="ellipsis">
            {[
              l10n.t('highest bar: {0}', imageCount(maxCount)),
              host.state.value?.hasMore && l10n.t('of the {0} loaded', countText(images.value.rows.length)),
            ]
              .filter(Boolean)
              .join(', ')}
          </span>
        )}
        <span aria-hidden="true">{final && isoDay(final.to - 1)}</span>
      </div>
      {settings.value.showsCalendar && <CalendarHeat host={host} results={results} />}
    </div>
  );
}
