import { describe, expect, it } from 'vitest';
import type { DocumentShown } from '../../../../../src/protocol/protocol.ts';
import { afterDocument, noAreas, withAreas } from '../../../../../webview/features/areas/areaModel.ts';
import { areaRow, square } from './areaRow.ts';

const document = (revision: number, areaCount: number): DocumentShown => ({
  name: 'a.geojson',
  revision,
  areaCount,
  leftOut: 0,
  canUndo: true,
  canRedo: false,
});
const row = (index: number) => areaRow(index, square(index, 0));
const chunk = (revision: number, from: number, ...indexes: number[]) => ({
  kind: 'areas' as const,
  revision,
  from,
  areas: indexes.map(row),
});
const keys = ({ rows }: { rows: readonly { name: string }[] }) => rows.map(({ name }) => name);

describe('the areas of the document', () => {
  const first = withAreas(noAreas, chunk(1, 0, 0, 1), document(1, 2));

  it('keeps the previous areas until those of the next revision are complete', () => {
    const half = withAreas(afterDocument(first, document(2, 3)), chunk(2, 0, 5, 6), document(2, 3));
    expect(half.revision).toBe(1);
    expect(keys(half)).toEqual(['Area 1', 'Area 2']);
    const whole = withAreas(half, chunk(2, 2, 7), document(2, 3));
    expect(keys(whole)).toEqual(['Area 6', 'Area 7', 'Area 8']);
    expect(whole.revision).toBe(2);
  });

  it('drops chunks of another revision, of a complete one and of no document', () => {
    expect(withAreas(first, chunk(1, 0, 8), document(1, 2))).toBe(first);
    expect(withAreas(first, chunk(1, 0, 8), document(2, 2))).toBe(first);
    expect(withAreas(first, chunk(1, 0, 8), undefined)).toBe(first);
  });

  it('is empty as soon as the document has no areas or is gone', () => {
    expect(afterDocument(first, document(2, 0))).toEqual({ revision: 2, rows: [] });
    expect(afterDocument(first, undefined)).toBe(noAreas);
    expect(afterDocument(first, document(1, 2))).toBe(first);
  });
});
