import { batch, type ReadonlySignal, signal } from '@preact/signals-core';
import type { Polygon } from 'geojson';
import { drawnCount } from '../model/report/reportFeature.ts';
import type { Slot } from '../editor/host/storage.ts';
import type { OnComing, PackedReport, ReadReport } from './reportFiles.ts';

export interface ReportOnMap extends ReadReport {
  orderId: string;
  title: string;
  /** URI of the file. */
  uri: string;
  /** The images that it was made from, if the order names them. */
  imageIds?: readonly string[];
  /** The area that it was ordered for, if the order names it. */
  area?: Polygon;
}

/** What the next window restores. */
export type RememberedReport = Omit<ReportOnMap, keyof ReadReport>;

/** Reads a report; `undefined` if it no longer exists or isn't one. */
type ReadComing = (onComing: OnComing) => Promise<ReadReport | undefined>;

export interface Reports {
  readonly current: ReadonlySignal<ReportOnMap | undefined>;
  /** The report that is being read, to be shown next. */
  readonly coming: ReadonlySignal<PackedReport | undefined>;
  /** Reads a report that will be shown, so that the map has its features by then. */
  read(read: ReadComing): Promise<ReadReport | undefined>;
  show(report: ReportOnMap): void;
  clear(): void;
  /** Shows the report of the previous window again, if its file still exists. */
  resume(): Promise<void>;
}

/** @param readFile reads a report by its URI; `undefined` if it no longer exists or is no longer a report */
export function createReports(
  memory: Slot<RememberedReport>,
  readFile: (uri: string, onComing: OnComing) => Promise<ReadReport | undefined>,
): Reports {
  const current = signal<ReportOnMap | undefined>(undefined);
  const coming = signal<PackedReport | undefined>(undefined);

  async function readComing(read: ReadComing): Promise<ReadReport | undefined> {
    let found: ReadReport | undefined;
    let expected: PackedReport | undefined;
    try {
      return (found = await read(next => (coming.value = expected = next)));
    } finally {
      if (!found && coming.peek() === expected) coming.value = undefined;
    }
  }

  function set(report: ReportOnMap | undefined): void {
    batch(() => {
      coming.value = undefined;
      current.value = report;
    });
  }

  return {
    current,
    coming,
    read: readComing,
    show(report) {
      const { index: _index, source: _source, packed: _packed, ...remembered } = report;
      void memory.write(remembered);
      set(report);
    },
    clear() {
      void memory.write(undefined);
      set(undefined);
    },
    async resume() {
      const last = memory.read();
      if (!last || current.peek()) return;
      const read = await readComing(onComing => readFile(last.uri, onComing));
      if (read) set(current.peek() ?? { ...last, ...read });
    },
  };
}

/** Number of features of the file that could be drawn but aren't. */
export function leftOutOf({ index }: Pick<ReadReport, 'index'>): number {
  return index.facts.features + index.facts.tooLong - drawnCount(index.places);
}
