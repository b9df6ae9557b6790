import { describe, expect, it } from 'vitest';
import { createPageTurn } from '../../../src/map/mapPage.ts';

function bench() {
  const seen: string[] = [];
  const turn = createPageTurn<string>(
    page => seen.push(page),
    () => seen.push('waits'),
  );
  return { seen, turn };
}

describe('another page', () => {
  it('comes at once where nothing is in hand', () => {
    const { seen, turn } = bench();
    turn.wish('a');
    turn.setBusy(true);
    turn.setBusy(false);
    turn.wish('b');
    expect(seen).toEqual(['a', 'b']);
  });

  it('waits for what is in hand, says so once, and comes once, as it was wanted last', () => {
    const { seen, turn } = bench();
    turn.setBusy(true);
    turn.wish('a');
    turn.wish('b');
    turn.setBusy(true);
    expect(seen).toEqual(['waits']);
    turn.setBusy(false);
    turn.setBusy(false);
    expect(seen).toEqual(['waits', 'b']);
  });
});
