import { describe, expect, it } from 'vitest';
import type { MapState } from '../../../src/shared/protocol.ts';
import { noticeFor } from '../../../webview/results/notice.ts';

const area = { type: 'Polygon' as const, coordinates: [] };
const base: MapState = {
  connection: 'Sandbox',
  aoi: { name: 'harbour', polygon: area, areaKm2: 1 },
  aoiChanged: false,
  filters: {},
  phase: { kind: 'done' },
  searchId: 1,
  imageCount: 3,
  total: 3,
  totalIsCap: false,
  hasMore: false,
  selected: [],
  streaming: [],
};

describe('noticeFor', () => {
  it('is silent when images are there, also while more of them are loaded', () => {
    expect(noticeFor(base, 3, false)).toBeUndefined();
    expect(noticeFor({ ...base, phase: { kind: 'searching' } }, 3, false)).toBeUndefined();
  });

  it('tries again what failed: the search, or only the next page', () => {
    const failed: MapState = { ...base, phase: { kind: 'failed', message: 'Timed out.' } };
    expect(noticeFor(failed, 0, false)).toMatchObject({
      text: 'Timed out.',
      actions: [{ does: 'searchAgain' }],
    });
    expect(noticeFor(failed, 3, false)).toMatchObject({ actions: [{ does: 'more' }] });
  });

  it('offers the search again above images of an area that has changed since', () => {
    const changed = { ...base, aoiChanged: true };
    expect(noticeFor(changed, 3, false)).toMatchObject({
      title: 'The area has changed since this search.',
      actions: [{ label: 'Search again', does: 'searchAgain' }],
    });
    expect(noticeFor({ ...changed, phase: { kind: 'searching' } }, 3, false)).toBeUndefined();
    delete changed.aoi;
    expect(noticeFor(changed, 3, false)).toBeUndefined();
  });

  it('suggests to loosen exactly the filters that are set', () => {
    const none: MapState = {
      ...base,
      imageCount: 0,
      total: 0,
      filters: { maxCloudCover: 5, acquiredFrom: '2026-01-01' },
    };
    expect(noticeFor(none, 0, false)?.hints).toEqual(['widen the dates', 'allow more than 5 % cloud']);
    expect(noticeFor({ ...none, filters: {} }, 0, false)?.hints).toEqual([]);
  });

  it('says how to get a connection, then an area', () => {
    const idle: MapState = { ...base, phase: { kind: 'idle' } };
    delete idle.connection;
    expect(noticeFor(idle, 0, false)?.title).toBe('You are signed out');
    expect(noticeFor(idle, 0, false)?.actions?.map(action => action.does)).toEqual(['signIn', 'useSandbox']);
    delete idle.aoi;
    expect(noticeFor({ ...idle, connection: 'Sandbox' }, 0, false)?.title).toBe('No area of interest yet');
  });
});
