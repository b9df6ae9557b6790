import { computed, effect } from '@preact/signals-core';
import { type LatLng, type LatLngBounds, latLngBounds, rectangle } from 'leaflet';
import { itemAt } from '../../../src/base/itemAt.ts';
import { shiftToward } from '../../../src/geo/antimeridian.ts';
import { CanvasTileLayer } from '../../ground/canvasTiles.ts';
import { drawEmphasis } from '../../ground/drawEmphasis.ts';
import { freePadding, panIntoView } from '../../ground/freeView.ts';
import { createHoverCard, openHoverCard } from '../../ground/hoverCard.ts';
import { readColors } from '../../ground/mapColors.ts';
import { addMapOverlay, type Paint } from '../../ground/mapOverlay.ts';
import type { Scene } from '../../ground/scene.ts';
import {
  canvasWorldBox,
  type WorldBox,
  worldLatitude,
  worldLongitude,
  worldX,
  worldY,
} from '../../ground/worldPoint.ts';
import { pageClock } from '../../ui/turns.ts';
import { drawDot, wholeDot } from './dots.ts';
import { drawFeatures, featureMargin, type ReportStyle } from './drawFeatures.ts';
import { propertyTable } from './FeatureCard.tsx';
import { FeatureIndex } from './featureIndex.ts';
import { classColors } from './reportClasses.ts';
import type { ReportModel } from './reportModel.ts';

export type ReportLayer = ReturnType<typeof addReportLayer>;

/** How close the pointer must be, CSS pixels. */
const reach = 6;
/** A feature is zoomed to at most this much. */
const closestZoom = 18;
/** More selected features aren't highlighted. */
const maxHighlighted = 5000;
/** Opacity of the features outside of the hovered class. */
const dimmed = 0.2;

/** The results of an analytic, above everything else: most of them in tiles, highlighted ones on their own canvases. */
export function addReportLayer({ map, colors, home }: Scene, report: ReportModel) {
  const pane = 'report';
  const placed = computed(() => new FeatureIndex(report.features.value.shapes, home.value));
  const dressed = computed((): { index: FeatureIndex; style: ReportStyle } => {
    const index = placed.value;
    const { classes, classIndexes } = report.classing.value;
    index.setClasses(classIndexes, report.visible.value);
    const { casing } = colors.value;
    const palette = readColors('--swath-class-', classColors);
    return { index, style: { casing, colors: classes.map(({ color }) => palette[color]) } };
  });
  const tiles = new CanvasTileLayer(map, pane, {
    style: () => dressed.peek(),
    count: () => dressed.peek().index.shapes.count,
    isAny: frame => dressed.peek().index.isAnyMeeting(canvasWorldBox(frame, featureMargin)),
    draw: (context, frame) => drawFeatures(context, frame, dressed.peek().index, dressed.peek().style),
  });
  const classCanvas = addMapOverlay(map, pane, 2);
  const chosenCanvas = addMapOverlay(map, pane, 3);
  const hoveredCanvas = addMapOverlay(map, pane, 4);
  const words = createHoverCard('property-tooltip');
  let described: number | undefined;

  effect(() => {
    const { index, style } = dressed.value;
    const only = report.hoveredClass.value;
    const isShown = only !== undefined && report.hidden.value[only] === false;
    const isOn = isShown && style.colors.length > 1;
    tiles.setOpacity(isOn ? dimmed : 1);
    classCanvas.draw(
      isOn ? (context, frame) => drawFeatures(context, frame, index, { ...style, only }) : undefined,
    );
  });
  let isUpdating = false;
  // In a turn of its own: of a million features, the table's rows take a long one at the end of a filter.
  dressed.subscribe(() => {
    if (isUpdating) return;
    isUpdating = true;
    pageClock.schedule(() => {
      isUpdating = false;
      tiles.update();
    });
  });

  function featuresPaint(places: readonly (number | undefined)[], width: number): Paint | undefined {
    const { index, style } = dressed.value;
    const { selected, casing } = colors.value;
    const visible = places.filter(place => place !== undefined).filter(place => index.isShown(place));
    if (visible.length === 0) return undefined;
    return (context, frame) =>
      drawEmphasis(context, frame, index.shapes, visible, {
        line: selected,
        casing,
        width,
        fillOpacity: 0,
        marks: {
          radius: wholeDot.radius + wholeDot.casing,
          draw: (place, x, y) => drawDot(context, x, y, itemAt(style.colors, index.classAt(place)), casing),
        },
      });
  }

  effect(() => {
    const selected = report.selected.value;
    const lit = selected.length > maxHighlighted ? [] : selected;
    chosenCanvas.draw(featuresPaint([...lit, report.chosen.value, report.atCursor.value], 2.5));
  });
  effect(() => hoveredCanvas.draw(featuresPaint([...report.lit.value, report.hovered.value], 1.5)));
  effect(() => {
    if (report.hovered.value === undefined) words.remove();
  });
  // With a casing: it lies on pictures, which are dark or bright.
  const outlines = (['casing', 'selected'] as const).map((color, at) => ({
    color,
    line: rectangle([[0, 0]], {
      pane,
      fill: false,
      interactive: false,
      opacity: 1,
      weight: at === 0 ? 6 : 3,
    }),
  }));
  const cellBounds = computed(() => {
    if (!report.cell.value) return undefined;
    const [[south, west], [north, east]] = report.cell.value;
    const shift = shiftToward((west + east) / 2, home.value);
    return latLngBounds([south, west + shift], [north, east + shift]);
  });
  effect(() => {
    for (const { color, line } of outlines) {
      line.remove();
      if (cellBounds.value)
        line.setStyle({ color: colors.value[color] }).setBounds(cellBounds.value).addTo(map);
    }
  });
  effect(() => {
    const bounds = report.cell.value && cellBounds.peek();
    if (!bounds) return;
    requestAnimationFrame(() => map.fitBounds(bounds.pad(0.1), { ...freePadding(map), animate: false }));
  });
  report.onStep(({ place, zooms = false, across }) => {
    const box = dressed.peek().index.boxAt(place);
    if (!box) return;
    // Once the card of the feature is there.
    requestAnimationFrame(() => {
      const bounds = worldBoxBounds(box);
      const fit = { ...freePadding(map), animate: false };
      if (across !== undefined)
        map.fitBounds(bounds.getCenter().toBounds(across).extend(bounds.pad(0.5)), fit);
      else if (zooms) map.fitBounds(bounds, { ...fit, maxZoom: closestZoom });
      else panIntoView(map, bounds);
    });
  });

  return {
    /** Around all features; `undefined` if none has a position. */
    bounds: (): LatLngBounds | undefined => {
      const box = placed.value.box();
      return box && worldBoxBounds(box);
    },
    at: ({ lat, lng }: LatLng): number | undefined => {
      const { index } = dressed.peek();
      return index.at(worldX(lng), worldY(lat), reach / (256 * 2 ** map.getZoom()));
    },
    hover: (found: number | undefined, place: LatLng): void => {
      report.hovered.value = found;
      if (found === undefined) return;
      words.setLatLng(place);
      if (described === found && map.hasLayer(words)) return;
      described = found;
      words.setContent(propertyTable(report, found));
      openHoverCard(map, words, place);
    },
  };
}

function worldBoxBounds([west, north, east, south]: WorldBox): LatLngBounds {
  return latLngBounds(
    [worldLatitude(south), worldLongitude(west)],
    [worldLatitude(north), worldLongitude(east)],
  );
}
