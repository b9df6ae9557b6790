import { setImmediate as nextTurn } from 'node:timers/promises';
import { drawnCount } from '../model/report/reportFeature.ts';
import type { MapState, ToPage } from '../shared/protocol.ts';
import type { PackedReport, ReadReport, ReportSource } from '../deliveries/reportFiles.ts';
import { leftOutOf, type ReportOnMap } from '../deliveries/reports.ts';

const ids = new WeakMap<ReportSource, string>();
let lastId = 0;

/** Identifies one reading of a report: the same file may have changed when it is opened again. */
export function reportId({ source }: Pick<ReadReport, 'source'>): string {
  const known = ids.get(source) ?? String(++lastId);
  ids.set(source, known);
  return known;
}

/** The summary of the report that precedes its features. */
export function reportShown(report: ReportOnMap): NonNullable<MapState['report']> {
  const { title, index, imageIds = [] } = report;
  const leftOut = leftOutOf(report);
  const { placeless } = index.facts;
  return {
    id: reportId(report),
    title,
    featureCount: drawnCount(index.places),
    ...(leftOut > 0 ? { leftOut } : {}),
    ...(placeless > 0 ? { placeless } : {}),
    ...(imageIds.length > 0 ? { imageIds } : {}),
  };
}

export interface ReportMessages {
  /**
   * Sends the features of the report on the map between other messages, and then those of the one that is being read.
   * Each is sent once.
   */
  show(current: PackedReport | undefined, coming?: PackedReport): void;
  /** The page that received them is gone. */
  forget(): void;
}

/** @param onError the page doesn't have all features of the report, and won't get them */
export function createReportMessages(
  send: (message: ToPage) => unknown,
  onError: (error: unknown, report: PackedReport) => void,
): ReportMessages {
  let sending: ReportSource | undefined;
  /** The reports whose features the page has: the one on the map, and the one that is shown next. */
  let sent: ReportSource[] = [];
  /** A new object for each run: ends the previous run. */
  let run: object | undefined;

  async function sendAll(report: PackedReport, thisRun: object) {
    const id = reportId(report);
    let from = 0;
    for await (const features of report.packed()) {
      if (run !== thisRun) return;
      // The page takes them one by one, so that they don't wait here.
      await send({ kind: 'reportFeatures', reportId: id, from, features });
      from += features.count;
      await nextTurn();
      if (run !== thisRun) return;
    }
    if (run === thisRun) sent.push(report.source);
  }

  return {
    show(current, coming) {
      sent = sent.filter(source => source === current?.source || source === coming?.source);
      const next = [current, coming].find(report => report && !sent.includes(report.source));
      if (next?.source === sending) return;
      sending = next?.source;
      const thisRun = (run = {});
      if (!next) return;
      void sendAll(next, thisRun).catch((error: unknown) => {
        // The page may be gone by then.
        if (run === thisRun) onError(error, next);
      });
    },
    forget() {
      sent = [];
      sending = undefined;
      run = undefined;
    },
  };
}
