import { describe, expect, it } from 'vitest';
import type { MapState } from '../../../../../src/protocol/protocol.ts';
import { noticeFor, withoutFilters } from '../../../../../webview/features/images/notice.ts';
import type { FormFilters } from '../../../../../webview/features/search/filterFields.ts';
import { mapState } from '../../mapState.ts';

const area = { type: 'Polygon' as const, coordinates: [] };
const aoi = { name: 'harbour', polygon: area, areaKm2: 1 };
const base = mapState({ connection: 'Sandbox', aoi, imageCount: 3, total: 3 });

describe('noticeFor', () => {
  it('is empty when there are images, even while more are loading', () => {
    expect(noticeFor(base, 3, false)).toBeUndefined();
    expect(noticeFor({ ...base, phase: { kind: 'searching' } }, 3, false)).toBeUndefined();
  });

  it('retries what failed: the search, or only the next page', () => {
    const failed: MapState = { ...base, phase: { kind: 'failed', message: 'Timed out.' } };
    expect(noticeFor(failed, 0, false)).toMatchObject({
      text: 'Timed out.',
      actions: [{ post: { kind: 'search', filters: {} } }],
    });
    expect(noticeFor(failed, 3, false)).toMatchObject({ actions: [{ post: { kind: 'more' } }] });
  });

  it('says of which search the images are that a failed one left', () => {
    const at = Date.UTC(2026, 10, 22, 10, 42);
    const failed: MapState = { ...base, phase: { kind: 'failed', message: 'Timed out.' } };
    const filters = { maxCloudCover: 5 };
    const textOf = (earlier: FormFilters) =>
      noticeFor({ ...failed, filters, earlier: { filters: earlier, at } }, 3, false);
    expect(textOf(filters)).toEqual({
      title: "Couldn't search: Timed out.",
      text: 'These images were found at 2026-11-22 10:42 UTC.',
      actions: [{ label: 'Try Again', post: { kind: 'search', filters } }],
    });
    expect(textOf({})?.text).toBe('These images were found at 2026-11-22 10:42 UTC, without filters.');
    expect(textOf({ maxCloudCover: 20, sortBy: 'cloudCover' })?.text).toMatch(
      /^These images were found at 2026-11-22 10:42 UTC, for: cloud up to 20 %, .*\.$/,
    );
  });

  it('offers to search again above images of an area that has changed since', () => {
    const changed = { ...base, aoiChanged: true };
    expect(noticeFor(changed, 3, false)).toMatchObject({
      title: 'The area has changed since this search.',
      actions: [{ label: 'Search again', post: { kind: 'search', filters: {} } }],
    });
    expect(noticeFor(changed, 3, false, 'Old quay')).toMatchObject({
      title: 'These are images of Old quay.',
      actions: [{ label: `Search ${base.aoi?.name}`, post: { kind: 'search', filters: {} } }],
    });
    expect(noticeFor({ ...changed, phase: { kind: 'searching' } }, 3, false)).toBeUndefined();
    delete changed.aoi;
    expect(noticeFor(changed, 3, false)).toBeUndefined();
  });

  const none: MapState = { ...base, imageCount: 0, total: 0 };
  const foundNothing = (filters: FormFilters) => noticeFor({ ...none, filters }, 0, false);

  it.each<[FormFilters, string]>([
    [{ acquiredBefore: '2026-01-01T10:30:00Z' }, 'until 2026-01-01 10:30'],
    [{ minCloudCover: 50 }, 'cloud from 50 %'],
    [{ workspaceId: 'w1' }, 'Private workspace'],
    [{ relation: 'contains' }, 'Covers the whole area'],
  ])('suggests changing the filter %j, and clears it', (filters, hint) => {
    expect(foundNothing({ ...filters, sortBy: 'cloudCover' })?.hints).toEqual([hint]);
    expect(foundNothing(filters)).toMatchObject({
      hints: [hint],
      actions: [{ label: 'Clear All Filters', post: { kind: 'search', filters: {} } }],
    });
    expect(withoutFilters(filters)).toEqual({});
  });

  it.each<FormFilters>([{}, { sortBy: 'cloudCover' }, { relation: 'intersects' }])(
    'reports no images of the area only if no filter applies: %j',
    filters => {
      expect(foundNothing(filters)).toMatchObject({
        text: 'The catalog has no images of this area.',
      });
    },
  );

  it('does not report zero matches when nothing could be read', () => {
    const unreadable: MapState = { ...base, imageCount: 0, total: 3, unreadable: 3 };
    expect(noticeFor(unreadable, 0, false)).toMatchObject({
      tone: 'failure',
      actions: [{ post: { kind: 'showLog' } }],
    });
    const withMore: MapState = { ...unreadable, hasMore: true };
    expect(noticeFor(withMore, 0, false)?.actions).toMatchObject([
      { post: { kind: 'showLog' } },
      { post: { kind: 'more' } },
    ]);
  });

  it('explains how to get a connection, then an area', () => {
    const idle: MapState = { ...base, phase: { kind: 'idle' } };
    delete idle.connection;
    expect(noticeFor(idle, 0, false)?.title).toBe('Signed out');
    expect(noticeFor(idle, 0, false)?.actions?.map(({ post }) => post.kind)).toEqual([
      'signIn',
      'useSandbox',
    ]);
    delete idle.aoi;
    expect(noticeFor({ ...idle, connection: 'Sandbox' }, 0, false)?.title).toBe('No area of interest');
  });
});
