/** Runs the functions for the text of documents with areas, in threads if it is long. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createTextWork, isReadAside } from '../../platform/documents/textWork.ts';
import type { AreasInText } from './rules/text/geojsonText.ts';

export const areaWork = createTextWork({
  name: 'swath-areas',
  here: import.meta.filename,
  worker: 'areaWorker',
  load: async () => (await import('./rules/areaFunctions.ts')).areaFunctions,
});

/** The areas of a text. Rejects with the reason of the signal. */
export async function findAreasAside(text: string, signal?: AbortSignal): Promise<AreasInText> {
  if (!isReadAside(text)) return areaWork.runWhile(signal, 'findAreas', text);
  const [packed, { unpackAreas }] = await Promise.all([
    areaWork.runWhile(signal, 'packedAreas', text),
    import('./rules/packedAreas.ts'),
  ]);
  // Yields to the host's other work in between.
  return unpackAreas(packed, nextTurn);
}
