import { describe, expect, it } from 'vitest';
import type { MapState } from '../../../../../src/shared/protocol.ts';
import { noTool } from '../../../../../webview/map/areas/areaEditing.ts';
import {
  areaLabel,
  leftOutText,
  placeText,
  toolReasons,
} from '../../../../../webview/map/areas/areaTexts.ts';
import { areaRow, square } from './areaRow.ts';

const row = { ...areaRow(1, square(0, 0)), name: 'Harbour', areaKm2: 4.2 };
const document = { name: 'a.geojson', revision: 1, areaCount: 1, leftOut: 0 };
const state = { document } as MapState;
const notEditing = { tool: noTool, queue: [] };

describe('words about areas', () => {
  it('names an area, its size and its place', () => {
    expect(areaLabel(row)).toBe('Harbour, 4.2 km²');
  });

  it('never says that areas which are left out are not there', () => {
    expect(placeText(1, 7, 0)).toBe('Area 2 of 7');
    expect(placeText(-1, 7, 0)).toBe('7 areas');
    expect(placeText(1, 5000, 26_400)).toBe('Area 2 of 5,000+');
    expect(leftOutText(document)).toBeUndefined();
    expect(leftOutText({ ...document, leftOut: 26_400 })).toContain('26,400 more areas of a.geojson');
  });
});

describe('why a tool cannot be used', () => {
  it('is nothing where it can', () => {
    expect(Object.values(toolReasons(state, 1, row, notEditing))).toEqual(Array(4).fill(undefined));
  });

  it('draws into a new document where there is none, and has nothing to reshape or to undo', () => {
    const reasons = toolReasons({} as MapState, 0, undefined, notEditing);
    expect(reasons.draw).toBeUndefined();
    expect(reasons.reshape).toBe('No area of interest');
    expect(reasons.remove).toBe('No area of interest');
    expect(reasons.history).toBe("The map isn't linked to a document.");
  });

  it('asks for an area to delete, but lets one be chosen to reshape', () => {
    const reasons = toolReasons(state, 3, undefined, notEditing);
    expect(reasons.reshape).toBeUndefined();
    expect(reasons.remove).toContain('Select an area first');
  });

  it('waits until a deleted area has gone', () => {
    const editing = { ...notEditing, queue: [{ change: { kind: 'remove' as const, key: row.key } }] };
    const reasons = toolReasons(state, 3, row, editing);
    expect(reasons.draw).toBeUndefined();
    expect(reasons.reshape).toBe('Saving the last change to the text.');
    expect(reasons.remove).toBe(reasons.reshape);
  });

  it('is the lock before anything else, but what is in the text can be undone', () => {
    const locked = { document: { ...document, locked: 'Locked.' } } as MapState;
    const reasons = toolReasons(locked, 0, undefined, notEditing);
    expect(reasons).toEqual({ draw: 'Locked.', reshape: 'Locked.', remove: 'Locked.', history: undefined });
  });
});
