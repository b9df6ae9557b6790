import { describe, expect, it } from 'vitest';
import type { MapState, ToPage } from '../../../../src/shared/protocol.ts';
import { createPageModel } from '../../../../webview/app/pageModel.ts';
import { keepReportLook, type SavedReportLook } from '../../../../webview/report/reportLook.ts';
import type { SavedView } from '../../../../webview/app/savedView.ts';

const kinds = ['ship', 'tank', 'ship'];

/** A page that is told of a report with classes and codes. */
function pageWith(saved: SavedReportLook | undefined, title = 'Ships') {
  const model = createPageModel({ post: () => undefined, savedView: {}, saveView: () => undefined });
  const kept: Partial<SavedView>[] = [];
  keepReportLook(model, saved, change => kept.push(change));
  const report = { id: '1', title, featureCount: kinds.length };
  const state: MapState = {
    ...{ aoiChanged: false, filters: {}, phase: { kind: 'idle' }, searchId: 0, imageCount: 0 },
    ...{ totalIsCap: false, hasMore: false, selected: [], streaming: [], report },
  };
  const features: ToPage = {
    kind: 'reportFeatures',
    reportId: '1',
    from: 0,
    features: kinds.map((kind, code) => ({
      geometry: { type: 'Point', coordinates: [4, 52] },
      properties: { class: kind, code },
    })),
  };
  model.receive({ kind: 'state', state });
  model.receive(features);
  return { findings: model.findings, kept };
}

describe('how a report was looked at', () => {
  it('is kept, and found again when the page comes back', () => {
    const { findings, kept } = pageWith(undefined);
    expect(kept).toEqual([]);
    findings.colourBy('code');
    findings.toggle(1);
    const saved = structuredClone(kept.at(-1)?.report);
    const again = pageWith(saved).findings;
    expect(again.colouring.value).toBe('code');
    expect(again.hidden.value).toEqual([false, true, false]);
  });

  it.each([
    ['another report', { title: 'Tanks', property: 'code', hidden: [] }],
    ['a property that is gone', { title: 'Ships', property: 'size', hidden: [] }],
  ])('is forgotten with %s', (_what, saved) => {
    expect(pageWith(saved).findings.colouring.value).toBe('class');
  });
});
