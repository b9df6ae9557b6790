import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { countText } from '../../ui/format.ts';

interface ChartPlotProps {
  name: string;
  /** The count at the top. */
  max: number;
  /** Bars or points; those that can be clicked are buttons. */
  items: readonly { label: string; onClick?: () => void; [attribute: string]: unknown }[];
  /** Of the horizontal axis. */
  ends: readonly string[];
  /** Shown as long as no item is pointed at. */
  summary: string;
  /** Called with the index of the item that the pointer or the focus is on. */
  onPoint?: (index: number) => void;
  children: ComponentChildren;
}

/** A chart with axes. Its items are one tab stop, with arrow keys between them. */
export function ChartPlot({ name, max, items, ends, summary, onPoint, children }: ChartPlotProps) {
  const [current, setCurrent] = useState(0);
  const [at, setAt] = useState(-1);
  const last = items.length - 1;

  function point(index: number): void {
    setAt(index);
    onPoint?.(index);
    if (index >= 0) setCurrent(index);
  }

  function onKeyDown(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
    const places = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: last }[event.key];
    const item = event.currentTarget.children[places ?? -1];
    if (!(item instanceof HTMLElement)) return;
    event.preventDefault();
    item.focus();
  }

  return (
    <>
      <div class="bars-ends quiet">{countText(max)}</div>
      <div class="chart-plot">
        {children}
        <div class="bars" role="group" aria-label={name} onKeyDown={onKeyDown}>
          {items.map((item, index) => {
            const props = {
              ...item,
              'aria-label': item.label,
              tabindex: index === Math.min(current, last) ? 0 : -1,
              onFocus: () => point(index),
              onBlur: () => point(-1),
              onPointerEnter: () => point(index),
              onPointerLeave: () => point(-1),
            };
            return item.onClick ? <button type="button" {...props} /> : <span role="img" {...props} />;
          })}
        </div>
      </div>
      <div class="bars-ends quiet">
        {ends.map(end => (
          <span>{end}</span>
        ))}
      </div>
      <p class="chart-readout quiet">{items[at]?.label ?? summary}</p>
    </>
  );
}
