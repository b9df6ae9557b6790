import { beforeEach, describe, expect, it } from 'vitest';
import type { ShownReport } from '../../../../src/deliveries/reports.ts';
import { showReportFile } from '../../../../src/deliveries/ui/showReportFile.ts';
import { editor } from '../../../fake/editor.ts';
import { newPerson } from '../../../fake/person.ts';
import { box, polygon } from '../../model/geometry/polygons.ts';

const shown: ShownReport[] = [];
const reports = { show: (report: ShownReport) => void shown.push(report) };

function open(text: string): string {
  return editor.open('/nowhere/town-0123abcd.geojson', text).uri.toString();
}

beforeEach(() => {
  newPerson();
  shown.length = 0;
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
    expect(editor.ran).toEqual([['swath.openMap', { show: 'report' }]]);
  });

  it('says what is no report', async () => {
    await expect(showReportFile(reports, open('{"type": "Polygon"}'))).rejects.toThrow(
      'town-0123abcd.geojson is no GeoJSON FeatureCollection: there is nothing to show on the map.',
    );
    expect([shown, editor.ran]).toEqual([[], []]);
  });
});
