import type { ReadonlySignal } from '@preact/signals-core';
import type { AskHost, MapState, ToHost } from '../../src/protocol/protocol.ts';
import type { LoadPicture } from './loadPicture.ts';

/** What the host says, and how to speak to it. */
export interface Host {
  /** `undefined` until the host's first message. */
  state: ReadonlySignal<MapState | undefined>;
  post: (message: ToHost) => void;
  ask: AskHost;
  loadPicture: LoadPicture;
}
