import { tooltip, type LatLng, type Map as LeafletMap, type TooltipEvent } from 'leaflet';
import type { AreaRow } from '../../../src/shared/protocol.ts';
import { areaLabel } from './areaTexts.ts';
import { element } from '../../ui/element.ts';

export interface AreaTooltip {
  show: (row: AreaRow | undefined, place: LatLng) => void;
}

/** Name and size of the area under the pointer. What a report has to say there comes first. */
export function addAreaTooltip(map: LeafletMap): AreaTooltip {
  const own = tooltip({ className: 'area-tooltip', direction: 'right', offset: [12, 0], opacity: 1 });
  let shown: AreaRow | undefined;
  let isCovered = false;

  map.on('tooltipopen tooltipclose', event => {
    const { tooltip: other, type } = event as TooltipEvent;
    if (other === own) return;
    isCovered = type === 'tooltipopen';
    if (isCovered) hide();
  });
  map.on('mouseout', hide);

  function hide(): void {
    shown = undefined;
    own.remove();
  }

  return {
    show: (row, place) => {
      if (!row || isCovered) {
        hide();
        return;
      }
      own.setLatLng(place);
      if (row === shown) return;
      shown = row;
      // As an element: a name is never read as HTML.
      own.setContent(element('span', {}, areaLabel(row)));
      map.openTooltip(own);
    },
  };
}
