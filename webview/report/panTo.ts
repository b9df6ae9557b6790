/** CSS pixels from the top left of the map. */
interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Between a feature and what lies over the map or around it, CSS pixels. */
const clearance = 24;

/**
 * How to pan so that a feature is seen beside or below the cards in the upper right corner; `undefined` if it is.
 *
 * @param inner the map without the tools on its left and the bar at its bottom
 * @param cards their left and lower edge
 */
export function panTo(
  feature: Box,
  inner: Box,
  cards: Pick<Box, 'left' | 'bottom'>,
): [x: number, y: number] | undefined {
  const beside = { ...inner, right: Math.max(inner.left, cards.left) };
  const below = { ...inner, top: Math.min(inner.bottom, cards.bottom) };
  const isSeenIn = ({ left, top, right, bottom }: Box) =>
    feature.left >= left + clearance &&
    feature.top >= top + clearance &&
    feature.right <= right - clearance &&
    feature.bottom <= bottom - clearance;
  if (isSeenIn(beside) || isSeenIn(below)) return undefined;
  const sizeOf = ({ left, top, right, bottom }: Box) => (right - left) * (bottom - top);
  const free = sizeOf(beside) >= sizeOf(below) ? beside : below;
  return [
    (feature.left + feature.right - free.left - free.right) / 2,
    (feature.top + feature.bottom - free.top - free.bottom) / 2,
  ];
}
