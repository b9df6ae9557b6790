import type { Map as LeafletMap } from 'leaflet';
import type { PageModel } from '../pageModel.ts';
import { focusOf } from './focusOf.ts';
import type { PictureModel } from './pictureModel.ts';

/** Q puts the quicklook of the image in hand on the map, or takes it off. */
export function attachPictureKey(map: LeafletMap, model: PageModel, pictures: PictureModel): void {
  map.getContainer().addEventListener('keydown', event => {
    if (event.key.toLowerCase() !== 'q' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.defaultPrevented || focusOf(event) === 'field') return;
    const id = pictures.card.peek() ?? model.hovered.peek();
    if (id === undefined) return;
    event.preventDefault();
    if (pictures.card.peek() === undefined) pictures.card.value = id;
    pictures.toggleQuicklook(id);
  });
}
