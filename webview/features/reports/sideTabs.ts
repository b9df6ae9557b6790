import { computed, signal } from '@preact/signals-core';
import type { MapState } from '../../../src/protocol/protocol.ts';
import type { Host } from '../../ground/host.ts';

/** The parts of the side column: all but the images belong to the report on the map. */
export type SideTab = 'images' | 'report' | 'table' | 'charts' | 'review';

export type SideTabs = ReturnType<typeof createSideTabs>;

/** What the side column shows: a report opens on its own tab. */
export function createSideTabs({ state }: Pick<Host, 'state'>) {
  const requested = signal<SideTab | undefined>(undefined);
  let stays = false;
  return {
    current: computed((): SideTab => (state.value?.report ? (requested.value ?? 'report') : 'images')),
    show: (tab: SideTab): void => void (requested.value = tab),
    /** The next report opens on the same tab: a chart leads from report to report. */
    stay: (): void => void (stays = true),
    receiveState: (next: MapState, before: MapState | undefined): void => {
      if (before && before.searchId !== next.searchId) requested.value = 'images';
      if (before?.report?.id === next.report?.id) return;
      if (!stays) requested.value = undefined;
      stays = false;
    },
  };
}
