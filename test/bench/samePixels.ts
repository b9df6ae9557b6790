/**
 * Greatest difference of a color channel, because lines are cut at tile edges. A missing line differs by 40 or more.
 */
const tolerated = 12;

/**
 * Share of the parts of pixels that may differ more, because what is counted at the very edge of a footprint can be
 * rounded to another shade. A footprint that is missing in a shade differs by more.
 */
const toleratedShare = 0.0005;

/**
 * Throws unless the tiles show the same as one canvas.
 *
 * @param corner top left corner of the canvas, CSS pixels of the page
 */
export function expectSamePixels(
  view: HTMLCanvasElement,
  tiles: readonly HTMLCanvasElement[],
  corner: { left: number; top: number },
): void {
  const width = parseFloat(view.style.width);
  const height = parseFloat(view.style.height);
  const early = pixelsOf(width, height, context => context.drawImage(view, 0, 0, width, height));
  const late = pixelsOf(width, height, context => {
    for (const tile of tiles) {
      const box = tile.getBoundingClientRect();
      if (tile.width > 0)
        context.drawImage(tile, box.left - corner.left, box.top - corner.top, box.width, box.height);
    }
  });
  if (!late.some(value => value > tolerated)) throw new Error('There is nothing in the tiles.');
  const differing = early.filter((value, at) => Math.abs(value - (late[at] ?? 0)) > tolerated).length;
  if (differing > toleratedShare * early.length)
    throw new Error(`${differing} parts of pixels of the view are not as in the tiles.`);
}

/** The pixels drawn on a black canvas of this size. */
function pixelsOf(
  width: number,
  height: number,
  draw: (context: CanvasRenderingContext2D) => void,
): Uint8ClampedArray {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('There is no canvas.');
  context.imageSmoothingEnabled = false;
  context.fillRect(0, 0, width, height);
  draw(context);
  const data: Uint8ClampedArray = context.getImageData(0, 0, width, height).data;
  return data.map((value, at) => (at % 4 === 3 ? 0 : value));
}
