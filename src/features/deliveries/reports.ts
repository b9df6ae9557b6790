import { batch, type ReadonlySignal, signal } from '@preact/signals-core';
import type { Polygon } from 'geojson';
import type { Slot } from '../../platform/host/storage.ts';
import { drawnCount } from '../reports/rules/index.ts';
import type { OnComing, PackedReport, ReadReport } from './reportFiles.ts';

export interface ReportOnMap extends ReadReport {
  orderId: string;
  title: string;
  /** Name of the connection whose order delivered it; absent for files of unknown origin. */
  connection?: string | undefined;
  /** ID of the contract that paid for it, as far as it was known when the report was shown. */
  contract?: string | undefined;
  /** URI of the file. */
  uri: string;
  /** The images that it was made from, if the order names them. */
  imageIds?: readonly string[] | undefined;
  /** The area that it was ordered for, if the order names it. */
  area?: Polygon | undefined;
}

/** What the next window restores. */
export type RememberedReport = Omit<ReportOnMap, keyof ReadReport>;

export type Reports = ReturnType<typeof createReports>;

/**
 * @param readFile reads a report by its URI; `undefined` if it no longer exists or is no longer a report
 * @param contractInUse its ID: what is shown was ordered with it
 */
export function createReports(
  memory: Slot<RememberedReport>,
  readFile: (uri: string, onComing: OnComing) => Promise<ReadReport | undefined>,
  contractInUse: () => string | undefined,
) {
  const current = signal<ReportOnMap | undefined>(undefined);
  const coming = signal<PackedReport | undefined>(undefined);

  async function expect<Result>(run: (onComing: OnComing) => Promise<Result>): Promise<Result> {
    let expected: PackedReport | undefined;
    const end = () => {
      if (expected && coming.peek() === expected) coming.value = undefined;
    };
    try {
      return await run(next => {
        end();
        const before = current.peek();
        // One at a time; and with two long reports, the page would take the memory of both.
        if (!next || coming.peek() || (before && isLong(before) && isLong(next))) return;
        coming.value = expected = next;
      });
    } finally {
      end();
    }
  }

  return {
    current: current as ReadonlySignal<ReportOnMap | undefined>,
    /** The report that is being read to be shown next: its features can be sent already. */
    coming: coming as ReadonlySignal<PackedReport | undefined>,
    /** Runs what reads a report and shows it. */
    expect,
    show(next: ReportOnMap): void {
      const report = next.connection === undefined ? next : { ...next, contract: contractInUse() };
      const { index: _index, source: _source, packed: _packed, ...remembered } = report;
      void memory.write(remembered);
      batch(() => {
        // What is being read for later is sent when it is shown.
        if (coming.peek()?.source !== report.source) coming.value = undefined;
        current.value = report;
      });
    },
    clear(): void {
      void memory.write(undefined);
      current.value = undefined;
    },
    /** Shows the report of the previous window again, if its file still exists. */
    async resume(): Promise<void> {
      const last = memory.read();
      if (!last || current.peek()) return;
      await expect(async onComing => {
        const read = await readFile(last.uri, onComing);
        if (read && !current.peek()) current.value = { ...last, ...read };
      });
    },
  };
}

function isLong({ source }: PackedReport): boolean {
  return 'path' in source;
}

/** Number of features of the file that could be drawn but aren't. */
export function leftOutCount({ index }: Pick<ReadReport, 'index'>): number {
  return index.facts.features + index.facts.tooLong - drawnCount(index.places);
}
