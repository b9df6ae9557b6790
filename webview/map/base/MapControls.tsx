import { useComputed, useSignal, type ReadonlySignal } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import { DomEvent, type LeafletMouseEvent, type Map as LeafletMap } from 'leaflet';
import { useLayoutEffect } from 'preact/hooks';
import { onlineBackground, type BackgroundName } from '../../../src/model/baseMap/backgrounds.ts';
import { shareText } from '../../../src/model/words/areaText.ts';
import type { PageAssets } from '../../../src/shared/protocol.ts';
import type { PageModel } from '../../app/pageModel.ts';
import { FeatureCard } from '../../report/FeatureCard.tsx';
import { ReportLegend } from '../../report/ReportLegend.tsx';
import { imageCount, positionText } from '../../ui/format.ts';
import { Button } from '../../ui/controls.tsx';
import { CloseButton, IconButton, Link } from '../../ui/icon.tsx';
import { MenuButton, type MenuItem } from '../../ui/MenuButton.tsx';
import type { AreaModel } from '../areas/areaModel.ts';
import { beyondText, toolHints } from '../areas/areaTexts.ts';
import { ToolBar } from '../areas/ToolBar.tsx';
import type { Footprints } from '../footprints/footprintLayer.ts';
import { distanceText } from '../measure/measureFigures.ts';
import { BlinkName } from '../pictures/CompareBar.tsx';
import { ImageCard } from '../pictures/ImageCard.tsx';
import { LinkedMaps, type LinkedParts } from '../pictures/LinkedMaps.tsx';
import { PictureBar } from '../pictures/PictureBar.tsx';
import { SwipeDivider } from '../pictures/SwipeDivider.tsx';
import { TimeBar } from '../pictures/TimeBar.tsx';
import type { TimeModel } from '../pictures/timeModel.ts';
import { ProductCard, ProductDivider } from '../products/ProductCard.tsx';
import { GoToPlace, GoToPlaceButton, PlaceNote } from './GoToPlace.tsx';
import type { OutOfView } from './followSubject.ts';
import { keepClicksFromMap } from './keepClicksFromMap.ts';
import type { TileLayer } from './tileLayer.ts';
import { useMoves, ZoomBar } from './ZoomBar.tsx';

export interface MapParts extends LinkedParts {
  footprints: Footprints;
  time: TimeModel;
  measured: ReadonlySignal<string | undefined>;
  tiles: TileLayer | undefined;
  outOfView: ReadonlySignal<OutOfView | undefined>;
}

/** Everything on top of the map: its corners, the strips at its edges, the divider. */
export function MapControls({ assets, parts }: { assets: PageAssets; parts: MapParts }) {
  const { map, page, footprints, pictures, time, measured, tiles } = parts;
  const isApart = pictures.comparison.linked.value.length > 0;
  return (
    <div class="map-controls" ref={keepFromMap}>
      <div class="map-corner top-left">
        <ZoomBar map={map} />
        <FitBar page={page} />
        <GoToPlaceButton page={page} />
        <BackgroundMenu page={page} current={assets.background} />
        <ToolBar areas={page.areas} />
      </div>
      {!isApart && (
        <div class="map-corner top-right">
          <ReportLegend page={page} />
          <FeatureCard page={page} />
          <GapLegend page={page} />
          <ProductCard page={page} />
          <ImageCard page={page} pictures={pictures} />
        </div>
      )}
      <div class="map-corner bottom-left">
        <Readout map={map} footprints={footprints} />
        <Scale map={map} />
      </div>
      <div class="map-corner bottom-right">
        <Attribution assets={assets} />
      </div>
      <AreaProblem areas={page.areas} />
      <GoToPlace page={page} map={map} />
      <div class="map-bottom">
        <BeyondNote areas={page.areas} />
        <OutOfViewNote outOfView={parts.outOfView} />
        <StartCard page={page} />
        <PlaceNote page={page} map={map} />
        <TileNote page={page} tiles={tiles} assets={assets} />
        <ToolHint areas={page.areas} measured={measured} />
        <PictureBar page={page} pictures={pictures} />
        <TimeBar time={time} />
      </div>
      <div class="map-cross" aria-hidden="true" />
      <SwipeDivider pictures={pictures} />
      <ProductDivider page={page} />
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
function FitBar({ page }: { page: PageModel }) {
  const aoi = page.state.value?.aoi;
  const { rows, active } = page.areas;
  const hasOthers = rows.value.some(row => row !== active.value);
  if (!aoi && !hasOthers) return null;
  const framesAll = hasOthers && (!aoi || page.framed.value === 'aoi');
  return (
    <div class="tool-bar">
      <IconButton
        class="tool-button"
        name={framesAll || !aoi ? l10n.t('Zoom to all') : l10n.t('Zoom to {0}', aoi.name)}
        path="M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4M6 6h4v4H6z"
        onClick={() => (page.target.value = { kind: framesAll ? 'areas' : 'aoi' })}
      />
    </div>
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
    const handlers = {
      mousemove: ({ latlng }: LeafletMouseEvent) => {
        const overlapping = footprints.at(latlng).length;
        const position = positionText(latlng.lat, latlng.lng);
        text.value = overlapping > 1 ? `${position} · ${imageCount(overlapping)}` : position;
      },
      mouseout: () => (text.value = ''),
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

function GapLegend({ page }: { page: PageModel }) {
  const cover = page.cover.value;
  if (!cover?.gap || cover.gap.coordinates.length === 0) return null;
  return (
    <div class="map-panel gap-legend">
      <span class="gap-swatch" />
      <span>{l10n.t('Not covered: {0}', shareText(1 - cover.share))}</span>
    </div>
  );
}

/** How to use the active tool; a screen reader gets the keyboard version. */
function ToolHint({ areas, measured }: { areas: AreaModel; measured: ReadonlySignal<string | undefined> }) {
  const { tool } = areas.editing.value;
  const { pointer, keyboard } = toolHints(tool);
  if (pointer === undefined) return null;
  return (
    <div class="map-strip tool-hint">
      {measured.value !== undefined && <strong class="measure-figure">{measured.value}</strong>}
      <span class="pointer-hint">{pointer}</span>
      <span class="keyboard-hint">{keyboard}</span>
      {tool.kind === 'measuring' && <CloseButton onClick={() => areas.leave()} />}
    </div>
  );
}

function AreaProblem({ areas }: { areas: AreaModel }) {
  const problem = areas.problem.value;
  if (problem === undefined) return null;
  return (
    <div class="map-panel area-problem">
      <span>{problem}</span>
      <CloseButton onClick={() => (areas.problem.value = undefined)} />
    </div>
  );
}

/**
 * Shows which tile hosts don't respond, or why the setting isn't used. Once closed, it stays closed until the message
 * changes. The status region is always rendered, because screen readers announce only changes in an existing one.
 */
function TileNote({
  page,
  tiles,
  assets: { background, tileProblem },
}: {
  page: PageModel;
  tiles: TileLayer | undefined;
  assets: PageAssets;
}) {
  const closed = useSignal('');
  const hosts = tiles?.silent.value ?? [];
  const server = onlineBackground(background)?.provider ?? hosts.join(', ');
  const silence =
    hosts.length === 0
      ? ''
      : l10n.t("{0} doesn't send map tiles. Showing the built-in land instead.", server);
  const text = tileProblem ?? silence;
  useLayoutEffect(() => {
    if (text === '') closed.value = '';
  }, [text]);
  const isShown = text !== closed.value;
  return (
    <>
      {isShown && (
        <div class="map-strip tile-note">
          <span class="tile-note-text">{text}</span>
          {tiles && <Link label={l10n.t('Try Again')} onClick={() => tiles.retry()} />}
          {tiles && (
            <Link
              label={l10n.t('Land only (offline)')}
              onClick={() => page.post({ kind: 'background', name: 'land' })}
            />
          )}
          <CloseButton onClick={() => (closed.value = text)} />
        </div>
      )}
      <div class="visually-hidden" role="status">
        {isShown ? text : ''}
      </div>
    </>
  );
}

/** Says which areas are beyond the latitudes of the map, because nothing or only a part of them is drawn. */
function BeyondNote({ areas }: { areas: AreaModel }) {
  const text = useComputed(() => beyondText(areas.rows.value)).value;
  return <div role="status">{text !== undefined && <div class="map-strip">{text}</div>}</div>;
}

/** Offers to move the map to what the list is about. */
function OutOfViewNote({ outOfView }: Pick<MapParts, 'outOfView'>) {
  const note = outOfView.value;
  return (
    <div role="status">
      {note && (
        <div class="map-strip tile-note out-of-view">
          <span>{note.text}</span>
          <Link label={l10n.t('Show')} onClick={note.show} />
          <CloseButton onClick={note.close} />
        </div>
      )}
    </div>
  );
}

/** @param current a `BackgroundName`; `undefined` for the land */
function BackgroundMenu({ page, current = 'land' }: { page: PageModel; current: string | undefined }) {
  const item = (name: BackgroundName, label: string): MenuItem => ({
    label,
    isChosen: name === current,
    does: () => page.post({ kind: 'background', name }),
  });
  return (
    <div class="tool-bar">
      <MenuButton
        name={l10n.t('Map background')}
        iconPath="M8 2.5L14 6 8 9.5 2 6zM2.5 8.6L8 11.8l5.5-3.2M2.5 11.1L8 14.3l5.5-3.2"
        class="tool-button"
        sections={() => [
          { items: [item('land', l10n.t('Land only (offline)'))] },
          {
            title: l10n.t('Online'),
            items: [
              item('openStreetMap', 'OpenStreetMap'),
              item('light', l10n.t('Light')),
              item('dark', l10n.t('Dark')),
              item('aerial', l10n.t('Satellite (Sentinel-2)')),
              item('own', l10n.t('Own tiles…')),
            ],
          },
        ]}
      />
    </div>
  );
}

/** What an empty map offers: gone as soon as there is an area or a search, and while one is drawn. */
function StartCard({ page }: { page: PageModel }) {
  const { areas } = page;
  const state = page.state.value;
  const isUsed = areas.rows.value.length > 0 || areas.editing.value.tool.kind !== 'none';
  if (!state || isUsed || state.aoi || state.report || state.phase.kind !== 'idle') return null;
  const signedOut = state.connection === undefined ? l10n.t('Sign in to search.') : undefined;
  return (
    <section class="map-strip start-card" aria-labelledby="start-title">
      <strong id="start-title">{l10n.t('Start with an area of interest')}</strong>
      <div class="card-buttons">
        <Button label={l10n.t('Draw Area')} isPrimary onPress={() => areas.draw('polygon')} />
        <Button
          label={l10n.t('Import…')}
          title={l10n.t('To drop files on the map instead, hold Shift.')}
          onPress={() => page.post({ kind: 'importAoi' })}
        />
        <Button label={l10n.t('Open Sample')} onPress={() => page.post({ kind: 'openSample' })} />
        <Button
          label={l10n.t('Search Here')}
          disabledBecause={signedOut}
          onPress={() => (page.searchHere.value = {})}
        />
      </div>
    </section>
  );
}
