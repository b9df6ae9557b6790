import * as l10n from '@vscode/l10n';
import type { Map as LeafletMap } from 'leaflet';
import { wrappedLongitude } from '../../../src/model/geometry/sphere.ts';
import type { PageModel } from '../../app/pageModel.ts';
import { imageSection, placeSection } from '../../results/imageMenu.ts';
import { isByPointer } from '../../ui/MenuButton.tsx';
import type { Footprints } from '../footprints/footprintLayer.ts';

/** The menu of a place on the map, and of the image there: at the pointer, or for the keyboard at the crosshair. */
export function attachMapMenu(map: LeafletMap, page: PageModel, footprints: Footprints): void {
  const container = map.getContainer();
  container.addEventListener('contextmenu', event => {
    // Drawing and reshaping use the right button themselves.
    if (page.areas.editing.peek().tool.kind !== 'none') return;
    event.preventDefault();
    const point = isByPointer(event) ? map.mouseEventToContainerPoint(event) : map.getSize().divideBy(2);
    const place = map.containerPointToLatLng(point);
    const ids = footprints.at(place);
    const id = ids.find(one => one === page.hovered.peek()) ?? ids[0];
    const { left, top } = container.getBoundingClientRect();
    page.menu.value = {
      name: l10n.t('Map'),
      from: container,
      at: new DOMRect(left + point.x, top + point.y),
      sections: [
        ...(id === undefined ? [] : [imageSection(page, id)]),
        placeSection(page, place.lat, wrappedLongitude(place.lng)),
      ],
    };
  });
}
