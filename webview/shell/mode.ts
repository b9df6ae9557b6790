import { computed } from '@preact/signals-core';
import type { AreaModel } from '../features/areas/index.ts';
import type { PictureModel } from '../features/pictures/index.ts';
import type { ProductModel } from '../features/products/index.ts';
import type { SideTabs } from '../features/reports/index.ts';
import type { Host } from '../ground/host.ts';

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

interface ModeSources {
  host: Pick<Host, 'post'>;
  areas: AreaModel;
  pictures: PictureModel;
  products: ProductModel;
  tabs: SideTabs;
}

export type ModeStore = ReturnType<typeof createModeStore>;

export function createModeStore({ host, areas, pictures, products, tabs }: ModeSources) {
  /** What is left when a tool that draws ends. */
  const below = computed((): Exclude<Mode, 'draw'> => {
    if (pictures.comparison.mode.value !== undefined) return 'compare';
    if (products.current.value) return 'image';
    return tabs.current.value === 'images' ? 'browse' : 'report';
  });
  const current = computed((): Mode => (areas.editing.value.tool.kind === 'none' ? below.value : 'draw'));
  const leaves: Readonly<Record<Mode, () => void>> = {
    browse: () => undefined,
    draw: () => areas.leave(),
    compare: () => pictures.comparison.stop(),
    report: () => host.post({ kind: 'closeReport' }),
    image: () => host.post({ kind: 'closeProduct' }),
  };
  return {
    current,
    /** Whether the map is of the images in the list, also while an area is drawn: otherwise their footprints are put away. */
    isOfImages: computed(() => below.value === 'browse'),
    /** The one way out of each mode, which Escape and the cross of its bar take. */
    leave: (): void => leaves[current.peek()](),
  };
}
