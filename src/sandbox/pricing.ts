/** What things cost: credits per km² by constellation and product, or kilobytes for orders by volume. */
import type { Constellation } from './fleet.ts';
import { instruments } from './fleet.ts';

export type ProductType =
  'bundle' | 'pansharpened' | 'panchromatic' | 'multiSpectral' | 'bundle-fs' | 'pansharpened-fs';

/** Credits per km² of a full product. */
const ratePerKm2: Readonly<Record<Constellation, number>> = { PNEO: 8, PHR: 5, SPOT: 1.5 };

interface ProductTerms {
  /** Share of the full product's rate. */
  share: number;
  /** Samples per panchromatic pixel: four bands at a quarter of the sharpness are four sixteenths. */
  samples: number;
}

const products: Readonly<Record<ProductType, ProductTerms>> = {
  bundle: { share: 1, samples: 1.25 },
  pansharpened: { share: 1, samples: 4 },
  panchromatic: { share: 0.6, samples: 1 },
  multiSpectral: { share: 0.6, samples: 0.25 },
  'bundle-fs': { share: 1, samples: 1.375 },
  'pansharpened-fs': { share: 1, samples: 6 },
};

export function roundArea(squareKilometres: number): number {
  return Math.round(squareKilometres * 100) / 100;
}

/** Whole credits, at least one. The product is rounded first, so that 12.000000001 does not become 13. */
export function creditsFor(areaKm2: number, rate: number): number {
  return Math.max(1, Math.ceil(Math.round(areaKm2 * rate * 1000) / 1000));
}

export function productCredits(areaKm2: number, constellation: Constellation, product: ProductType): number {
  return creditsFor(areaKm2, ratePerKm2[constellation] * products[product].share);
}

/** Estimated size of a product, kB: pixels × samples × bytes, packed to 40 %. */
export function productKilobytes(
  areaKm2: number,
  constellation: Constellation,
  product: ProductType,
  bytesPerSample: 1 | 2,
): number {
  const pixels = (areaKm2 * 1e6) / instruments[constellation].resolution ** 2;
  return Math.max(1, Math.round((pixels * products[product].samples * bytesPerSample * 0.4) / 1000));
}
