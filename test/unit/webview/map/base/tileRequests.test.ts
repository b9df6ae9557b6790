import { describe, expect, it } from 'vitest';
import type { PictureAnswer, ToHost } from '../../../../../src/shared/protocol.ts';
import { createTileRequests } from '../../../../../webview/map/base/tileRequests.ts';

function requests() {
  const posted: ToHost[] = [];
  return { posted, tiles: createTileRequests(message => posted.push(message)) };
}

const gone = (problem: string): PictureAnswer => ({ problem });

describe('tiles requested from the host', () => {
  it('are answered by number, once', () => {
    const { posted, tiles } = requests();
    const answers: [string, PictureAnswer][] = [];
    for (const x of [4, 5]) tiles.ask({ id: 'a', z: 3, x, y: 2 }, answer => answers.push([`${x}`, answer]));
    expect(posted).toEqual([
      { kind: 'tile', request: 1, id: 'a', z: 3, x: 4, y: 2 },
      { kind: 'tile', request: 2, id: 'a', z: 3, x: 5, y: 2 },
    ]);
    tiles.receive({ kind: 'tile', request: 2, answer: gone('second') });
    tiles.receive({ kind: 'tile', request: 1, answer: gone('first') });
    tiles.receive({ kind: 'tile', request: 1, answer: gone('again') });
    expect(answers).toEqual([
      ['5', gone('second')],
      ['4', gone('first')],
    ]);
  });

  it('can be canceled while pending, and are not answered afterwards', () => {
    const { posted, tiles } = requests();
    const answers: PictureAnswer[] = [];
    const cancel = tiles.ask({ id: 'a', z: 3, x: 4, y: 2 }, answer => answers.push(answer));
    cancel();
    cancel();
    tiles.receive({ kind: 'tile', request: 1, answer: gone('late') });
    expect(answers).toEqual([]);
    expect(posted.slice(1)).toEqual([{ kind: 'cancelTile', request: 1 }]);
  });
});
