import * as l10n from '@vscode/l10n';
import type { Image } from '../../service/rules/imagery.ts';
import { attend, confirm } from '../../platform/dialogs/confirm.ts';
import { isAborted } from '../../platform/host/presentError.ts';
import type { SessionOwner } from '../../session/session.ts';
import type { Catalog, Picture, Pictures } from '../images/index.ts';
import type { HostAnswers, HostHandlers, PictureBytes } from '../../protocol/protocol.ts';

/** Width of a thumbnail in pixels: twice the displayed size, for high-resolution screens. */
const thumbnailWidth = 256;

export type PictureMessages = ReturnType<typeof createPictureMessages>;

/** The pictures that the page asks for. */
export function createPictureMessages(session: SessionOwner, catalog: Catalog, pictures: Pictures) {
  /** The images of the report on the map. */
  let others: readonly Image[] = [];

  async function load(
    id: string,
    loadPicture: (image: Image) => Promise<Picture>,
  ): Promise<PictureBytes | undefined> {
    const image = [...catalog.visible.peek(), ...others].find(entry => entry.id === id);
    if (!image) return undefined;
    try {
      const { mimeType, bytes } = await loadPicture(image);
      return { mimeType, bytes };
    } catch (error) {
      if (isAborted(error)) return undefined;
      throw error;
    }
  }

  async function stream(id: string, on: boolean): Promise<void> {
    if (!on) {
      pictures.stopStreaming(id);
      return;
    }
    if (pictures.streaming.peek().has(id)) return;
    const before = session.current.peek();
    // Another account's allowance isn't what the user agreed to use.
    if ((await mayStream()) && session.current.peek() === before) pictures.allowStreaming(id);
  }

  const answers: Pick<HostAnswers, 'thumbnail' | 'chip' | 'quicklook' | 'quicklookLater' | 'tile'> = {
    thumbnail: ({ id }, signal) => load(id, image => pictures.thumbnail(image, thumbnailWidth, signal)),
    chip: ({ id }, signal) => load(id, image => pictures.quicklook(image, signal)),
    // Kept for the next page if this one is closed.
    quicklook: ({ id }) => load(id, image => pictures.quicklook(image)),
    quicklookLater: ({ id }) => load(id, image => pictures.quicklookLater(image)),
    tile: ({ id, z, x, y }, signal) => load(id, image => pictures.tile(image, z, x, y, signal)),
  };

  const handlers: Pick<HostHandlers, 'stream' | 'retryPictures'> = {
    stream: ({ id, on }) => stream(id, on),
    retryPictures: ({ id }) => pictures.forgetFailures(id),
  };

  return {
    answers,
    handlers,
    /** Also answers for images that aren't in the list. */
    know(images: readonly Image[]): void {
      others = images;
    },
  };
}

async function mayStream(): Promise<boolean> {
  const yes = l10n.t('Stream');
  const answer = await confirm(attend(), {
    question: l10n.t('Stream this image on the map?'),
    detail: l10n.t('Each tile uses your streaming allowance. Tiles shown before are on this machine.'),
    buttons: [yes],
  });
  return answer === yes;
}
