import { effect } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import { Map as LeafletMap } from 'leaflet';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { AddBaseMap } from '../../ground/baseMap.ts';
import type { Host } from '../../ground/host.ts';
import type { Scene } from '../../ground/scene.ts';
import type { ViewStore } from '../../ground/viewStore.ts';
import { zoomByWheel } from '../../ground/wheelZoom.ts';
import { ringsBounds, ringsNear } from '../../ground/worldCopy.ts';
import type { AreaModel } from '../areas/index.ts';
import { addAreaLayer } from '../areas/view.ts';
import { linkMaps, type MapLink } from './linkMaps.ts';
import { addPictureLayer } from './pictureLayers.ts';
import type { PictureModel } from './pictureModel.ts';
import { pictureTitle } from './words.ts';

/** The main map, and what is drawn on the others as well. */
export interface LinkedParts extends Scene {
  host: Host;
  view: ViewStore;
  areas: AreaModel;
  pictures: PictureModel;
  addBaseMap: AddBaseMap;
}

interface LinkedProps {
  parts: LinkedParts;
}

/** One map for each compared picture, on top of the map, which moves with them. */
export function LinkedMaps({ parts }: LinkedProps) {
  const ids = parts.pictures.comparison.linked.value;
  if (ids.length === 0) return null;
  return <LinkedGrid parts={parts} ids={ids} />;
}

function LinkedGrid({ parts, ids }: LinkedProps & { ids: readonly string[] }) {
  const { map, areas, pictures, home } = parts;
  const grid = useRef<HTMLDivElement>(null);
  const link = useMemo(() => linkMaps(map), []);
  useLayoutEffect(() => {
    const area = areas.active.peek();
    // Each map shows less than the one did. An area that was in view stays in view.
    if (area && map.getBounds().contains(ringsBounds(ringsNear(area.polygon, home.peek()))))
      areas.sought.value = area;
    // Areas are drawn and measured on the one map.
    const leave = effect(() => {
      if (areas.editing.value.tool.kind !== 'none') pictures.comparison.stop();
    });
    return () => {
      leave();
      link.stop();
    };
  }, []);

  /** The crosshair of all maps is at the pointer. */
  const pointAt = ({ target, clientX, clientY }: PointerEvent) => {
    const box =
      target instanceof Element ? target.closest('.linked-map')?.getBoundingClientRect() : undefined;
    if (!box) return;
    grid.current?.style.setProperty('--cross-x', `${clientX - box.left}px`);
    grid.current?.style.setProperty('--cross-y', `${clientY - box.top}px`);
  };
  // The fourth quarter beside three pictures shows the map without one.
  const cells = ids.length === 3 ? [...ids, undefined] : ids;
  return (
    <div
      ref={grid}
      class={cells.length === 2 ? 'linked-maps two' : 'linked-maps'}
      onPointerMove={pointAt}
      onPointerLeave={() => grid.current?.style.removeProperty('--cross-x')}
    >
      {cells.map(id => (
        // With other pictures, all maps are new: maps that start together have the same pixels.
        <LinkedMap key={[id, ...ids].join()} parts={parts} link={link} id={id} />
      ))}
    </div>
  );
}

interface LinkedMapProps extends LinkedProps {
  link: MapLink;
  /** Of its picture. */
  id: string | undefined;
}

function LinkedMap({ parts, link, id }: LinkedMapProps) {
  const container = useRef<HTMLDivElement>(null);
  const { pictures } = parts;
  useLayoutEffect(
    () => (container.current ? startLinkedMap(container.current, parts, link, id) : undefined),
    [],
  );
  const row = id === undefined ? undefined : pictures.rows.value.get(id);
  const name = row ? pictureTitle(row) : l10n.t('Map');
  const problem = id === undefined ? undefined : pictures.problems.value.get(id);
  const isLoading = id !== undefined && !pictures.visible.value.has(id);
  const status = problem ?? (isLoading ? l10n.t('Loading…') : undefined);
  return (
    <div class="linked-map" role="group" aria-label={name}>
      <div ref={container} class="linked-canvas" />
      <div class="linked-cross" aria-hidden="true" />
      <div class="linked-label">
        {name}
        {status !== undefined && <span class="quiet linked-status">{status}</span>}
      </div>
    </div>
  );
}

/** @returns removes the map and all that it used */
function startLinkedMap(
  container: HTMLElement,
  parts: LinkedParts,
  link: MapLink,
  id: string | undefined,
): () => void {
  const { map: main, host, view, areas, pictures } = parts;
  const map = new LeafletMap(container, {
    preferCanvas: true,
    zoomControl: false,
    attributionControl: false,
    minZoom: main.getMinZoom(),
    maxZoom: main.getMaxZoom(),
    fadeAnimation: false,
    // All maps zoom in the same frame.
    zoomAnimation: false,
    doubleClickZoom: false,
    scrollWheelZoom: false,
    inertia: !view.reducedMotion.peek(),
    // The keys move the main map, and this one with it.
    keyboard: false,
  });
  zoomByWheel(map);
  map.createPane('aoi').style.zIndex = '420';
  const unlink = link.add(map);
  const scene = { ...parts, map };
  const { release } = parts.addBaseMap(map);
  const releaseAreas = addAreaLayer(scene, host, areas);
  const row = id === undefined ? undefined : pictures.rows.peek().get(id);
  const removePicture =
    row && addPictureLayer(scene, 'picture', row, pictures, ({ opacity }) => ({ opacity }));
  return () => {
    removePicture?.();
    releaseAreas();
    release();
    unlink();
    map.remove();
  };
}
