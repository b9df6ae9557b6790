import { setImmediate as nextTurn } from 'node:timers/promises';
import { drawnCount } from '../model/report/reportFeature.ts';
import type { MapState, ToPage } from '../shared/protocol.ts';
import { leftOutOf, type ReportOnMap } from '../deliveries/reports.ts';

const ids = new WeakMap<ReportOnMap, string>();
let lastId = 0;

/** Identifies one display of a report: the same file may have changed when it is opened again. */
export function reportId(report: ReportOnMap): string {
  const known = ids.get(report) ?? String(++lastId);
  ids.set(report, known);
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
  /** Sends the features of a report between other messages, unless they were the last ones sent. */
  show(report: ReportOnMap | undefined): void;
  /** The page that received them is gone. */
  forget(): void;
}

/** @param onError the page doesn't have all features of the report, and won't get them */
export function createReportMessages(
  send: (message: ToPage) => unknown,
  onError: (error: unknown, report: ReportOnMap) => void,
): ReportMessages {
  let sent: ReportOnMap | undefined;
  /** A new object for each run: ends the previous run. */
  let run: object | undefined;

  async function sendAll(report: ReportOnMap, thisRun: object) {
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
  }

  return {
    show(report) {
      if (report === sent) return;
      sent = report;
      const thisRun = (run = {});
      if (!report) return;
      void sendAll(report, thisRun).catch((error: unknown) => {
        // The page may be gone by then.
        if (run === thisRun) onError(error, report);
      });
    },
    forget() {
      sent = undefined;
      run = undefined;
    },
  };
}
