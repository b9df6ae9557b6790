import { useComputed } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { dayText } from '../../../src/base/words/moment.ts';
import type { MapColors } from '../../ground/mapColors.ts';
import { Slider } from '../../ui/controls.tsx';
import { type AreaFrame, areaOutline, pictureTitle } from '../pictures/index.ts';
import type { AreaView, Chip } from './areaViewModel.ts';
import { clearLine, clearTooltip } from './columns.ts';
import { Marks, rowAttributes, rowMarks, type RowProps, spokenText, Swatch } from './ImageRows.tsx';
import type { ResultsModel } from './resultsModel.ts';
import { cloudText } from './words.ts';

interface AreaChipProps extends RowProps {
  view: AreaView;
  frame: AreaFrame;
  colors: MapColors;
  count: number;
  /** CSS pixels. */
  width: number;
  height: number;
}

/** An image as the active area looks in it. Its accessible name is its content, with text added for screen readers. */
export function AreaChip({ view, frame, colors, count, width, height, ...row }: AreaChipProps) {
  const { image } = row;
  const { id, acquisitionDate: time, constellation = '' } = image;
  const denied = whyNoChip(row);
  const chip = useComputed(() => view.chips.value.get(id)).value;
  const clouds = image.cloudCover === undefined ? '' : cloudText(image.cloudCover);
  const clear = clearLine(row);
  return (
    <div
      {...rowAttributes('area-chip', row)}
      role="option"
      aria-posinset={row.index + 1}
      aria-setsize={count}
    >
      <span class="visually-hidden">{[spokenText(row), denied].filter(Boolean).join(', ')}</span>
      <ChipPicture
        chip={denied === undefined ? chip : { problem: denied }}
        frame={frame}
        width={width}
        height={height}
        colors={colors}
      />
      <div
        class="card-line"
        aria-hidden="true"
        title={[pictureTitle(image), clouds, clearTooltip(image, row)].filter(Boolean).join('\n')}
      >
        <Swatch image={image} />
        <span class="row-time ellipsis">{time === undefined ? id : dayText(time)}</span>
        <span class="chip-sensor small quiet ellipsis">{constellation}</span>
      </div>
      <div class="card-line" aria-hidden="true">
        <span class="small quiet ellipsis" title={[clear, clouds].filter(Boolean).join('\n')}>
          {clear || clouds}
        </span>
      </div>
      <Marks marks={rowMarks(image, row.hasDuplicate).filter(({ kind }) => kind !== 'duplicate')} />
    </div>
  );
}

export function whyNoChip({ image, share }: Pick<RowProps, 'image' | 'share'>): string | undefined {
  return share === 0 ? l10n.t("Doesn't cover the area.") : image.whyNo.quicklook;
}

interface ChipPictureProps {
  /** `undefined` while it is loading. */
  chip: Chip | undefined;
  frame: AreaFrame;
  /** CSS pixels. */
  width: number;
  height: number;
  colors: MapColors;
}

/** The picture with the outline of the area above it, once it is there. The ground is hatched where there is no picture. */
function ChipPicture({ chip, frame, width, height, colors }: ChipPictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const isThere = chip !== undefined;
  const picture = chip && 'picture' in chip ? chip.picture : undefined;
  const problem = chip && 'problem' in chip ? chip.problem : undefined;
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const { devicePixelRatio: scale } = window;
    context.canvas.width = Math.round(width * scale);
    context.canvas.height = Math.round(height * scale);
    context.scale(scale, scale);
    context.imageSmoothingQuality = 'high';
    if (picture) context.drawImage(picture, 0, 0, width, height);
    const outline = areaOutline(frame, width);
    for (const [color, thickness] of [
      [colors.casing, 3],
      [colors.aoi, 1.25],
    ] as const) {
      context.strokeStyle = color;
      context.lineWidth = thickness;
      context.stroke(outline);
    }
  }, [picture, isThere, frame, width, height, colors]);
  const state = isThere ? '' : ' loading';
  return (
    <span class={`chip-picture${state}`} style={{ height: `${height}px` }} title={problem} aria-hidden="true">
      {isThere && <canvas ref={canvas} />}
      {problem !== undefined && <span class="chip-problem small">{problem}</span>}
    </span>
  );
}

/** CSS pixels. */
const widths = { min: 112, max: 320, step: 16 };

/** Above the chips: their size. */
export function AreaViewBar({ results: { settings, change } }: { results: ResultsModel }) {
  const { chipWidth } = settings.value;
  return (
    <div class="area-view-bar bar-line">
      <label for="results-chip-width">{l10n.t('Picture size')}</label>
      <Slider
        id="results-chip-width"
        {...widths}
        value={chipWidth}
        text={l10n.t('{0} pixels', chipWidth)}
        onChange={width => change({ chipWidth: width })}
      />
    </div>
  );
}
