import { signal } from '@preact/signals-core';
import { expect, it } from 'vitest';
import type { MapState } from '../../../../../src/protocol/protocol.ts';
import { createSideTabs } from '../../../../../webview/features/reports/sideTabs.ts';
import { mapState } from '../../mapState.ts';

it('opens a report on its own tab, unless a chart leads to it, and a search on that of the images', () => {
  const state = signal<MapState | undefined>(undefined);
  const tabs = createSideTabs({ state });
  const show = (id: string | undefined) => {
    const next = mapState(id === undefined ? {} : { report: { id, title: id, featureCount: 1 } });
    tabs.receiveState(next, state.peek());
    state.value = next;
    return tabs.current.value;
  };
  expect(show('1')).toBe('report');
  tabs.show('review');
  expect(show('1')).toBe('review');
  expect(show('2')).toBe('report');
  tabs.show('charts');
  tabs.stay();
  expect(show('3')).toBe('charts');
  expect(show('4')).toBe('report');
  const before = state.peek();
  tabs.receiveState({ ...mapState(), ...before, searchId: 2 }, before);
  expect(tabs.current.value).toBe('images');
  expect(show('5')).toBe('report');
  expect(show(undefined)).toBe('images');
});
