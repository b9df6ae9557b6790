import { DomUtil, type LatLng, type LeafletEvent, type Map as LeafletMap, type ZoomAnimEvent } from 'leaflet';

export type MapLink = ReturnType<typeof linkMaps>;

/**
 * Keeps maps on one center and zoom, whichever of them is moved. While a map is dragged, the others only follow; they
 * draw what came into view when it stops.
 *
 * @param main lies under the others, and finds the place of a pointer on any of them
 */
export function linkMaps(main: LeafletMap) {
  const maps = new Set<LeafletMap>();
  /** Maps that followed since they last drew. */
  const behind = new Set<LeafletMap>();
  /** What the followers fire leads nowhere. */
  let isFollowing = false;

  function others(leader: LeafletMap): LeafletMap[] {
    return [...maps].filter(map => map !== leader);
  }

  function lead(action: () => void): void {
    if (isFollowing) return;
    isFollowing = true;
    try {
      action();
    } finally {
      isFollowing = false;
    }
  }

  function goTo(map: LeafletMap, center: LatLng, zoom: number): void {
    const offset = map.project(center, zoom).subtract(map.project(map.getCenter(), zoom)).round();
    const pane = map.getPane('mapPane');
    if (!pane || zoom !== map.getZoom() || !map.getSize().contains(offset)) {
      map.setView(center, zoom, { animate: false });
      return;
    }
    if (offset.x === 0 && offset.y === 0) return;
    behind.add(map);
    DomUtil.setPosition(pane, DomUtil.getPosition(pane).subtract(offset));
    map.fire('move');
  }

  const handlers = {
    // Another map may still be gliding.
    dragstart: ({ target }: LeafletEvent) =>
      lead(() => {
        for (const map of others(target as LeafletMap)) map.stop();
      }),
    move: ({ target }: LeafletEvent) => {
      const leader = target as LeafletMap;
      lead(() => {
        for (const map of others(leader)) goTo(map, leader.getCenter(), leader.getZoom());
      });
    },
    moveend: ({ target }: LeafletEvent) => {
      const leader = target as LeafletMap;
      lead(() => {
        for (const map of others(leader)) {
          goTo(map, leader.getCenter(), leader.getZoom());
          if (behind.delete(map)) map.fire('moveend');
        }
      });
      // The main map goes back to its own copy of the world.
      if (Math.abs(main.getCenter().lng - leader.getCenter().lng) > 180)
        handlers.moveend({ target: main } as LeafletEvent);
    },
    zoomanim: ({ target, center, zoom }: ZoomAnimEvent) =>
      lead(() => {
        for (const map of others(target as LeafletMap)) goTo(map, center, zoom);
      }),
  };

  function link(map: LeafletMap): () => void {
    maps.add(map);
    map.on(handlers);
    return () => {
      maps.delete(map);
      map.off(handlers);
    };
  }

  const eventPoint = main.mouseEventToContainerPoint.bind(main);
  // The same place is as far from the center on each map.
  main.mouseEventToContainerPoint = event => {
    const isOn = (map: LeafletMap) =>
      event.target instanceof Node && map.getContainer().contains(event.target);
    const pointed = others(main).find(isOn);
    if (!pointed) return eventPoint(event);
    const shift = main.getSize().subtract(pointed.getSize()).divideBy(2);
    return pointed.mouseEventToContainerPoint(event).add(shift);
  };
  const unlinkMain = link(main);
  return {
    /** Gives a map the view of the others. @returns ends that */
    add: (map: LeafletMap) => {
      map.setView(main.getCenter(), main.getZoom(), { animate: false });
      const resized = new ResizeObserver(() => lead(() => map.invalidateSize({ animate: false })));
      resized.observe(map.getContainer());
      const unlink = link(map);
      return () => {
        resized.disconnect();
        unlink();
      };
    },
    stop: () => {
      unlinkMain();
      main.mouseEventToContainerPoint = eventPoint;
    },
  };
}
