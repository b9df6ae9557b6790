import { computed, signal } from '@preact/signals-core';
import type { MapState } from '../../../src/protocol/protocol.ts';
import type { Host } from '../../ground/host.ts';

/** The parts of the side column: all but the images belong to the report on the map. */
export type SideTab = 'images' | 'report' | 'table' | 'charts' | 'review';

export type SideTabs = ReturnType<typeof createSideTabs>;

/** What the side column shows: a report opens on its own tab. */
export function createSideTabs({ state }: Pick<Host, 'state'>) {
  const requested = signal<SideTab | undefined>(undefined);
  return {
    current: computed((): SideTab => (state.value?.report ? (requested.value ?? 'report') : 'images')),
    show: (tab: SideTab): void => void (requested.value = tab),
    receiveState: (next: MapState, before: MapState | undefined): void => {
      // A chart leads from report to report.
      const isLeft = next.report === undefined || requested.peek() === 'images';
      if (before?.report?.id !== next.report?.id && isLeft) requested.value = undefined;
    },
  };
}
