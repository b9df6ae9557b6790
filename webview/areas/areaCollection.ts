import type { AreaRow, DocumentShown, ToPage } from '../../src/shared/protocol.ts';

/** The areas of the document that the map follows, all of one reading of its text. */
export interface AreaCollection {
  revision: number | undefined;
  rows: readonly AreaRow[];
  /** What arrived so far of a later reading: the former areas stay until it is complete. */
  arriving?: { revision: number; rows: readonly AreaRow[] };
}

export const noAreas: AreaCollection = { revision: undefined, rows: [] };

export function afterDocument(
  collection: AreaCollection,
  document: DocumentShown | undefined,
): AreaCollection {
  if (!document) return collection.revision === undefined ? collection : noAreas;
  if (document.revision === collection.revision) return collection;
  if (document.areaCount === 0) return { revision: document.revision, rows: [] };
  return collection;
}

/** Puts a chunk at its place; a chunk sent twice lands where it was. Chunks of another reading are dropped. */
export function withAreas(
  collection: AreaCollection,
  chunk: Extract<ToPage, { kind: 'areas' }>,
  document: DocumentShown | undefined,
): AreaCollection {
  const { revision, from, areas } = chunk;
  if (revision !== document?.revision || revision === collection.revision) return collection;
  const before = collection.arriving?.revision === revision ? collection.arriving.rows : [];
  const rows = [...before.slice(0, from), ...areas, ...before.slice(from + areas.length)];
  if (rows.length >= document.areaCount) return { revision, rows };
  return { revision: collection.revision, rows: collection.rows, arriving: { revision, rows } };
}
