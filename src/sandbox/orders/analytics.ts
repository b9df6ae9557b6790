import type { Constellation } from '../catalogue/capture.ts';

export interface Analytic {
  readonly code: string;
  readonly name: string;
  readonly vendor: string;
  readonly description: string;
  /** Specification: `objects` runs on one image, `changes` compares two. */
  readonly type: 'objects' | 'changes';
  readonly sensor: readonly ('PHR' | 'SPOT')[];
  /** Credits per km². */
  readonly rate: number;
}

export const analytics: readonly Analytic[] = [
  {
    code: 'analytic.airbus.change-detection',
    name: 'Change detection',
    vendor: 'Airbus',
    description: 'Finds what was built, removed or altered between two images of the same place.',
    type: 'changes',
    sensor: ['PHR', 'SPOT'],
    rate: 3,
  },
  {
    code: 'analytic.orbitalinsight.cars-detection',
    name: 'Cars detection',
    vendor: 'Orbital Insight',
    description: 'Finds and counts cars.',
    type: 'objects',
    sensor: ['PHR'],
    rate: 4,
  },
  {
    code: 'analytic.orbitalinsight.trucks-detection',
    name: 'Trucks detection',
    vendor: 'Orbital Insight',
    description: 'Finds and counts trucks.',
    type: 'objects',
    sensor: ['PHR'],
    rate: 4,
  },
  {
    code: 'analytic.sandbox.vessels-detection',
    name: 'Vessels detection',
    vendor: 'Sandbox',
    description: 'Finds vessels at sea and in harbours, with their length.',
    type: 'objects',
    sensor: ['PHR', 'SPOT'],
    rate: 2,
  },
  {
    code: 'analytic.sandbox.shoreline-changes',
    name: 'Shoreline changes',
    vendor: 'Sandbox',
    description: 'Finds land that was won or lost along a shore between two images.',
    type: 'changes',
    sensor: ['SPOT'],
    rate: 1,
  },
];

export function analyticByCode(code: string): Analytic | undefined {
  return analytics.find(analytic => analytic.code === code);
}

/** Specification: an analytic order names 0.5 or 1.5 meters; the sensor says which it can. */
export function sensorByResolution(resolution: number): Constellation | undefined {
  return resolution === 0.5 ? 'PHR' : resolution === 1.5 ? 'SPOT' : undefined;
}
