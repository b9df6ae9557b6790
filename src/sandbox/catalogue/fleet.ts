import type { Orbit } from './orbit.ts';

export type Constellation = 'PNEO' | 'PHR' | 'SPOT';

/** How likely a place is photographed on a pass that sees it, by what is there. */
export interface Demand {
  sea: number;
  land: number;
  coast: number;
}

export interface Instrument {
  readonly constellation: Constellation;
  /** Ground sample distance, metres. */
  readonly resolution: number;
  readonly swathKm: number;
  /** A pass is cut into segments of this many seconds; a strip lies inside one. */
  readonly segmentSeconds: number;
  readonly demand: Demand;
}

export interface Spacecraft {
  /** Its place in `fleet`; image ids carry it, so places are never given anew. */
  readonly index: number;
  readonly platform: string;
  readonly instrument: Instrument;
  readonly orbit: Orbit;
  /** First image, epoch ms. */
  readonly since: number;
}

/** The satellites look at most this far to the side of their track, radians (about 545 km on the ground). */
export const reach = 4.9 * (Math.PI / 180);

export const instruments: Readonly<Record<Constellation, Instrument>> = {
  PHR: {
    constellation: 'PHR',
    resolution: 0.5,
    swathKm: 20,
    segmentSeconds: 10,
    demand: { sea: 0.03, land: 0.11, coast: 0.17 },
  },
  SPOT: {
    constellation: 'SPOT',
    resolution: 1.5,
    swathKm: 60,
    segmentSeconds: 18,
    demand: { sea: 0.04, land: 0.12, coast: 0.16 },
  },
  PNEO: {
    constellation: 'PNEO',
    resolution: 0.3,
    swathKm: 14,
    segmentSeconds: 8,
    demand: { sea: 0.005, land: 0.03, coast: 0.05 },
  },
};

/** Specification: Living Library content, nearly all daily acquisitions since the end of 2017. */
const archiveStart = Date.UTC(2017, 10, 1);
const neoStart = Date.UTC(2021, 10, 1);

/** Repeat cycles and altitudes as flown: 26 days; local time of the descending node in hours. */
function orbit(altitudeKm: number, revolutions: number, phase: number, localHours: number): Orbit {
  const days = 26;
  const start = Date.UTC(2012, 0, 1);
  const epoch = start + (phase * days * 86_400_000) / revolutions;
  const utcHours = (epoch % 86_400_000) / 3_600_000;
  return {
    inclination: 98.2 * (Math.PI / 180),
    altitudeKm,
    revolutions,
    days,
    epoch,
    nodeLongitude: (localHours - utcHours) * 15,
  };
}

export const fleet: readonly Spacecraft[] = [
  { platform: 'PHR1A', instrument: instruments.PHR, orbit: orbit(694, 379, 0, 10.5), since: archiveStart },
  { platform: 'PHR1B', instrument: instruments.PHR, orbit: orbit(694, 379, 0.5, 10.5), since: archiveStart },
  { platform: 'SPOT6', instrument: instruments.SPOT, orbit: orbit(694, 379, 0.25, 10), since: archiveStart },
  { platform: 'SPOT7', instrument: instruments.SPOT, orbit: orbit(694, 379, 0.75, 10), since: archiveStart },
  { platform: 'PNEO3', instrument: instruments.PNEO, orbit: orbit(620, 385, 0.1, 10.5), since: neoStart },
  { platform: 'PNEO4', instrument: instruments.PNEO, orbit: orbit(620, 385, 0.6, 10.5), since: neoStart },
].map((spacecraft, index) => ({ ...spacecraft, index }));
