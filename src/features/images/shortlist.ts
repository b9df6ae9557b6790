import { computed, type ReadonlySignal, signal } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import { type Image, keptProperties } from '../../service/rules/imagery.ts';
import type { Slot } from '../../platform/host/storage.ts';
import { UserError } from '../../platform/host/userError.ts';
import { onNextSession } from '../../session/reader.ts';
import { asSignedIn, type SessionOwner, type SignedIn } from '../../session/session.ts';
import { findImages } from './findImages.ts';
import type { Catalog } from './imageCatalog.ts';
import { searchForImage } from './rules/searchFile.ts';

/** An image that the user keeps for a decision. */
export interface Pin {
  /** Its facts as of the last search that found it, without links and rights: see {@link keptFacts}. */
  image: Image;
  note?: string;
}

/** More than anyone compares by eye; the list is kept in the editor's storage, which is read at every start. */
export const maxPins = 200;

/** Characters. */
export const longestNote = 500;

/** How long the service may take to describe pinned images again before their stored facts are shown, ms. */
const maxWaitMs = 5000;
const maxIds = 25;

export type Shortlist = ReturnType<typeof createShortlist>;

/**
 * The pinned images of the connection in use. They survive searches, reloads and sign-outs.
 *
 * @param memory where the pins of a connection are stored, by the name of the connection
 */
export function createShortlist(
  session: SessionOwner,
  catalog: Catalog,
  memory: (connection: string) => Slot<readonly Pin[]>,
  onError: (error: unknown) => void,
) {
  const slot = () => {
    const signedIn = asSignedIn(session.current.peek());
    return signedIn && memory(signedIn.connection.name);
  };
  const pins = signal<readonly Pin[]>(slot()?.read() ?? []);
  const isShown = computed(() => catalog.current.value.only?.images !== undefined);
  /** Images as the service described them in this session: with links, by id. */
  const described = new Map<string, Image>();
  /** What was unpinned in this session, by id: pinning it again by mistake or on purpose restores its note. */
  const unpinned = new Map<string, Pin>();

  onNextSession(session, () => {
    described.clear();
    unpinned.clear();
    pins.value = slot()?.read() ?? [];
  });

  function replace(next: readonly Pin[]): void {
    if (next.length > maxPins && next.length > pins.peek().length) {
      throw new UserError(l10n.t('The shortlist is full ({0} images). Remove some first.', maxPins));
    }
    const before = pins.peek();
    const kept = new Set(next.map(({ image }) => image.id));
    for (const pin of before) if (!kept.has(pin.image.id)) unpinned.set(pin.image.id, pin);
    pins.value = next;
    slot()?.write(next).catch(onError);
    const isSameSet = before.length === next.length && before.every(({ image }) => kept.has(image.id));
    if (!isShown.peek() || isSameSet) return;
    if (next.length === 0) catalog.narrow(undefined);
    else showKnown();
  }

  function showKnown(): void {
    const found = catalog.byId.peek();
    const images = pins.peek().map(({ image }) => found.get(image.id) ?? described.get(image.id) ?? image);
    catalog.narrow({ label: l10n.t('Shortlist'), ids: images.map(({ id }) => id), images });
  }

  /** Asks the service for pinned images that no search of this session has found: their pictures need its links. */
  async function describe(signedIn: SignedIn): Promise<void> {
    const found = new Set(catalog.current.peek().images.map(({ id }) => id));
    const missing = pins
      .peek()
      .filter(({ image: { id } }) => !found.has(id) && !described.has(id))
      .map(({ image }) => ({ id: image.id, near: searchForImage(image) }));
    const ended = AbortSignal.timeout(maxWaitMs);
    for (let from = 0; from < missing.length; from += maxIds) {
      const images = await findImages(await signedIn.client(), missing.slice(from, from + maxIds), ended);
      if (session.current.peek() !== signedIn) return;
      for (const image of images) described.set(image.id, image);
    }
    if (missing.length === 0) return;
    pins.value = pins.peek().map(pin => {
      const image = described.get(pin.image.id);
      return image ? { ...pin, image: keptFacts(image) } : pin;
    });
    await slot()?.write(pins.peek());
  }

  return {
    /** Empty while signed out. */
    pins: pins as ReadonlySignal<readonly Pin[]>,
    /** Whether the map page shows the pinned images instead of those of the search. */
    isShown,
    /** Replaces all pins. Throws {@link UserError} if there are too many. */
    replace,
    /** Pins an image that is shown, or unpins it. Throws {@link UserError} if the list is full. */
    toggle(id: string): void {
      const now = pins.peek();
      if (now.some(({ image }) => image.id === id)) {
        replace(now.filter(({ image }) => image.id !== id));
        return;
      }
      const image = catalog.visible.peek().find(candidate => candidate.id === id);
      const pin = unpinned.get(id) ?? (image && { image: keptFacts(image) });
      if (pin) replace([...now, pin]);
    },
    /** An empty note removes it. */
    setNote(id: string, note: string): void {
      const text = note.trim().slice(0, longestNote);
      replace(
        pins.peek().map(pin => {
          if (pin.image.id !== id) return pin;
          return text === '' ? { image: pin.image } : { image: pin.image, note: text };
        }),
      );
    },
    /** Shows the pinned images on the map page, also those that the current search doesn't contain. */
    async show(): Promise<void> {
      const signedIn = asSignedIn(session.current.peek());
      // The stored facts do without it.
      if (signedIn) await describe(signedIn).catch(onError);
      if (pins.peek().length > 0 && session.current.peek() === signedIn) showKnown();
    },
    /** Returns to the images of the search. */
    hide(): void {
      if (isShown.peek()) catalog.narrow(undefined);
    },
  };
}

/**
 * What is kept of an image in the editor's storage and in files: its figures and footprint, but neither links nor
 * rights, which belong to a session.
 */
export function keptFacts({ properties, ...image }: Image): Image {
  const kept = keptProperties.filter(name => typeof properties[name] === 'number');
  return {
    ...image,
    links: {},
    rights: undefined,
    properties: { id: image.id, ...Object.fromEntries(kept.map(name => [name, properties[name]])) },
  };
}
