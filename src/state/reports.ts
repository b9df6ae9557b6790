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

export interface Reports {
  /** The report on the map. */
  readonly current: ReadonlySignal<ShownReport | undefined>;
  show(report: ShownReport): void;
  clear(): void;
}

export function createReports(): Reports {
  const current = signal<ShownReport | undefined>(undefined);
  return {
    current,
    show: report => {
      current.value = report;
    },
    clear: () => {
      current.value = undefined;
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
