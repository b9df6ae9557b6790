import * as l10n from '@vscode/l10n';
import type { HTMLAttributes } from 'preact';
import { useState } from 'preact/hooks';
import { shareText } from '../../../src/base/words/areaText.ts';
import { angleText, incidenceText, sensorText } from '../../../src/base/words/figureText.ts';
import { minuteText } from '../../../src/base/words/moment.ts';
import type { ClearHere } from '../../../src/features/images/rules/clearHere.ts';
import type { ImageRow } from '../../../src/protocol/protocol.ts';
import { swatchStyle } from '../../ground/mapColors.ts';
import type { PictureShown, PictureStore } from '../pictures/index.ts';
import {
  clearLine,
  clearTooltip,
  type ColumnId,
  columns,
  levelText,
  levelTooltip,
  rateText,
  rateTooltip,
} from './columns.ts';
import { cloudText, coveredText, localTimeText, snowText } from './words.ts';

export interface RowProps {
  image: ImageRow;
  index: number;
  /** CSS pixels from the corner of the rows. */
  left: number;
  top: number;
  /** The group that starts with this row, for screen readers, which skip group headers. */
  groupTitle: string | undefined;
  isSelected: boolean;
  isHovered: boolean;
  isActive: boolean;
  /** Share of the AOI, 0 to 1. */
  share: number | undefined;
  clear: ClearHere | undefined;
  hasDuplicate: boolean;
}

export function rowId(index: number): string {
  return `image-row-${index}`;
}

export function rowAttributes(
  kind: 'card' | 'line' | 'area-chip',
  { image, index, left, top, ...row }: RowProps,
) {
  const states = [image.isDelivered && 'delivered', row.isHovered && 'hovered', row.isActive && 'active'];
  return {
    id: rowId(index),
    class: ['row', kind, ...states.filter(Boolean)].join(' '),
    'data-image-id': image.id,
    'aria-selected': row.isSelected,
    style: { transform: `translate(${left}px, ${top}px)` },
  };
}

/** An image with its thumbnail. Its accessible name is its content, with text added for screen readers. */
export function Card({ usePicture, count, ...row }: RowProps & CardProps) {
  const { acquisitionDate: time, cloudCover, incidenceAngle } = row.image;
  const level = levelText(row.image);
  const warning = levelTooltip(row.image);
  const clear = clearLine(row);
  const marks = rowMarks(row.image, row.hasDuplicate);
  const picture = usePicture(`thumbnail/${row.image.id}`);
  return (
    <div {...rowAttributes('card', row)} role="option" aria-posinset={row.index + 1} aria-setsize={count}>
      <span class="visually-hidden">{spokenText(row)}</span>
      <Thumbnail denied={row.image.whyNo.thumbnail} picture={picture} />
      <div class="card-line" aria-hidden="true">
        <Swatch image={row.image} />
        <span class="row-time ellipsis" title={(time && localTimeText(time)) ?? ''}>
          {time === undefined ? (
            row.image.id
          ) : (
            <>
              {minuteText(time)} <span class="zone quiet">UTC</span>
            </>
          )}
        </span>
        <Marks marks={marks.filter(({ kind }) => kind !== 'duplicate')} />
      </div>
      <div class="card-line" aria-hidden="true">
        <span class="row-sensor small quiet ellipsis">{sensorText(row.image)}</span>
        <span class="small quiet ellipsis">{cloudCover === undefined ? '' : cloudText(cloudCover)}</span>
        {incidenceAngle !== undefined && (
          <span class="row-angle small quiet" title={incidenceText(incidenceAngle)}>
            {angleText(incidenceAngle)}
          </span>
        )}
      </div>
      <div class="card-line" aria-hidden="true">
        <Cover share={row.share} text={coveredText} />
        {clear !== '' && (
          <span class="small ellipsis" title={clearTooltip(row.image, row)}>
            {clear}
          </span>
        )}
        <PinFacts row={row} />
        <Marks marks={marks.filter(({ kind }) => kind === 'duplicate')} />
        {level !== undefined && (
          <span class={`row-level badge quiet ${warning === undefined ? '' : 'warning'}`} title={warning}>
            {level}
          </span>
        )}
      </div>
    </div>
  );
}

interface CardProps {
  count: number;
  /** Reads a signal: a card renders again only when a prop changes or a picture arrives. */
  usePicture: PictureStore['use'];
}

interface ThumbnailProps {
  denied: string | undefined;
  /** `undefined` while it is loading. */
  picture: PictureShown | undefined;
}

function Thumbnail({ denied, picture }: ThumbnailProps) {
  const [broken, setBroken] = useState('');
  const url = picture && 'url' in picture ? picture.url : undefined;
  const unreadable = url === broken ? l10n.t("Can't read the picture.") : undefined;
  const problem = denied ?? (picture && 'problem' in picture ? picture.problem : unreadable);
  const state = problem !== undefined ? ' missing' : url === undefined ? ' loading' : '';
  return (
    <span class={`thumbnail${state}`} title={problem ?? ''} aria-hidden="true">
      {state === '' && <img alt="" src={url} draggable={false} onError={() => setBroken(url ?? '')} />}
    </span>
  );
}

export function TableRow({ visibleColumns, ...row }: RowProps & { visibleColumns: readonly ColumnId[] }) {
  return (
    // Row 1 is the header row.
    <div
      {...rowAttributes('line', row)}
      role="row"
      aria-rowindex={row.index + 2}
      aria-label={spokenText(row)}
    >
      <Swatch image={row.image} />
      {visibleColumns.map((id, index) => {
        const { text, isNumber, tooltip } = columns[id];
        const content = text(row.image, row);
        return (
          <span
            key={id}
            class={isNumber ? 'ellipsis number' : 'ellipsis'}
            role="gridcell"
            aria-colindex={index + 1}
            title={id === 'cover' ? '' : (tooltip?.(row.image, row) ?? content)}
          >
            {id === 'cover' ? <Cover share={row.share} text={shareText} /> : content}
          </span>
        );
      })}
      <Marks
        role="gridcell"
        aria-colindex={visibleColumns.length + 1}
        marks={rowMarks(row.image, row.hasDuplicate)}
      />
    </div>
  );
}

interface TableHeadProps<Id extends string> {
  visibleColumns: readonly { id: Id; label: string; title?: string; isNumber?: boolean }[];
  sort: { by: Id; descending: boolean } | undefined;
  onSort: (by: Id) => void;
}

export function TableHead<Id extends string>({ visibleColumns, sort, onSort }: TableHeadProps<Id>) {
  return (
    <div class="table-head small" role="row" aria-rowindex={1}>
      <span />
      {visibleColumns.map(({ id, label, title = label, isNumber }) => {
        const order = sort?.by !== id ? 'none' : sort.descending ? 'descending' : 'ascending';
        const arrow = { none: '', ascending: ' ↑', descending: ' ↓' }[order];
        return (
          <span
            key={id}
            class={isNumber ? 'ellipsis number' : 'ellipsis'}
            role="columnheader"
            aria-sort={order}
          >
            <button
              type="button"
              class="column-button ellipsis"
              title={title}
              data-column={id}
              onClick={() => onSort(id)}
            >
              {label}
              <span aria-hidden="true">{arrow}</span>
            </button>
          </span>
        );
      })}
    </div>
  );
}

/** CSS variables of the table: column widths from the swatch to the marks, and the minimum width. */
export function tableWidths(visibleColumns: readonly ColumnId[]): Record<string, string> {
  const widths = visibleColumns.map(id => columns[id].width);
  const gap = 8;
  const minWidth = widths.reduce((sum, width) => sum + width + gap, 10 + 2 * 12 + 110);
  return {
    '--columns': ['10px', ...widths.map(width => `${width}px`), 'minmax(0, 1fr)'].join(' '),
    '--table-width': `${minWidth}px`,
  };
}

export function Swatch({ image }: { image: ImageRow }) {
  return <span class="swatch" style={swatchStyle(image.constellation)} />;
}

function Cover({ share, text }: { share: number | undefined; text: (share: number) => string }) {
  return (
    <span
      class={share === undefined ? 'row-cover small quiet unknown' : 'row-cover small quiet'}
      title={columns.cover.label()}
    >
      <span class="cover-bar" style={{ '--share': `${(share ?? 0) * 100}%` }} />
      <span class="cover-text">{share !== undefined && text(share)}</span>
    </span>
  );
}

export function Marks({ marks, ...cell }: { marks: readonly Mark[] } & HTMLAttributes<HTMLSpanElement>) {
  return (
    <span class="row-marks quiet" {...cell}>
      {marks.map(({ kind, text, meaning }) => (
        <span key={text} class={`badge mark-${kind}`} title={meaning}>
          {text}
        </span>
      ))}
    </span>
  );
}

/** What a decision depends on: the price of what is clear, and the note. */
function PinFacts({ row }: { row: Pick<RowProps, 'image' | 'share' | 'clear'> }) {
  const text = pinTexts(row).join(' · ');
  return (
    text !== '' && (
      <span
        class="row-pin small quiet ellipsis"
        title={[rateTooltip(row.image, row), row.image.pin?.note].filter(Boolean).join('\n')}
      >
        {text}
      </span>
    )
  );
}

function pinTexts({ image, share, clear }: Pick<RowProps, 'image' | 'share' | 'clear'>): string[] {
  const rate = rateText(image, { share, clear });
  const note = image.pin?.note;
  return [...(rate === undefined ? [] : [rate]), ...(note === undefined ? [] : [note])];
}

interface Mark {
  text: string;
  /** If the text isn't clear enough. */
  meaning?: string;
  kind: 'new' | 'delivered' | 'owned' | 'pinned' | 'duplicate';
}

export function rowMarks(
  { isNew, isDelivered, owned, pin, duplicateOf }: ImageRow,
  hasDuplicate: boolean,
): Mark[] {
  const marks: (Mark | false | undefined)[] = [
    isNew && { kind: 'new', text: l10n.t('New') },
    isDelivered && {
      kind: 'delivered',
      text: l10n.t('Your delivery'),
      meaning: l10n.t('A report or image from your workspace, not from the catalog'),
    },
    owned && { kind: 'owned', ...owned },
    pin && { kind: 'pinned', text: '★', meaning: l10n.t('On the shortlist') },
    hasDuplicate && {
      kind: 'duplicate',
      text: l10n.t('+ ALBUM'),
      meaning: l10n.t('also available as ALBUM'),
    },
    duplicateOf !== undefined && {
      kind: 'duplicate',
      text: l10n.t('Duplicate'),
      meaning: l10n.t('the same acquisition is listed at a better level'),
    },
  ];
  return marks.filter(mark => typeof mark === 'object');
}

/** In reading order: time, sensor, cloud cover, incidence angle, processing level, share of the AOI, other marks. */
export function spokenText({
  image,
  share,
  clear,
  hasDuplicate,
  groupTitle,
}: Pick<RowProps, 'image' | 'share' | 'clear' | 'hasDuplicate' | 'groupTitle'>): string {
  const { acquisitionDate, cloudCover, snowCover, incidenceAngle } = image;
  const parts = [
    acquisitionDate === undefined ? image.id : l10n.t('{0} UTC', minuteText(acquisitionDate)),
    sensorText(image),
    cloudCover === undefined ? '' : cloudText(cloudCover),
    clearLine({ share, clear }),
    snowCover === undefined || snowCover === 0 ? '' : snowText(snowCover),
    incidenceAngle === undefined ? '' : incidenceText(incidenceAngle),
    levelText(image) ?? '',
    levelTooltip(image) ?? '',
    share === undefined ? '' : coveredText(share),
    ...rowMarks(image, hasDuplicate).map(({ text, meaning }) => meaning ?? text),
    ...pinTexts({ image, share, clear }),
  ].filter(part => part !== '');
  return [...(groupTitle === undefined ? [] : [groupTitle]), parts.join(', ')].join('. ');
}
