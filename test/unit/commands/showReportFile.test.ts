import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ShownReport } from '../../../src/state/reports.ts';
import { box, polygon } from '../model/geometry/polygons.ts';
import { desk, fakeDocument } from './areaWindow.ts';

const ran: unknown[][] = [];
vi.mock('vscode', async () => {
  const { areaVscode } = await import('./areaWindow.ts');
  return {
    ...areaVscode,
    ProgressLocation: { Window: 10 },
    window: { ...areaVscode.window, withProgress: (_how: object, run: () => Promise<unknown>) => run() },
    commands: { executeCommand: (...given: unknown[]) => Promise.resolve(void ran.push(given)) },
  };
});

const { showReportFile } = await import('../../../src/commands/showReportFile.ts');

const shown: ShownReport[] = [];
const reports = { show: (report: ShownReport) => void shown.push(report) };

function open(text: string): string {
  const document = fakeDocument('/nowhere/town-0123abcd.geojson', text);
  desk.documents.push(document);
  return document.uri.toString();
}

beforeEach(() => {
  desk.reset();
  shown.length = 0;
  ran.length = 0;
});

describe('showing the report of a document', () => {
  it('takes the text as it stands, and opens the map', async () => {
    const feature = { type: 'Feature', properties: { kind: 'car' }, geometry: polygon(box(5, 43, 6, 44)) };
    const uri = open(JSON.stringify({ type: 'FeatureCollection', features: [feature, feature] }));
    await showReportFile(reports, uri);
    expect(shown).toMatchObject([
      {
        uri,
        title: 'town-0123abcd.geojson',
        features: [feature, feature].map(({ properties }) => ({ properties })),
      },
    ]);
    expect(ran).toEqual([['swath.openMap', { show: 'report' }]]);
  });

  it('says what is no report', async () => {
    await expect(showReportFile(reports, open('{"type": "Polygon"}'))).rejects.toThrow(
      'town-0123abcd.geojson is no GeoJSON FeatureCollection: there is nothing to show on the map.',
    );
    expect([shown, ran]).toEqual([[], []]);
  });
});
