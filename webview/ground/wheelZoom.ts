import type { Map as LeafletMap, Point } from 'leaflet';

/** What a wheel sends per notch: at least this in CSS pixels, or a multiple of this in the older unit. */
const notchPixels = 48;
const notchUnits = 120;
/** What a trackpad has to send for one zoom level, CSS pixels; less with a pinch. */
const scrollPerLevel = 150;
const pinchPerLevel = 60;
/** Events of a gesture on a trackpad follow each other closer than this, ms. */
const gestureGap = 60;

/**
 * The wheel zooms one level per notch, also when it turns faster than the map zooms. A trackpad sends many small steps
 * instead, which add up to levels.
 *
 * @param isForMap whether an event zooms the map; others scroll what is around it
 */
export function zoomByWheel(map: LeafletMap, isForMap: (event: WheelEvent) => boolean = () => true): void {
  const container = map.getContainer();
  /** Levels that the map hasn't zoomed yet; fractions are kept. */
  let owed = 0;
  let at: Point;
  let lastTime = 0;
  let isGesture = false;
  let isZooming = false;

  function wheelLevels(event: WheelEvent): number {
    if (event.timeStamp - lastTime > gestureGap) isGesture = false;
    lastTime = event.timeStamp;
    isGesture ||= !isNotch(event);
    if (!isGesture) return Math.sign(event.deltaY);
    return event.deltaY / (event.ctrlKey ? pinchPerLevel : scrollPerLevel);
  }

  function zoom(): void {
    if (isZooming) return;
    const now = map.getZoom();
    const levels = Math.trunc(owed);
    const next = Math.min(map.getMaxZoom(), Math.max(map.getMinZoom(), now - levels));
    owed = next === now - levels ? owed - levels : 0;
    if (next === now) return;
    isZooming = true;
    map.setZoomAround(at, next);
  }

  container.addEventListener(
    'wheel',
    event => {
      if (!isForMap(event)) return;
      event.preventDefault();
      const levels = wheelLevels(event);
      // A turn in the other direction counts at once.
      owed = Math.sign(levels) === -Math.sign(owed) ? levels : owed + levels;
      at = map.mouseEventToContainerPoint(event);
      zoom();
    },
    { passive: false },
  );
  map.on('zoomend', () => {
    isZooming = false;
    zoom();
  });
}

function isNotch(event: WheelEvent): boolean {
  if (event.deltaMode !== WheelEvent.DOM_DELTA_PIXEL || Math.abs(event.deltaY) >= notchPixels) return true;
  // Not in the standard, but in Chromium: with acceleration, a notch can be a few pixels.
  const units: unknown = Reflect.get(event, 'wheelDeltaY');
  return typeof units === 'number' && units !== 0 && units % notchUnits === 0;
}
