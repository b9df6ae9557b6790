/** Browsers cut taller elements off: Firefox at 17.9 million device pixels, Chromium at 33.5 million. */
const tallest = 16_000_000;

/**
 * Positions in a list that can be taller than an element. Then each pixel of scrolling moves the rows by more than one, and
 * the rows lie where the list is scrolled to. CSS pixels.
 *
 * @param lineHeight of a row
 * @param viewHeight of what is seen of the list
 */
export function tallList(
  rowCount: number,
  lineHeight: number,
  viewHeight: number,
  pixelRatio = window.devicePixelRatio,
) {
  const all = rowCount * lineHeight;
  const height = Math.min(all, Math.floor(tallest / pixelRatio));
  const scale = height === all ? 1 : (all - viewHeight) / (height - viewHeight);
  return {
    height,
    /** What is at the top of the view, from the top of the list. */
    offsetAt: (scrollTop: number): number => scrollTop * scale,
    scrollTopFor: (offset: number): number => offset / scale,
    /** Where the element of a row is: beyond an end of the list for one that is out of view. */
    topOf: (row: number, scrollTop: number): number => row * lineHeight - scrollTop * scale + scrollTop,
  };
}
