import {
  canvas,
  circleMarker,
  geoJSON,
  latLng,
  type GeoJSONOptions,
  type LatLngBounds,
  type Map as LeafletMap,
  type PathOptions,
  type Renderer,
} from 'leaflet';
import type { ReportFeature } from '../../src/shared/protocol.ts';
import type { MapColours } from './mapColours.ts';
import { propertyTable } from './propertyTable.ts';
import { shiftToward } from './shiftToward.ts';

export interface ReportLayer {
  /** @param home longitude that the features are drawn nearest to, degrees */
  setFeatures: (features: readonly ReportFeature[], home: number) => void;
  setColours: (colours: MapColours) => void;
  bounds: () => LatLngBounds | undefined;
}

/**
 * What an analytic found, above everything else.
 *
 * @param onFault told about the first feature of a batch that cannot be drawn; the others are drawn all the same
 */
export function addReportLayer(
  map: LeafletMap,
  pane: string,
  onFault: (fault: unknown) => void,
): ReportLayer {
  const renderer = canvas({ pane, padding: 0.3, tolerance: 3 });
  const group = geoJSON().addTo(map);
  let style: PathOptions = {};
  let drawn: readonly ReportFeature[] = [];
  let drawnHome = 0;

  function add({ geometry, properties }: ReportFeature, home: number): void {
    let shift: number | undefined;
    // The renderer is an option of every path, which the types of GeoJSON layers leave out.
    const options: GeoJSONOptions & { renderer: Renderer } = {
      renderer,
      style: () => style,
      pointToLayer: (_, place) => circleMarker(place, { ...style, renderer, radius: 5 }),
      coordsToLatLng: ([longitude, latitude]) => {
        shift ??= shiftToward(longitude, home);
        return latLng(latitude, longitude + shift);
      },
    };
    const shape = geoJSON(geometry, options);
    shape.bindTooltip(() => propertyTable(properties), { sticky: true, className: 'property-tooltip' });
    group.addLayer(shape);
  }

  return {
    setFeatures: (features, home) => {
      const grown = home === drawnHome && drawn.every((feature, index) => feature === features[index]);
      if (!grown) group.clearLayers();
      const faults: unknown[] = [];
      for (const feature of features.slice(grown ? drawn.length : 0)) {
        try {
          add(feature, home);
        } catch (fault) {
          faults.push(fault);
        }
      }
      drawn = features;
      drawnHome = home;
      if (faults.length > 0) onFault(faults[0]);
    },
    setColours: colours => {
      style = { color: colours.report, weight: 1.5, opacity: 1, fillColor: colours.report, fillOpacity: 0.3 };
      group.setStyle(style);
    },
    bounds: () => {
      const bounds = group.getBounds();
      return bounds.isValid() ? bounds : undefined;
    },
  };
}
