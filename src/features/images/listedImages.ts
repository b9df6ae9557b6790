/** What the list on the map shows, for whoever lists or chooses images. */
import type { Image } from '../../service/rules/imagery.ts';
import { type Catalog, isSameArea } from './imageCatalog.ts';
import { loadFigures } from './rules/lazy.ts';
import { applicableLimits, type AppliedFilters, isHidden } from './rules/listFilters.ts';

type Source = Pick<Catalog, 'current' | 'visible' | 'estimates'>;

/** What filters the list, as it applies to the active area. */
export function readListFilters({ current, estimates }: Omit<Source, 'visible'>): AppliedFilters {
  const { limits = {}, span, aoi } = current.peek();
  const { area, clear } = estimates.peek() ?? {};
  const isOfArea = aoi && area && isSameArea(area, aoi.polygon);
  return {
    limits: applicableLimits(limits, aoi !== undefined),
    span,
    clear: (isOfArea && clear) || new Map<string, never>(),
  };
}

/** The images that the list shows, in no order: without those that its filters hide. */
export async function listedImages(catalog: Source): Promise<readonly Image[]> {
  const images = catalog.visible.peek();
  const filters = readListFilters(catalog);
  const { minCoverage, minClear } = filters.limits;
  const { aoi } = catalog.current.peek();
  const isMeasured = aoi && (minCoverage ?? minClear) !== undefined;
  const shares = isMeasured ? (await loadFigures()).figures.measureShares(aoi.polygon, images) : [];
  // Where the page estimates, its list waits for the others.
  const isEstimated = minClear !== undefined && filters.clear.size > 0;
  return images.filter(
    (image, index) =>
      !isHidden(image, filters, shares[index]) && (!isEstimated || filters.clear.has(image.id)),
  );
}

/** The image that a command is called on, if the list has it. @param argument of the command: `{ imageId }` of the map */
export function findTargetImage({ visible }: Pick<Catalog, 'visible'>, argument: unknown): Image | undefined {
  const { imageId } = (argument ?? {}) as { imageId?: unknown };
  return visible.peek().find(({ id }) => id === imageId);
}
