import { parseTileSource, type TileSource } from './tileSource.ts';

/** What lies under everything else on the map. The bundled land is always there, below the tiles. */
export type BaseMap =
  | { kind: 'land' }
  /** `attribution`: plain text in one line, empty for none. */
  | { kind: 'tiles'; source: TileSource; attribution: string }
  | { kind: 'refused'; problem: string };

/** Reads the two settings of the base map, whatever stands there. */
export function readBaseMap(tileUrl: unknown, attribution: unknown): BaseMap {
  if (tileUrl === undefined || tileUrl === null) return { kind: 'land' };
  if (typeof tileUrl === 'string' && tileUrl.trim() === '') return { kind: 'land' };
  const source = parseTileSource(tileUrl);
  if (typeof source === 'string') return { kind: 'refused', problem: source };
  return { kind: 'tiles', source, attribution: oneLine(attribution) };
}

function oneLine(text: unknown): string {
  return typeof text === 'string' ? text.replace(/[\s\p{Cc}]+/gu, ' ').trim() : '';
}
