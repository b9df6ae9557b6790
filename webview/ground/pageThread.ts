/** A thread of the page, and how the two ask each other. */
import {
  createMessageLink,
  type LinkMessage,
  type LinkParts,
  type MessageLink,
  type Questions,
} from '../../src/base/messageLink.ts';

/** Threads can't be started from another origin, where the bundle is. */
export async function startThread(url: string): Promise<Worker> {
  const response = await fetch(url);
  const bundle = URL.createObjectURL(new Blob([await response.text()], { type: 'text/javascript' }));
  return new Worker(bundle);
}

type LinkEnd<Ours extends Questions<Ours>> = Omit<LinkParts<Ours>, 'post'>;

/** What the thread was asked is rejected when it is lost. */
export function linkToThread<OfThread extends Questions<OfThread>, OfPage extends Questions<OfPage>>(
  thread: Worker,
  parts: LinkEnd<OfPage>,
): MessageLink<OfThread> {
  const link = createMessageLink<OfThread, OfPage>({
    ...parts,
    post: (message, transferred) => thread.postMessage(message, transferred),
  });
  thread.addEventListener('message', ({ data }: MessageEvent<LinkMessage>) => link.receive(data));
  // Out of memory, for example.
  thread.addEventListener('error', ({ message }) => link.close(new Error(message)));
  return link;
}

/** In the thread. */
export function linkToPage<OfPage extends Questions<OfPage>, OfThread extends Questions<OfThread>>(
  parts: LinkEnd<OfThread>,
): MessageLink<OfPage> {
  const link = createMessageLink<OfPage, OfThread>({
    ...parts,
    post: (message, transferred) => self.postMessage(message, { transfer: transferred }),
  });
  self.addEventListener('message', ({ data }: MessageEvent<LinkMessage>) => link.receive(data));
  return link;
}
