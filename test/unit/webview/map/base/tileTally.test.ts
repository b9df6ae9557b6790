import { beforeEach, describe, expect, it } from 'vitest';
import { createTileTally, type TileTally } from '../../../../../webview/map/base/tileTally.ts';

let tally: TileTally;

beforeEach(() => {
  tally = createTileTally();
  tally.begin();
});

function ask(...hosts: string[]): void {
  for (const host of hosts) tally.asked(host);
}

describe('the tally of tiles', () => {
  it('says nothing of hosts that were not asked', () => {
    expect(tally.silent(true)).toEqual([]);
  });

  it('names a host whose tiles all failed, once', () => {
    ask('a', 'a');
    tally.failed('a');
    tally.failed('a');
    expect(tally.silent(false)).toEqual(['a']);
  });

  it('takes single missing tiles for the edge of what there is', () => {
    ask('a', 'a');
    tally.failed('a');
    tally.loaded('a');
    expect(tally.silent(false)).toEqual([]);
    expect(tally.silent(true)).toEqual([]);
  });

  it('tells the hosts apart', () => {
    ask('c', 'b', 'a');
    tally.loaded('b');
    tally.failed('c');
    tally.failed('a');
    expect(tally.silent(false)).toEqual(['a', 'c']);
  });

  it('counts what is still awaited as missing only when it is late', () => {
    ask('a', 'b');
    tally.loaded('b');
    expect(tally.silent(false)).toEqual([]);
    expect(tally.silent(true)).toEqual(['a']);
  });

  it('keeps a host silent until it sends a tile', () => {
    ask('a');
    tally.failed('a');
    tally.begin();
    expect(tally.silent(false)).toEqual(['a']);
    ask('a');
    expect(tally.silent(false)).toEqual(['a']);
    tally.loaded('a');
    expect(tally.silent(false)).toEqual([]);
  });

  it('counts a host that answered before anew', () => {
    ask('a');
    tally.loaded('a');
    tally.begin();
    ask('a');
    tally.failed('a');
    expect(tally.silent(false)).toEqual(['a']);
  });
});
