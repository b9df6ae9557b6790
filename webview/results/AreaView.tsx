import { useComputed } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { clearText } from '../../src/model/images/clearText.ts';
import { dayText } from '../../src/model/words/moment.ts';
import type { MapColors } from '../map/base/mapColors.ts';
import { type AreaFrame, outlineOf } from '../map/pictures/areaChip.ts';
import { pictureTitle } from '../map/pictures/pictureTexts.ts';
import { Slider } from '../ui/controls.tsx';
import { cloudText } from '../ui/format.ts';
import type { AreaView, Chip } from './areaViewModel.ts';
import { Marks, marksOf, rowAttributes, type RowProps, spokenText, Swatch } from './ImageRows.tsx';
import type { ResultsModel } from './resultsModel.ts';

interface AreaChipProps extends RowProps {
  view: AreaView;
  frame: AreaFrame;
  colors: MapColors;
  count: number;
  /** In a filmstrip, the acquisition time of the previous image; `undefined` in a grid. */
  previous: string | undefined;
  isFilmstrip: boolean;
  /** CSS pixels. */
  width: number;
  height: number;
}

/** An image as the active area looks in it. Its accessible name is its content, with text added for screen readers. */
export function AreaChip({
  view,
  frame,
  colors,
  count,
  previous,
  isFilmstrip,
  width,
  height,
  ...row
}: AreaChipProps) {
  const { image } = row;
  const { id, acquisitionDate: time, constellation = '' } = image;
  const denied = whyNoChip(row);
  const chip = useComputed(() => view.chips.value.get(id)).value;
  const ofImage = image.cloudCover === undefined ? '' : cloudText(image.cloudCover);
  const caption = typeof row.clear === 'object' ? clearText(row.clear.share) : ofImage;
  const marks = <Marks marks={marksOf(image, row.hasDuplicate).filter(({ kind }) => kind !== 'duplicate')} />;
  const attributes = rowAttributes('area-chip', row);
  return (
    <div
      {...attributes}
      class={`${attributes.class} ${isFilmstrip ? firstOf(time, previous) : ''}`}
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
        title={[pictureTitle(image), caption].filter(Boolean).join('\n')}
      >
        <Swatch image={image} />
        <span class="row-time ellipsis">{time === undefined ? id : dayText(time)}</span>
        {isFilmstrip ? marks : <span class="chip-sensor small quiet ellipsis">{constellation}</span>}
      </div>
      {!isFilmstrip && (
        <div class="card-line" aria-hidden="true">
          <span class="small quiet ellipsis" title={caption}>
            {caption}
          </span>
          {marks}
        </div>
      )}
    </div>
  );
}

/** Whether a year or a month begins with an image in a filmstrip, as a class. */
function firstOf(time: string | undefined, previous: string | undefined): string {
  if (time === undefined || previous === undefined) return '';
  const day = dayText(time);
  const before = dayText(previous);
  if (day.slice(0, 4) !== before.slice(0, 4)) return 'first-of-year';
  return day.slice(0, 7) === before.slice(0, 7) ? '' : 'first-of-month';
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
    const outline = outlineOf(frame, width);
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

/** Above the chips: their size, and how they follow each other. */
export function AreaViewBar({ results: { settings, change } }: { results: ResultsModel }) {
  const { chipWidth, chipFlow } = settings.value;
  const flows = [
    ['grid', l10n.t('Grid')],
    ['filmstrip', l10n.t('Filmstrip')],
  ] as const;
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
      <span class="bar-buttons">
        {flows.map(([flow, name]) => (
          <button
            key={flow}
            type="button"
            class="bar-button with-text"
            aria-pressed={flow === chipFlow}
            onClick={() => change({ chipFlow: flow })}
          >
            {name}
          </button>
        ))}
      </span>
    </div>
  );
}
