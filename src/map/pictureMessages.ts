import * as l10n from '@vscode/l10n';
import type { Image } from '../model/images/imagery.ts';
import type { PictureAnswer, ToHost, ToPage } from '../shared/protocol.ts';
import { attend, confirm } from '../editor/dialogs/confirm.ts';
import { describeError, isAborted } from '../editor/host/presentError.ts';
import type { SessionOwner } from '../session/session.ts';
import type { Catalog } from '../images/catalog.ts';
import type { Pictures } from '../images/pictures.ts';
import type { Picture } from '../images/pictureTarget.ts';

/** Width of a thumbnail in pixels: twice the displayed size, for high-resolution screens. */
const thumbnailWidth = 256;

/** Answers the page's requests for pictures. */
export interface PictureMessages {
  thumbnails(ids: readonly string[]): void;
  chips(ids: readonly string[]): void;
  quicklook(id: string): void;
  quicklookLater(id: string): void;
  stream(id: string, on: boolean): Promise<void>;
  tile(message: Extract<ToHost, { kind: 'tile' }>): void;
  cancelTile(request: number): void;
  /** Also answers for images that aren't in the list. */
  know(images: readonly Image[]): void;
  dispose(): void;
}

export function createPictureMessages(
  session: SessionOwner,
  catalog: Catalog,
  pictures: Pictures,
  send: (message: ToPage) => void,
): PictureMessages {
  const thumbnails = new Map<string, AbortController>();
  const chips = new Map<string, AbortController>();
  const tiles = new Map<number, AbortController>();

  /** The images of the report on the map. */
  let others: readonly Image[] = [];

  const imageOf = (id: string) => [...catalog.visible.peek(), ...others].find(image => image.id === id);

  async function answer(
    load: (signal: AbortSignal) => Promise<Picture>,
    abort: AbortController,
    tell: (answer: PictureAnswer) => void,
  ): Promise<void> {
    try {
      const { mimeType, bytes } = await load(abort.signal);
      tell({ mimeType, bytes });
    } catch (error) {
      // After a cancellation, no one waits for the answer.
      if (!abort.signal.aborted && !isAborted(error)) tell({ problem: describeError(error) });
    }
  }

  /** Requests what the page lists, and cancels what it no longer lists. */
  function follow(
    ids: readonly string[],
    running: Map<string, AbortController>,
    load: (image: Image, signal: AbortSignal) => Promise<Picture>,
    tell: (id: string, answer: PictureAnswer) => void,
  ): void {
    const requested = new Set(ids);
    for (const [id, abort] of running) {
      if (requested.has(id)) continue;
      running.delete(id);
      abort.abort();
    }
    // The most recent requests run first, so the most wanted one must be last.
    for (const id of [...requested].reverse()) {
      const image = imageOf(id);
      if (!image || running.has(id)) continue;
      const abort = new AbortController();
      running.set(id, abort);
      void answer(
        signal => load(image, signal),
        abort,
        result => tell(id, result),
      ).finally(() => {
        if (running.get(id) === abort) running.delete(id);
      });
    }
  }

  function quicklook(id: string, load: (image: Image) => Promise<Picture>): void {
    const image = imageOf(id);
    if (!image) return;
    void answer(
      () => load(image),
      new AbortController(),
      result => send({ kind: 'picture', id, what: 'quicklook', answer: result }),
    );
  }

  return {
    thumbnails(ids) {
      follow(
        ids,
        thumbnails,
        (image, signal) => pictures.thumbnail(image, thumbnailWidth, signal),
        (id, result) => send({ kind: 'picture', id, what: 'thumbnail', answer: result }),
      );
    },
    chips(ids) {
      follow(
        ids,
        chips,
        (image, signal) => pictures.quicklook(image, signal),
        (id, result) => send({ kind: 'chip', id, answer: result }),
      );
    },
    quicklook: id => quicklook(id, image => pictures.quicklook(image)),
    quicklookLater: id => quicklook(id, image => pictures.quicklookLater(image)),
    async stream(id, on) {
      if (!on) {
        pictures.stopStreaming(id);
        return;
      }
      if (pictures.streaming.peek().has(id)) return;
      const before = session.current.peek();
      // Another account's allowance isn't what the user agreed to use.
      if ((await mayStream()) && session.current.peek() === before) pictures.allowStreaming(id);
    },
    tile({ request, id, z, x, y }) {
      const image = imageOf(id);
      if (!image) return;
      const abort = new AbortController();
      tiles.set(request, abort);
      void answer(
        signal => pictures.tile(image, z, x, y, signal),
        abort,
        result => send({ kind: 'tile', request, answer: result }),
      ).finally(() => tiles.delete(request));
    },
    cancelTile(request) {
      tiles.get(request)?.abort();
    },
    know(images) {
      others = images;
    },
    dispose() {
      for (const abort of [...thumbnails.values(), ...chips.values(), ...tiles.values()]) abort.abort();
    },
  };
}

async function mayStream(): Promise<boolean> {
  const yes = l10n.t('Stream');
  const answer = await confirm(attend(), {
    question: l10n.t('Stream this image on the map?'),
    detail: l10n.t('Each tile uses your streaming allowance. Tiles shown before are on this machine.'),
    keep: l10n.t("Don't Stream"),
    buttons: [yes],
  });
  return answer === yes;
}
