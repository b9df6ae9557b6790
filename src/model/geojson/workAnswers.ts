/** What the functions over GeoJSON text answer, as it goes from the thread they run in to the one that asked. */
import type { AreasInText, PolygonInText } from './geojsonText.ts';
import type { GeojsonWork } from './geojsonWork.ts';
import { packAreas, unpackAreas, type PackedAreas } from './packedAreas.ts';

export type WorkName = keyof GeojsonWork;

/** What is asked of the thread. */
export interface WorkQuestion {
  id: number;
  name: WorkName;
  /** `undefined` for that of the question before. */
  text: string | undefined;
  /** Behind the text. */
  args: readonly unknown[];
}

export type SentAnswer = { kind: 'plain'; value: unknown } | { kind: 'areas'; areas: PackedAreas };

/** What the thread says: at first that it is ready, then one answer for each question. */
export type WorkMessage =
  | { kind: 'ready' }
  | { kind: 'answer'; id: number; answer: SentAnswer }
  | { kind: 'failed'; id: number; error: unknown };

/** @param value that the function of this name gave */
export function packAnswer(name: WorkName, value: unknown): SentAnswer {
  switch (name) {
    // By its name, a function says what its value is.
    case 'findAreas':
      return { kind: 'areas', areas: packAreas(value as AreasInText) };
    case 'findPolygons':
      return { kind: 'areas', areas: packList(value as PolygonInText[]) };
    case 'polygonAt':
      return { kind: 'areas', areas: packList(value === undefined ? [] : [value as PolygonInText]) };
    default:
      return { kind: 'plain', value };
  }
}

/** The value that was packed; it yields where others can have their turn. */
export function* unpackAnswer(name: WorkName, answer: SentAnswer): Generator<undefined, unknown> {
  if (answer.kind === 'plain') return answer.value;
  const found = yield* unpackAreas(answer.areas);
  switch (name) {
    case 'findPolygons':
      return found.areas;
    case 'polygonAt':
      return found.areas[0];
    default:
      return found;
  }
}

/** What need not be copied on the way. */
export function transferOf(answer: SentAnswer): ArrayBuffer[] {
  return answer.kind === 'plain' ? [] : [answer.areas.numbers.buffer, answer.areas.positions.buffer];
}

function packList(areas: PolygonInText[]): PackedAreas {
  return packAreas({ areas, unusable: [], isBroken: false });
}
