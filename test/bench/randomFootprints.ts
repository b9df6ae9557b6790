import type { Position } from 'geojson';
import type { ImageRow } from '../../src/protocol/protocol.ts';

const constellations = ['PNEO', 'PHR', 'SPOT'];

/** A Lehmer generator: the same numbers from 0 to 1 on every machine. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/**
 * Rotated quadrilaterals of 0.1° to 0.6°, most of them around a few dozen places in Europe, as in real archives.
 *
 * @returns the same for the same seed; a longer list begins with the shorter one
 */
export function randomFootprints(count: number, seed: number): ImageRow[] {
  const random = randomNumbers(seed);
  const places = Array.from({ length: 40 }, () => [random() * 40 - 10, random() * 24 + 36] as const);
  return Array.from({ length: count }, (_, number) => {
    const [placeX, placeY] = places[Math.floor(random() * places.length)] ?? [0, 45];
    const spread = random() < 0.8 ? 2.5 : 14;
    // The sum of three random numbers is denser around the center.
    const off = () => ((random() + random() + random()) / 1.5 - 1) * spread;
    const x = placeX + off() * 1.4;
    const y = placeY + off();
    const width = 0.1 + random() * 0.5;
    const height = 0.1 + random() * 0.5;
    const slant = (random() - 0.5) * 0.3;
    const ring: Position[] = [
      [x + height * slant, y],
      [x + width + height * slant, y - width * slant],
      [x + width, y + height - width * slant],
      [x, y + height],
      [x + height * slant, y],
    ];
    const constellation = constellations[Math.floor(random() * constellations.length)] ?? 'SPOT';
    const footprint = { type: 'Polygon' as const, coordinates: [ring] };
    return { id: `image-${number}`, footprint, constellation, whyNo: {} };
  });
}
