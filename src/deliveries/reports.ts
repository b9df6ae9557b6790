import type { ReportContents, ReportFeature } from './reportContents.ts';
import { signal, type ReadonlySignal } from '@preact/signals-core';

export interface ShownReport {
  orderId: string;
  title: string;
  /** Where the file is. */
  uri: string;
  /** Those that are drawn. */
  features: readonly ReportFeature[];
  /** How many more the file has than are drawn. */
  leftOut?: number;
  /** Features of the file that have no place: there is nothing to draw of them. */
  placeless?: number;
}

type Drawn = Pick<ShownReport, 'features' | 'leftOut' | 'placeless'>;
export type RememberedReport = Omit<ShownReport, keyof Drawn>;

/** What the next window takes up again. */
export interface ReportMemory {
  read(): RememberedReport | undefined;
  write(report: RememberedReport | undefined): void;
}

export interface Reports {
  /** The report on the map. */
  readonly current: ReadonlySignal<ShownReport | undefined>;
  show(report: ShownReport): void;
  clear(): void;
  /** Shows the report of the last window again, as far as its file is still there. */
  resume(): Promise<void>;
}

/** @param readFile the contents of a report by its address; `undefined` when it is gone, or is none any more */
export function createReports(
  memory: ReportMemory,
  readFile: (uri: string) => Promise<ReportContents | undefined>,
): Reports {
  const current = signal<ShownReport | undefined>(undefined);
  return {
    current,
    show(report) {
      const { orderId, title, uri } = report;
      memory.write({ orderId, title, uri });
      current.value = report;
    },
    clear() {
      memory.write(undefined);
      current.value = undefined;
    },
    async resume() {
      const last = memory.read();
      if (!last || current.peek()) return;
      const contents = await readFile(last.uri);
      if (contents && !current.peek()) current.value = { ...last, ...drawnOf(contents) };
    },
  };
}

/** What is drawn of a report, and how much is not. */
export function drawnOf({ features, facts }: ReportContents): Drawn {
  const leftOut = facts.features + facts.tooLong - features.length;
  const { placeless } = facts;
  return { features, ...(leftOut > 0 ? { leftOut } : {}), ...(placeless > 0 ? { placeless } : {}) };
}
