import { type ReadonlySignal, signal } from '@preact/signals-core';
import type { HostEvent, ReportSeries } from '../../../src/protocol/protocol.ts';
import type { Host } from '../../ground/host.ts';
import { pictureProblem } from '../../ground/loadPicture.ts';

export type SeriesStore = ReturnType<typeof createSeriesStore>;

type Unread = Extract<HostEvent, { kind: 'seriesUnread' }>;

/** The reports of the analytic and area of the one on the map, as far as they are read. */
export function createSeriesStore({ ask, state }: Pick<Host, 'ask' | 'state'>) {
  const current = signal<{ unread: number; series?: ReportSeries } | undefined>(undefined);
  const isOnMap = (reportId: string) => reportId === state.peek()?.report?.id;
  return {
    current: current as ReadonlySignal<typeof current.value>,
    /** @param signal aborted when the series is no longer shown */
    read: async (reportId: string, signal: AbortSignal): Promise<void> => {
      const answer = await ask('readSeries', { reportId }, signal).catch((error: unknown): ReportSeries => ({
        problem: pictureProblem(error),
        reports: [],
      }));
      if (answer && !signal.aborted && isOnMap(reportId)) current.value = { unread: 0, series: answer };
    },
    forget: (): void => void (current.value = undefined),
    receiveUnread: ({ reportId, unread }: Unread): void => {
      // The previous series stays until the new one is read.
      if (isOnMap(reportId)) current.value = { ...current.value, unread };
    },
  };
}
