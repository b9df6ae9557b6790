import { signal, type ReadonlySignal } from '@preact/signals-core';
import type { Geometry } from 'geojson';

export interface ReportFeature {
  geometry: Geometry;
  /** Not documented by the service: opaque, shown as they come. */
  properties: Readonly<Record<string, unknown>>;
}

export interface ShownReport {
  orderId: string;
  title: string;
  /** Where the file is. */
  uri: string;
  features: readonly ReportFeature[];
}

/** What the next window takes up again. */
export interface ReportMemory {
  read(): Omit<ShownReport, 'features'> | undefined;
  write(report: Omit<ShownReport, 'features'> | undefined): void;
}

export interface Reports {
  /** The report on the map. */
  readonly current: ReadonlySignal<ShownReport | undefined>;
  show(report: ShownReport): void;
  clear(): void;
  /** Shows the report of the last window again, as far as its file is still there. */
  resume(): Promise<void>;
}

/** @param readText the text of a file by its address; `undefined` when it is gone */
export function createReports(
  memory: ReportMemory,
  readText: (uri: string) => Promise<string | undefined>,
): Reports {
  const current = signal<ShownReport | undefined>(undefined);
  return {
    current,
    show({ features, ...report }) {
      memory.write(report);
      current.value = { ...report, features };
    },
    clear() {
      memory.write(undefined);
      current.value = undefined;
    },
    async resume() {
      const last = memory.read();
      if (!last || current.peek()) return;
      const text = await readText(last.uri);
      const features = text === undefined ? undefined : readReport(text);
      if (features && !current.peek()) current.value = { ...last, features };
    },
  };
}

/**
 * The features of a report file; `undefined` when the text is no GeoJSON FeatureCollection. A feature without a
 * geometry is left out: there is nothing to draw.
 */
export function readReport(text: string): ReportFeature[] | undefined {
  let collection: unknown;
  try {
    collection = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { type, features } = (collection ?? {}) as { type?: unknown; features?: unknown };
  if (type !== 'FeatureCollection' || !Array.isArray(features)) return undefined;
  return (features as unknown[]).flatMap(one => {
    const { geometry, properties } = (one ?? {}) as {
      geometry?: unknown;
      properties?: ReportFeature['properties'] | null;
    };
    return isGeometry(geometry) ? [{ geometry, properties: properties ?? {} }] : [];
  });
}

function isGeometry(value: unknown): value is Geometry {
  const { type, coordinates, geometries } = (value ?? {}) as Record<string, unknown>;
  return typeof type === 'string' && (Array.isArray(coordinates) || Array.isArray(geometries));
}
