import type { PictureModel } from '../map/pictures/pictureModel.ts';
import type { PageModel } from './pageModel.ts';

/**
 * What a person does on the page. A mode has one bar, below the map; what belongs to the others is put away and comes back
 * afterwards.
 */
export type Mode =
  /** The list leads. */
  | 'browse'
  /** An area is drawn or reshaped, or something is measured. */
  | 'draw'
  | 'compare'
  /** The report has its own tabs beside the map. */
  | 'report'
  /** A delivered image. */
  | 'image';

export function modeOf(page: PageModel, pictures: PictureModel): Mode {
  if (page.areas.editing.value.tool.kind !== 'none') return 'draw';
  if (pictures.comparison.mode.value !== undefined) return 'compare';
  if (page.products.current.value) return 'image';
  return page.sideTab.value === 'images' ? 'browse' : 'report';
}

/** The one way out of each mode, which Escape and the cross of its bar take. */
export function leaveMode(page: PageModel, pictures: PictureModel): void {
  const mode = modeOf(page, pictures);
  switch (mode) {
    case 'browse':
      return;
    case 'draw':
      page.areas.leave();
      return;
    case 'compare':
      pictures.comparison.stop();
      return;
    case 'report':
      page.post({ kind: 'closeReport' });
      return;
    case 'image':
      page.post({ kind: 'closeProduct' });
  }
}
