/** What a look at a report tells before it is compared. */
import { momentOf } from '../words/moment.ts';

export interface ReportGlance {
  /** When what it found was seen, ms since 1970: the latest that its features tell. */
  seenAt: number | undefined;
  polygons: number;
  /** Features that are compared by where they are. */
  others: number;
}

/** Properties that tell when an image was taken. */
const timeNames = /acqui|date|time|after/i;

/** `undefined` for a text that is no FeatureCollection. */
export function reportGlance(text: string): ReportGlance | undefined {
  try {
    const { type, features } = JSON.parse(text.replace(/^\uFEFF/, '')) as Readonly<Record<string, unknown>>;
    if (type !== 'FeatureCollection' || !Array.isArray(features)) return undefined;
    const glance: ReportGlance = { seenAt: undefined, polygons: 0, others: 0 };
    for (const feature of features as unknown[]) add(glance, feature);
    return glance;
  } catch {
    return undefined;
  }
}

function add(glance: ReportGlance, feature: unknown): void {
  const { geometry, properties } = (feature ?? {}) as { geometry?: unknown; properties?: unknown };
  const { type } = (geometry ?? {}) as { type?: unknown };
  if (type === 'Polygon' || type === 'MultiPolygon') glance.polygons += 1;
  else if (typeof type === 'string') glance.others += 1;
  if (typeof properties !== 'object' || properties === null) return;
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value !== 'string' || !timeNames.test(name)) continue;
    const time = momentOf(value)?.time;
    if (time !== undefined && time > (glance.seenAt ?? -Infinity)) glance.seenAt = time;
  }
}
