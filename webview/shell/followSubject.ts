import { effect, type ReadonlySignal, type Signal, signal, untracked } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import { type LatLng, latLng, type LatLngBounds, latLngBounds } from 'leaflet';
import { shiftToward } from '../../src/geo/antimeridian.ts';
import type { SearchCriteria } from '../../src/service/rules/searchCriteria.ts';
import type { AreaRow } from '../../src/protocol/protocol.ts';
import type { AreaModel } from '../features/areas/index.ts';
import type { ImageStore } from '../features/images/index.ts';
import { pictureTitle } from '../features/pictures/index.ts';
import type { ReportModel } from '../features/reports/index.ts';
import type { Host } from '../ground/host.ts';
import type { Scene } from '../ground/scene.ts';
import type { ViewStore } from '../ground/viewStore.ts';
import { ringsBounds, ringsNear } from '../ground/worldCopy.ts';

/** What the map can be asked to show. */
export interface ViewSources {
  host: Host;
  view: ViewStore;
  areas: AreaModel;
  found: Pick<ImageStore, 'rows'>;
  report: Pick<ReportModel, 'isWhole'>;
}

/** What the list is about, out of view because a person has just moved the map. */
export interface OutOfView {
  text: string;
  show: () => void;
  close: () => void;
}

interface Subject {
  name: string;
  bounds: LatLngBounds;
  /** The map goes there even if it shows a part of it. */
  isLeft?: boolean | undefined;
}

/** What is shown instead of the images, and where the map was before; `undefined` if that isn't known. */
interface Visit {
  what: 'report' | 'product';
  before: { center: LatLng; zoom: number; followed: string | undefined } | undefined;
}

/** After moving the map, a person looks at it for this long, ms. */
const lookMs = 20_000;
/** From the pointer or the keyboard until the map has moved, ms. */
const moveMs = 1000;
/** Less of it can't be seen, CSS pixels. */
const minSize = 8;
/** In view is what shows this share of itself, or fills this share of the map. */
const minShare = 0.25;

/**
 * The map goes where the work is: to the active area when another one becomes active or its text moves it, to the place
 * of a search when it starts, and to an image that is opened in the list. If a person has just moved the map elsewhere, it
 * stays and offers to go there. When a report or a delivered image is closed, the map goes back to where it was before.
 *
 * @param settled whether the first view is shown
 */
export function followSubject(
  { map, home }: Omit<Scene, 'colors'>,
  { host: { state: mapState }, view, areas, found }: Omit<ViewSources, 'report'>,
  settled: Signal<boolean>,
  fit: (bounds: LatLngBounds) => void,
): { outOfView: ReadonlySignal<OutOfView | undefined>; checkView: () => void } {
  const outOfView = signal<OutOfView | undefined>(undefined);
  const container = map.getContainer();
  /** What the map hasn't followed yet. */
  let subject: Subject | undefined;
  /** What it offers to show. */
  let offered: Subject | undefined;
  let isOwnMove = false;
  let inputAt = -Infinity;
  let movedAt = -Infinity;

  function close(): void {
    offered = outOfView.value = undefined;
  }

  function moveTo(bounds: LatLngBounds): void {
    settled.value = true;
    isOwnMove = true;
    fit(bounds);
    isOwnMove = false;
    close();
  }

  /** `partly`: too little of it, or too small to be seen. */
  function visibility(bounds: LatLngBounds): 'none' | 'partly' | 'seen' {
    const { x: width, y: height } = map.getSize();
    const { x: west, y: north } = map.latLngToContainerPoint(bounds.getNorthWest());
    const { x: east, y: south } = map.latLngToContainerPoint(bounds.getSouthEast());
    const across = Math.min(east, width) - Math.max(west, 0);
    const down = Math.min(south, height) - Math.max(north, 0);
    if (across <= 0 || down <= 0) return 'none';
    const isLarge = Math.max(east - west, south - north) >= minSize;
    const enough = minShare * Math.min((east - west) * (south - north), width * height);
    return isLarge && across * down >= enough ? 'seen' : 'partly';
  }

  /** A hidden map has no size: it follows when it is shown. */
  function checkView(): void {
    const { x: width, y: height } = map.getSize();
    if (!subject || width === 0 || height === 0) return;
    const { name, bounds, isLeft = false } = subject;
    offered = subject;
    subject = undefined;
    const seen = visibility(bounds);
    if (isLeft) moveTo(bounds);
    else if (seen === 'seen') close();
    else if (performance.now() - movedAt > lookMs) moveTo(bounds);
    else
      outOfView.value = {
        text:
          seen === 'partly'
            ? l10n.t('{0} can hardly be seen here.', name)
            : l10n.t("{0} isn't in view.", name),
        show: () => moveTo(bounds),
        close,
      };
  }

  function follow(next: Subject): void {
    subject = next;
    // Other requests to show something come first.
    requestAnimationFrame(checkView);
  }

  function followArea({ name, polygon }: Pick<AreaRow, 'name' | 'polygon'>, isLeft?: boolean): void {
    follow({ name, bounds: ringsBounds(ringsNear(polygon, home.peek())), isLeft });
  }

  for (const kind of ['pointerdown', 'wheel', 'keydown'])
    container.addEventListener(kind, () => (inputAt = performance.now()), { capture: true });
  map.on('moveend', () => {
    if (isOwnMove) return;
    const now = performance.now();
    if (now - inputAt < moveMs) movedAt = now;
    if (offered && visibility(offered.bounds) === 'seen') close();
  });

  let { followed } = view.saved;
  effect(() => {
    const area = areas.searched.value;
    if (!area || !settled.value) return;
    const outline = JSON.stringify(area.coordinates);
    if (outline === followed) return;
    followed = outline;
    view.save({ followed });
    untracked(() => {
      // Whoever draws it sees it.
      if (areas.editing.peek().tool.kind !== 'none') return;
      followArea({ name: mapState.peek()?.aoi?.name ?? '', polygon: area });
    });
  });

  /** The latest comes last. */
  let visits: Visit[] = [];
  let isFirstState = true;
  effect(() => {
    const state = mapState.value;
    if (!state) return;
    untracked(() => {
      for (const what of ['report', 'product'] as const) {
        const at = visits.findIndex(visit => visit.what === what);
        const isOpen = state[what] !== undefined;
        if (isOpen && at < 0) visits.push({ what, before: isFirstState ? undefined : viewNow() });
        if (!isOpen && at >= 0) leave(at);
      }
      isFirstState = false;
    });
  });

  function viewNow(): Visit['before'] {
    return { center: map.getCenter(), zoom: map.getZoom(), followed };
  }

  function leave(at: number): void {
    const before = visits[at]?.before;
    const [next] = visits.slice(at + 1);
    visits = visits.filter((_visit, place) => place !== at);
    // The map shows what was opened later.
    if (next) {
      next.before = before;
      return;
    }
    // What was active then may no longer be.
    if (before && before.followed === followed) {
      isOwnMove = true;
      map.setView(before.center, before.zoom, { animate: false });
      isOwnMove = false;
      close();
      return;
    }
    const { aoi } = mapState.peek() ?? {};
    if (aoi) followArea(aoi, true);
  }

  let searched: number | undefined;
  effect(() => {
    const state = mapState.value;
    if (!state || state.searchId === searched) return;
    const isFirst = searched === undefined;
    searched = state.searchId;
    // A page that comes back shows what it showed.
    if (state.phase.kind === 'idle' || (isFirst && settled.peek())) return;
    const { aoi, filters } = state;
    untracked(() => {
      const place = searchedBounds(filters, home.peek());
      if (place) follow({ name: l10n.t('The place of the search'), bounds: place });
      else if (aoi) followArea(aoi);
    });
  });

  view.onOpen((id, ofArea) => {
    const image = found.rows.peek().find(row => row.id === id);
    const { aoi } = mapState.peek() ?? {};
    if (ofArea && aoi) followArea(aoi);
    else if (image)
      follow({ name: pictureTitle(image), bounds: ringsBounds(ringsNear(image.footprint, home.peek())) });
  });

  return { outOfView, checkView };
}

/** What is searched instead of the area. */
function searchedBounds(
  { bounds, circle }: Pick<SearchCriteria, 'bounds' | 'circle'>,
  home: number,
): LatLngBounds | undefined {
  if (circle) {
    const { latitude, longitude, radius } = circle;
    return latLng(latitude, longitude + shiftToward(longitude, home)).toBounds(2 * radius);
  }
  if (!bounds) return undefined;
  const [west, south, east, north] = bounds;
  const until = east < west ? east + 360 : east;
  const shift = shiftToward((west + until) / 2, home);
  return latLngBounds([south, west + shift], [north, until + shift]);
}
