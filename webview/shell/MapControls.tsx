import { type ReadonlySignal, useSignal } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import { DomEvent, type LeafletMouseEvent, type Map as LeafletMap } from 'leaflet';
import { useLayoutEffect } from 'preact/hooks';
import { positionText } from '../../src/geo/positionText.ts';
import type { BackgroundName } from '../../src/protocol/backgroundNames.ts';
import type { PageAssets } from '../../src/protocol/protocol.ts';
import { onlineBackground } from '../../src/features/map/rules/index.ts';
import { distanceText } from '../features/areas/index.ts';
import { DrawMenu } from '../features/areas/view.ts';
import { densityStep, densitySteps, shadeOpacity } from '../features/footprints/index.ts';
import type { Footprints } from '../features/footprints/view.ts';
import { imageCount } from '../features/images/index.ts';
import { BlinkName, LinkedMaps, type LinkedParts, SwipeDivider } from '../features/pictures/view.ts';
import { ProductDivider } from '../features/products/view.ts';
import { keepClicksFromMap } from '../ground/keepClicksFromMap.ts';
import type { TileLayer } from '../ground/tileLayer.ts';
import { countText } from '../ui/format.ts';
import { IconButton } from '../ui/icon.tsx';
import { MenuButton, type MenuItem } from '../ui/MenuButton.tsx';
import type { OutOfView } from './followSubject.ts';
import { GoToPlace } from './GoToPlace.tsx';
import type { MapStores } from './mapStores.ts';
import { useMoves, ZoomButtons } from './ZoomButtons.tsx';

export interface MapParts extends LinkedParts, MapStores {
  footprints: Footprints;
  measured: ReadonlySignal<string | undefined>;
  tiles: TileLayer | undefined;
  outOfView: ReadonlySignal<OutOfView | undefined>;
}

/** Everything on top of the map: the map is for looking, so that is little. */
export function MapControls({ assets, parts }: { assets: PageAssets; parts: MapParts }) {
  const { map, footprints, pictures } = parts;
  const mode = parts.mode.current.value;
  return (
    <div class="map-controls" ref={keepFromMap}>
      <div class="map-corner top-left">
        <div class="tool-bar">
          <ZoomButtons map={map} />
          <FitButton {...parts} />
          <LayersMenu {...parts} current={assets.background} />
        </div>
      </div>
      {mode !== 'draw' && mode !== 'compare' && (
        <div class="map-corner top-right">
          <DrawMenu {...parts} />
        </div>
      )}
      <div class="map-corner bottom-left">
        <Readout map={map} footprints={footprints} />
        <DensityLegend footprints={footprints} />
        <Scale map={map} />
      </div>
      <div class="map-corner bottom-right">
        <Attribution assets={assets} />
      </div>
      <GoToPlace {...parts} />
      <div class="map-cross" aria-hidden="true" />
      <SwipeDivider pictures={pictures} />
      <ProductDivider {...parts} />
      <BlinkName pictures={pictures} />
      <LinkedMaps parts={parts} />
    </div>
  );
}

/** Links lead only to the terms of the backgrounds that Swath offers: the user's own attribution is plain text. */
function Attribution({ assets: { background, tileUrl, tileAttribution = '' } }: { assets: PageAssets }) {
  const credits = onlineBackground(background)?.credits ?? [];
  return (
    <div class={`map-panel map-attribution ${tileUrl === undefined ? '' : 'with-tiles'}`}>
      {l10n.t('Made with Natural Earth')}
      {tileUrl === undefined && ', GeoNames'}
      {tileAttribution !== '' && `, ${tileAttribution}`}
      {credits.map(({ text, url }) => (
        <>
          {', '}
          <a href={url}>{text}</a>
        </>
      ))}
    </div>
  );
}

/** Keeps clicks and the wheel on a control from reaching the map. */
function keepFromMap(controls: HTMLElement | null): void {
  if (!controls) return;
  keepClicksFromMap(controls);
  DomEvent.disableScrollPropagation(controls);
}

/** Frames the active area, and then, while it is framed, all areas. */
function FitButton({ host, view, areas }: Pick<MapStores, 'host' | 'view' | 'areas'>) {
  const aoi = host.state.value?.aoi;
  const { rows, active } = areas;
  const hasOthers = rows.value.some(row => row !== active.value);
  if (!aoi && !hasOthers) return null;
  const framesAll = hasOthers && (!aoi || view.framed.value === 'aoi');
  return (
    <IconButton
      class="tool-button"
      name={framesAll || !aoi ? l10n.t('Zoom to all') : l10n.t('Zoom to {0}', aoi.name)}
      path="M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4M6 6h4v4H6z"
      onClick={() => view.show({ kind: framesAll ? 'areas' : 'aoi' })}
    />
  );
}

/** CSS pixels. */
const widestScale = 90;

/** The length of a round distance at the center of the map. */
function Scale({ map }: { map: LeafletMap }) {
  useMoves(map);
  const y = map.getSize().y / 2;
  const km =
    map.distance(map.containerPointToLatLng([0, y]), map.containerPointToLatLng([widestScale, y])) / 1000;
  const power = 10 ** Math.floor(Math.log10(km));
  const round = power * ([5, 3, 2].find(step => step * power <= km) ?? 1);
  if (!(km > 0)) return null;
  return (
    <div class="map-panel map-scale" style={{ width: `${Math.round((widestScale * round) / km)}px` }}>
      {distanceText(round)}
    </div>
  );
}

function Readout({ map, footprints }: { map: LeafletMap; footprints: Footprints }) {
  const text = useSignal('');
  useLayoutEffect(() => {
    const clear = () => void (text.value = '');
    const handlers = {
      mousemove: ({ latlng }: LeafletMouseEvent) => {
        const overlapping = footprints.at(latlng).length;
        const position = positionText([latlng.lng, latlng.lat]);
        text.value = overlapping > 1 ? `${position} · ${imageCount(overlapping)}` : position;
      },
      mouseout: clear,
      // The map moves on without the pointer: what was below it isn't any more.
      movestart: clear,
    };
    map.on(handlers);
    return () => void map.off(handlers);
  }, [map]);
  if (text.value === '') return null;
  return (
    <div class="map-panel readout" aria-hidden="true">
      {text.value}
    </div>
  );
}

/** What the shades of many footprints mean. */
function DensityLegend({ footprints }: { footprints: Footprints }) {
  if (!footprints.isDense.value) return null;
  const steps = densitySteps.filter((from, place) => place % 2 === 0 && from <= footprints.shownCount.value);
  return (
    <div class="map-panel density-legend">
      <span>{l10n.t('Images over a place')}</span>
      {steps.map(from => (
        <span
          key={from}
          class="density-step"
          style={{ '--shade': `${shadeOpacity(densityStep(from)) * 100}%` }}
        >
          {countText(from)}
        </span>
      ))}
    </div>
  );
}

/** The background, and what looks at the map itself. @param current a `BackgroundName`; `undefined` for the land */
function LayersMenu({
  host,
  areas,
  places,
  current = 'land',
}: Pick<MapStores, 'host' | 'areas' | 'places'> & { current: string | undefined }) {
  const background = (name: BackgroundName, label: string): MenuItem => ({
    label,
    isChosen: name === current,
    onSelect: () => host.post({ kind: 'background', name }),
  });
  return (
    <MenuButton
      name={l10n.t('Layers, places, measuring')}
      iconPath="M8 2.5L14 6 8 9.5 2 6zM2.5 8.6L8 11.8l5.5-3.2M2.5 11.1L8 14.3l5.5-3.2"
      class="tool-button"
      sections={() => [
        {
          items: [
            { label: l10n.t('Go to Place…'), keys: '/', onSelect: () => (places.isOpen.value = true) },
            { label: l10n.t('Measure distance and area'), keys: 'M', onSelect: () => areas.measure() },
          ],
        },
        { title: l10n.t('Map background'), items: [background('land', l10n.t('Land only (offline)'))] },
        {
          title: l10n.t('Online'),
          items: [
            background('openStreetMap', 'OpenStreetMap'),
            background('light', l10n.t('Light')),
            background('dark', l10n.t('Dark')),
            background('aerial', l10n.t('Satellite (Sentinel-2)')),
            background('own', l10n.t('Own tiles…')),
          ],
        },
      ]}
    />
  );
}
