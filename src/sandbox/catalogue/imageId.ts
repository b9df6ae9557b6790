import { capturesIn, lastLane, lastSegment } from './capture.ts';
import type { Capture, Cell, World } from './world.ts';
import { fleet } from './fleet.ts';
import { hash, uuidOfWords } from '../http/random.ts';

/** Bits of a UUID's second and third word that version and variant leave free. */
const freeOfSecond = 0xffff0fff;
const freeOfThird = 0x3fffffff;
const laneOffset = 64;

/**
 * The id of an image holds its cell, so that an image is found by id without a list of images. It is
 * scrambled and carries a check, so that it looks like any UUID and a made-up one finds nothing.
 */
export function imageIdOf(
  world: World,
  { cell, view, copy }: Pick<Capture, 'cell' | 'view' | 'copy'>,
): string {
  const high = (cell.spacecraft << 18) | cell.pass;
  const low = (cell.segment << 10) | ((cell.lane + laneOffset) << 3) | (view << 1) | (copy ? 1 : 0);
  const second = (hash(world.seed, high, low, 3) & freeOfSecond) >>> 0;
  const third = (hash(world.seed, high, low, 4) & freeOfThird) >>> 0;
  return uuidOfWords([
    high ^ hash(world.seed, second, third, 1),
    second,
    third,
    low ^ hash(world.seed, second, third, 2),
  ]);
}

/** The image with this id, if there is one in this world. */
export function captureById(world: World, id: string): Capture | undefined {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return undefined;
  const hex = id.replaceAll('-', '');
  const word = (index: number): number => parseInt(hex.slice(index * 8, index * 8 + 8), 16);
  const second = (word(1) & freeOfSecond) >>> 0;
  const third = (word(2) & freeOfThird) >>> 0;
  const high = word(0) ^ hash(world.seed, second, third, 1);
  const low = word(3) ^ hash(world.seed, second, third, 2);
  const cell: Cell = {
    spacecraft: high >>> 18,
    pass: high & 0x3ffff,
    segment: low >>> 10,
    lane: ((low >>> 3) & 0x7f) - laneOffset,
  };
  const spacecraft = fleet[cell.spacecraft];
  if (!spacecraft || Math.abs(cell.lane) > lastLane(spacecraft) || cell.segment > lastSegment(spacecraft)) {
    return undefined;
  }
  const image = { cell, view: (low >>> 1) & 3, copy: (low & 1) === 1 };
  // An image has one id: other words that happen to lead to it are not accepted.
  if (imageIdOf(world, image) !== id) return undefined;
  return capturesIn(world, cell).find(({ view, copy }) => view === image.view && copy === image.copy);
}
