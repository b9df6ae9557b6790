import * as l10n from '@vscode/l10n';
import { percentText } from '../../../src/base/words/figureText.ts';
import { arrowSteps } from '../areas/index.ts';
import type { PictureModel } from './pictureModel.ts';

/** Shares of the map's width. */
const shortStep = 0.02;
const longStep = 0.1;

/** The line between two pictures, one shown on each side. */
export function SwipeDivider({ pictures }: { pictures: PictureModel }) {
  const { comparison } = pictures;
  const pair = comparison.pair.value;
  if (pair?.mode !== 'swipe') return null;
  const at = comparison.saved.value.divider;
  const names = [pictures.nameOnMap(pair.lower), pictures.nameOnMap(pair.upper)] as const;
  return <Divider names={names} at={at} onMove={to => comparison.moveDivider(to)} />;
}

interface DividerProps {
  /** On its left and right. */
  names: readonly [string, string];
  /** Share of the map's width. */
  at: number;
  onMove: (at: number) => void;
}

/** A line across the map. Moved by dragging or with arrow keys. */
export function Divider({ names: [left, right], at, onMove }: DividerProps) {
  const move = (to: number) => onMove(Math.min(1, Math.max(0, to)));
  const percent = Math.round(at * 100);

  const onPointerDown = (event: PointerEvent & { currentTarget: HTMLElement }) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    event.currentTarget.focus();
    event.preventDefault();
  };
  const onPointerMove = ({
    currentTarget: divider,
    pointerId,
    clientX,
  }: PointerEvent & { currentTarget: HTMLElement }) => {
    const box = divider.closest('.map')?.getBoundingClientRect();
    if (box && divider.hasPointerCapture(pointerId)) move((clientX - box.left) / box.width);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.shiftKey ? longStep : shortStep;
    const arrow = arrowSteps[event.key];
    const places: Record<string, number> = { Home: 0, End: 1 };
    const next = arrow ? at + (arrow[0] - arrow[1]) * step : places[event.key];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    move(next);
  };
  return (
    <div
      class="swipe-divider"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={percentText(percent)}
      aria-label={l10n.t('Divider between {0} on the left and {1} on the right', left, right)}
      style={{ left: `${at * 100}%`, '--at': at }}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onKeyDown={onKeyDown}
    >
      <span class="swipe-name">{left}</span>
      <span class="swipe-grip" aria-hidden="true" />
      <span class="swipe-name">{right}</span>
    </div>
  );
}
