import { computed, type ReadonlySignal, signal } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import type { ImageRow, PictureAnswer, PictureBytes } from '../../../src/protocol/protocol.ts';
import type { Host } from '../../ground/host.ts';
import type { LineShape } from '../../ui/virtualList.ts';
import { areaFrame, cutChip } from '../pictures/index.ts';
import { createPictureQueue } from './pictureQueue.ts';

/** The part of an image's quicklook that shows the area, or why there is none. */
export type Chip = { picture: HTMLCanvasElement } | { problem: string };

export type AreaView = ReturnType<typeof createAreaView>;

/** Chips that are kept when they leave the view. One takes about half a MB. */
const maxKept = 150;
/** A decoded quicklook can take tens of MB. */
const decodedAtOnce = 4;
/** From the arrival of chips until they are shown, ms. */
const showMs = 80;

/**
 * The chips of the active area, each cut from the quicklook of an image when it arrives.
 *
 * @param searched the area
 * @param offer takes a quicklook that shows how clear the area is
 */
export function createAreaView(
  { state, post, loadPicture }: Host,
  searched: ReadonlySignal<Polygon | undefined>,
  rows: ReadonlySignal<readonly ImageRow[]>,
  offer: (image: ImageRow, answer: PictureAnswer) => void,
) {
  const frame = computed(() => searched.value && areaFrame(searched.value));
  const chips = signal<ReadonlyMap<string, Chip>>(new Map());
  const queue = createPictureQueue(load);
  const decoding = Array.from({ length: decodedAtOnce }, () => Promise.resolve());
  let arrivals = 0;
  /** Not shown yet. */
  const cut = new Map<string, Chip>();
  let showing: ReturnType<typeof setTimeout> | undefined;
  let needed: readonly string[] = [];
  /** Quicklooks that show how clear the area is. */
  const offers: [ImageRow, PictureAnswer][] = [];

  /** Shows them together: to paint the list for each of them takes longer than to cut it. */
  function showArrived(): void {
    showing = undefined;
    const kept = new Map(chips.peek());
    for (const [id, chip] of cut) {
      kept.delete(id);
      kept.set(id, chip);
    }
    cut.clear();
    const inView = new Set(needed);
    for (const old of kept.keys()) {
      if (kept.size <= Math.max(maxKept, inView.size)) break;
      if (!inView.has(old)) kept.delete(old);
    }
    chips.value = kept;
    // Judging takes as much work as cutting them.
    if (needed.every(id => kept.has(id))) for (const each of offers.splice(0)) offer(...each);
  }

  function request(): void {
    const known = chips.peek();
    queue.want(needed.filter(id => !known.has(id) && !cut.has(id)));
  }

  /** @returns the ids of the pictures that couldn't be loaded, which are requested again if they are in view */
  function forgetProblems(isMeant: (id: string) => boolean): string[] {
    const failed = [...chips.peek()].flatMap(([id, chip]) => ('problem' in chip && isMeant(id) ? id : []));
    if (failed.length > 0) {
      const gone = new Set(failed);
      chips.value = new Map([...chips.peek()].filter(([id]) => !gone.has(id)));
    }
    return failed;
  }

  /** The page doesn't keep the quicklook of a chip. */
  async function load(id: string, signal: AbortSignal): Promise<void> {
    const answer = await loadPicture('chip', { id }, signal);
    if (!answer) return;
    const turn = arrivals++ % decodedAtOnce;
    const before = decoding[turn] ?? Promise.resolve();
    await (decoding[turn] = before.then(() => arrive(id, answer)));
  }

  async function arrive(id: string, answer: PictureAnswer): Promise<void> {
    const row = rows.peek().find(image => image.id === id);
    const chip = 'problem' in answer ? answer : row && (await rowChip(row, answer));
    if (row) offers.push([row, answer]);
    if (!chip) return;
    cut.set(id, chip);
    showing ??= setTimeout(showArrived, showMs);
  }

  async function rowChip(
    { footprint }: ImageRow,
    { mimeType, bytes }: PictureBytes,
  ): Promise<Chip | undefined> {
    try {
      const image = await createImageBitmap(new Blob([bytes as Uint8Array<ArrayBuffer>], { type: mimeType }));
      const { width, height } = image;
      // Of the area that is active now, which may be another one since the request.
      const area = frame.peek();
      const chip = area && { picture: cutChip({ image, width, height }, footprint, area) };
      image.close();
      return chip;
    } catch {
      return { problem: l10n.t("Can't read the picture.") };
    }
  }

  /** The chips show one area, in images of one connection. */
  for (const subject of [frame, computed(() => state.value?.connection)])
    subject.subscribe(() => {
      cut.clear();
      chips.value = new Map();
    });

  return {
    frame,
    chips: chips as ReadonlySignal<ReadonlyMap<string, Chip>>,
    /** Requests the chips that aren't there yet, most urgent first, and cancels the requests for all others. */
    want: (ids: readonly string[]): void => {
      needed = ids;
      // A picture that couldn't be loaded is requested again when it comes back into view.
      const inView = new Set(ids);
      forgetProblems(id => !inView.has(id));
      request();
    },
    hasProblem: (id: string): boolean => 'problem' in (chips.peek().get(id) ?? {}),
    /** Requests all pictures again that couldn't be loaded. */
    retry: (): void => {
      for (const id of forgetProblems(() => true)) post({ kind: 'retryPictures', id });
      request();
    },
  };
}

const gap = 2;
/** Beside the chips of a line, on both sides. */
const padding = 8;
/** From the edge of a chip to its picture. */
const inset = 4;
/** The lines of text under a picture. */
const captionHeight = 36;

/** How chips fill a list. */
interface ChipShape extends LineShape {
  chipWidth: number;
  pictureWidth: number;
  pictureHeight: number;
  /** From the left of the list to a chip. */
  chipLeft: (column: number) => number;
}

/**
 * As many chips as fit into a line, and as wide as it allows.
 *
 * @param listWidth CSS pixels, as all of it
 * @param minWidth of a chip
 * @param aspect of its picture, width divided by height
 */
export function chipShape(listWidth: number, minWidth: number, aspect: number): ChipShape {
  const room = Math.max(0, listWidth - 2 * padding);
  const perLine = Math.max(1, Math.floor((room + gap) / (minWidth + gap)));
  const chipWidth = Math.floor((room + gap) / perLine) - gap;
  const pictureWidth = Math.max(1, chipWidth - 2 * inset);
  const pictureHeight = Math.round(pictureWidth / aspect);
  const chipHeight = pictureHeight + captionHeight + 2 * inset;
  return {
    perLine,
    chipWidth,
    pictureWidth,
    pictureHeight,
    headHeight: 0,
    lineHeight: chipHeight + gap,
    chipLeft: column => padding + column * (chipWidth + gap),
  };
}
