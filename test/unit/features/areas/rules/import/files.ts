import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Position } from 'geojson';
import {
  type AreasRead,
  readAreasOfFile,
  readAreasOfText,
} from '../../../../../../src/features/areas/rules/import/readAreas.ts';

const folder = resolve(import.meta.dirname, '../../../../../data/import');

export function bytesOf(name: string): Uint8Array {
  return readFileSync(join(folder, name));
}

export function readDataFile(name: string): Promise<AreasRead> {
  return readAreasOfFile({ name, bytes: bytesOf(name) });
}

export type Areas = Extract<AreasRead, { kind: 'areas' }>;

/** The areas that were read; fails with the problem if there are none. */
export function areasIn(read: AreasRead): Areas {
  if (read.kind === 'unreadable') throw new Error(read.problem);
  return read;
}

/** The reported problem; fails if areas were read. */
export function problemIn(read: AreasRead): string {
  if (read.kind === 'areas') throw new Error(`It was read: ${JSON.stringify(read.areas)}`);
  return read.problem;
}

export const areasOfText = (text: string): Areas => areasIn(readAreasOfText(text));
export const problemOfText = (text: string): string => problemIn(readAreasOfText(text));

/** The rings of the only area. */
export function ringsOf({ areas }: Areas): Position[][] {
  const [area, ...others] = areas;
  if (!area || others.length > 0) throw new Error(`${areas.length} areas, not one`);
  return area.feature.geometry.coordinates;
}

/** Names or places, in source order. */
export const labelsOf = ({ areas }: Areas): string[] => areas.map(({ label }) => label);

/** A box as every reader must return it: closed, counterclockwise from the southwest. */
export function boxRing(west: number, south: number, east: number, north: number): Position[] {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}

/** The same positions, wherever the ring starts. */
export function sorted(ring: readonly Position[] | undefined): string[] {
  return (ring ?? []).slice(1).map(String).sort();
}
