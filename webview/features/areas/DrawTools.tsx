import * as l10n from '@vscode/l10n';
import type { Map as LeafletMap } from 'leaflet';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { plainNumber } from '../../../src/base/words/plainNumber.ts';
import { ringVertices } from '../../../src/features/areas/rules/edits/areaChange.ts';
import type { Host } from '../../ground/host.ts';
import { IconButton } from '../../ui/icon.tsx';
import { MenuButton, type MenuItem } from '../../ui/MenuButton.tsx';
import { focusPlace } from './areaKeys.ts';
import type { AreaModel } from './areaModel.ts';
import { drawnRing } from './areaRings.ts';
import { distanceText } from './measureFigures.ts';
import { radiusText, vertexText } from './words.ts';

interface Tool {
  name: string;
  keys: string;
  /** In the syntax of `aria-keyshortcuts`, if that differs from `keys`. */
  shortcut?: string;
  path: string;
  /** Why it can't be used now. */
  whyNot: string | undefined;
  /** Whether the tool is in use; absent for immediate actions. */
  isOn?: boolean;
  onUse: () => void;
}

/** What creates an area, and what changes the active one. */
function toolGroups(areas: AreaModel): { creating: readonly Tool[]; changing: readonly Tool[] } {
  const { tool } = areas.editing.value;
  const { draw, hole, reshape, remove } = areas.reasons.value;
  const shape = tool.kind === 'drawing' ? tool.shape : undefined;
  return {
    creating: [
      {
        name: l10n.t('Draw polygon'),
        keys: 'D',
        path: 'M3 6l6-3 4 5-3 5H5zM3 6h.01M9 3h.01M13 8h.01M10 13h.01M5 13h.01',
        whyNot: draw,
        isOn: shape === 'polygon',
        onUse: () => areas.draw('polygon'),
      },
      {
        name: l10n.t('Draw rectangle'),
        keys: 'R',
        path: 'M2.5 4h11v8h-11z',
        whyNot: draw,
        isOn: shape === 'rectangle',
        onUse: () => areas.draw('rectangle'),
      },
      {
        name: l10n.t('Draw circle'),
        keys: 'O',
        path: 'M13.5 8a5.5 5.5 0 1 1-11 0 5.5 5.5 0 1 1 11 0zM8 8h.01',
        whyNot: draw,
        isOn: shape === 'circle',
        onUse: () => areas.draw('circle'),
      },
    ],
    changing: [
      {
        name: l10n.t('Draw hole'),
        keys: 'H',
        path: 'M2.5 3h11v10h-11zM6 6h4.5L9.5 10H6.5z',
        whyNot: hole,
        isOn: shape === 'hole',
        onUse: () => areas.draw('hole'),
      },
      {
        name: l10n.t('Reshape area'),
        keys: 'E',
        path: 'M4 12L6 5l6-1M2.5 10.5h3v3h-3zM4.5 3.5h3v3h-3zM10.5 2.5h3v3h-3zM8 12.5l5-5 1.5 1.5-5 5H8z',
        whyNot: reshape,
        isOn: tool.kind === 'reshaping' || tool.kind === 'choosing',
        onUse: () => areas.reshape(),
      },
      {
        name: l10n.t('Rename area'),
        keys: 'F2',
        path: 'M7 3.5H2.5v9H7M12 3.5h1.5v9H12M9.5 2v12M8 2h3M8 14h3M5 6.5v3',
        whyNot: remove,
        onUse: () => areas.rename(),
      },
      {
        name: l10n.t('Delete area'),
        keys: l10n.t('Delete'),
        shortcut: 'Delete',
        path: 'M3 4.5h10M6 4.5v-2h4v2M4.5 4.5l.5 9h6l.5-9M7 7v4M9 7v4',
        whyNot: remove,
        onUse: () => areas.remove(),
      },
    ],
  };
}

/** Wider views aren't areas that anybody means, degrees. */
const widestView = 180;

/** What the map shows, as an area. */
function mapView(map: LeafletMap, areas: AreaModel): MenuItem {
  const bounds = map.getBounds();
  const isTooWide = bounds.getEast() - bounds.getWest() > widestView;
  return {
    label: l10n.t('Use map view'),
    onSelect() {
      const corners = [
        bounds.getSouthWest(),
        bounds.getSouthEast(),
        bounds.getNorthEast(),
        bounds.getNorthWest(),
      ];
      const ring = drawnRing(corners, map.getZoom());
      if (ring) areas.add(ring);
    },
    disabledBecause: isTooWide ? l10n.t('Zoom in to the area first.') : areas.reasons.value.draw,
  };
}

interface DrawMenuProps {
  host: Pick<Host, 'post'>;
  areas: AreaModel;
  map: LeafletMap;
}

/** The one button for areas on the map, with a menu. */
export function DrawMenu({ host, areas, map }: DrawMenuProps) {
  const item = ({ name, keys, whyNot, onUse }: Tool): MenuItem => ({
    label: name,
    keys,
    onSelect: onUse,
    disabledBecause: whyNot,
  });
  return (
    <div class="tool-bar">
      <MenuButton
        name={l10n.t('Draw')}
        iconPath="M3 13l.8-3.2L11 2.6l2.4 2.4-7.2 7.2zM9.5 4.1l2.4 2.4"
        class="tool-button"
        sections={() => {
          const { creating, changing } = toolGroups(areas);
          const others: MenuItem = {
            label: l10n.t('From coordinates or text…'),
            onSelect: () => host.post({ kind: 'newAoi' }),
          };
          const swap: MenuItem = {
            label: l10n.t('Swap longitude and latitude'),
            onSelect() {
              const { key } = areas.acted.peek() ?? {};
              if (key !== undefined) host.post({ kind: 'fixArea', key, fix: 'swap-axes' });
            },
            disabledBecause: areas.reasons.value.remove,
          };
          return [
            { items: [...creating.map(item), mapView(map, areas), others] },
            { items: [...changing.map(item), swap] },
          ];
        }}
      />
    </div>
  );
}

/** While a new area is drawn, the other shapes; while one is changed, what else changes it. */
export function DrawTools({ areas }: { areas: AreaModel }) {
  const { tool } = areas.editing.value;
  if (tool.kind === 'measuring') return <span class="mode-title">{l10n.t('Measure distance and area')}</span>;
  const isMac = navigator.platform.startsWith('Mac');
  const [control, shift] = isMac ? ['⌘', '⇧'] : ['Ctrl+', 'Shift+'];
  const modifier = isMac ? 'Meta' : 'Control';
  const { creating, changing } = toolGroups(areas);
  const { undo, redo } = areas.reasons.value;
  const history: readonly Tool[] = [
    {
      name: l10n.t('Undo'),
      keys: `${control}Z`,
      shortcut: `${modifier}+Z`,
      path: 'M6 3L3 6l3 3M3 6h6.5a3.5 3.5 0 0 1 0 7H6',
      whyNot: undo,
      onUse: () => areas.goInHistory('undo'),
    },
    {
      name: l10n.t('Redo'),
      keys: `${control}${shift}Z`,
      shortcut: `${modifier}+Shift+Z`,
      path: 'M10 3l3 3-3 3M13 6H6.5a3.5 3.5 0 0 0 0 7H10',
      whyNot: redo,
      onUse: () => areas.goInHistory('redo'),
    },
  ];
  const isNew = tool.kind === 'drawing' && tool.shape !== 'hole';
  return (
    <>
      {(isNew ? creating : [...changing, ...history]).map(
        ({ name, keys, shortcut = keys, path, whyNot, isOn, onUse }) => {
          // A tool in use can always be switched off.
          const isOff = whyNot !== undefined && isOn !== true;
          const title = `${name} (${keys})`;
          return (
            <IconButton
              key={name}
              class="tool-button"
              name={name}
              title={isOff ? `${title}\n${whyNot}` : title}
              path={path}
              aria-keyshortcuts={shortcut}
              aria-pressed={isOn}
              aria-disabled={isOff}
              onClick={() => (isOff ? areas.say(whyNot) : onUse())}
            />
          );
        },
      )}
      {isNew && <DrawTarget areas={areas} />}
      {isNew && tool.shape === 'circle' && <RadiusField areas={areas} />}
      <VertexField areas={areas} />
    </>
  );
}

/** Asks where the area goes that is being drawn. */
function DrawTarget({ areas }: { areas: AreaModel }) {
  const target = areas.target.value;
  if (!target) return null;
  const { document, whyNot, isNew } = target;
  const label = whyNot ?? l10n.t('Add to');
  return (
    <span class="draw-target" role="group" aria-label={label}>
      <span class="quiet" title={whyNot}>
        {label}
      </span>
      {whyNot === undefined && (
        <button
          type="button"
          class="toggle"
          aria-pressed={!isNew}
          title={
            document.adds === 'beside' ? l10n.t('{0} becomes a collection', document.name) : document.name
          }
          onClick={() => areas.addTo('here')}
        >
          {document.name}
        </button>
      )}
      <button type="button" class="toggle" aria-pressed={isNew} onClick={() => areas.addTo('new')}>
        {l10n.t('New File')}
      </button>
    </span>
  );
}

/** A circle of exactly this radius: around its center, if that is placed, or else around the next point. */
function RadiusField({ areas }: { areas: AreaModel }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Digits are meant for it wherever the focus is, and then come into it by themselves.
    const takeDigit = (event: KeyboardEvent) => {
      const isDigit = /^\d$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!isDigit || focusPlace(event) === 'field') return;
      event.stopPropagation();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', takeDigit, { capture: true });
    return () => document.removeEventListener('keydown', takeDigit, { capture: true });
  }, []);
  return (
    <label class="typed-field" title={radiusText()}>
      {l10n.t('Radius')}
      <input
        ref={input}
        class="input"
        placeholder={distanceText(1.5)}
        spellcheck={false}
        onInput={({ currentTarget }) => areas.typeRadius(currentTarget.value)}
        onKeyDown={event => {
          if (event.key === 'Enter') areas.enterRadius();
          if (event.key === 'Escape') areas.typeRadius((event.currentTarget.value = ''));
        }}
      />
    </label>
  );
}

/** The coordinates of the selected vertex, as in the text. Typed ones move it. */
function VertexField({ areas }: { areas: AreaModel }) {
  const { tool } = areas.editing.value;
  const place = areas.vertex.value;
  const input = useRef<HTMLInputElement>(null);
  const ring = tool.kind === 'reshaping' && place ? tool.rings[place.ring] : undefined;
  const text = place && ring?.[place.vertex]?.slice(0, 2).map(plainNumber).join(', ');
  const fill = () => {
    if (input.current && text !== undefined) input.current.value = text;
  };
  useLayoutEffect(fill, [place, text]);
  if (!place || !ring || text === undefined) return null;
  return (
    <label
      class="typed-field vertex-field"
      title={l10n.t('longitude, latitude, or with letters: 43.3 N, 5.37 E')}
    >
      {vertexText(place.vertex, ringVertices(ring).length)}
      <span class="quiet">{l10n.t('lon, lat')}</span>
      <input
        ref={input}
        class="input"
        spellcheck={false}
        onChange={({ currentTarget }) => void areas.typeVertex(currentTarget.value)}
        onKeyDown={event => {
          if (event.key !== 'Escape') return;
          // It leaves the field as it was, not the tool.
          event.stopPropagation();
          fill();
        }}
      />
    </label>
  );
}
