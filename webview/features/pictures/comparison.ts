import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';

/** The ways to compare pictures, in the order of their buttons. */
export const compareModes = ['swipe', 'opacity', 'blink', 'sideBySide'] as const;
export type CompareMode = (typeof compareModes)[number];

/** How many pictures side by side shows; the other ways compare two. */
export const maxCompared = 4;

/**
 * Changes per second. Two changes are one flash, so that the fastest rate is half of the three flashes per second that
 * WCAG 2.3.1 allows.
 */
export const blinkRate = { min: 0.5, max: 3, step: 0.5 } as const;

/** How the map draws a picture. */
export interface PictureLook {
  /** 0 to 1. */
  opacity: number;
  /** The side of the divider that it is cut to. */
  side?: 'left' | 'right';
}

export interface SavedComparison {
  isOn: boolean;
  mode: CompareMode;
  /** Images that were chosen to be compared; without them, the topmost pictures are. */
  chosen?: readonly string[] | undefined;
  /** The swipe position as a share of the map's width. */
  divider: number;
  /** Opacity of the upper picture while fading, 0 to 1. */
  fade: number;
  /** Changes per second while blinking. */
  rate: number;
}

const initial: SavedComparison = { isOn: false, mode: 'swipe', divider: 0.5, fade: 0.5, rate: 1 };

/** Which of the pictures on the map are compared, and how. */
export class Comparison {
  readonly #known: ReadonlySignal<readonly string[]>;
  readonly #saved: Signal<SavedComparison>;
  readonly saved: ReadonlySignal<SavedComparison>;
  readonly isUpperSeen = signal(true);
  /** Whether a blink comparison changes only by hand. */
  readonly isPaused = signal(false);

  /** From bottom to top: those that were chosen for it, otherwise all. */
  readonly #compared = computed(() => {
    const { chosen } = this.#saved.value;
    const fitting = chosen ? this.#known.value.filter(id => chosen.includes(id)) : [];
    return fitting.length >= 2 ? fitting : this.#known.value;
  });
  readonly canStart = computed(() => this.#known.value.length >= 2);
  /** `undefined` while nothing is compared. */
  readonly mode = computed(() => {
    const { isOn, mode } = this.#saved.value;
    return isOn && this.canStart.value ? mode : undefined;
  });
  /** The two that are swiped, faded or blinked: the topmost ones. */
  readonly pair = computed(() => {
    const [lower, upper] = this.#compared.value.slice(-2);
    const mode = this.mode.value;
    if (lower === undefined || upper === undefined) return undefined;
    return mode === undefined || mode === 'sideBySide' ? undefined : { mode, lower, upper };
  });
  /** The topmost pictures, from bottom to top, if each has a map of its own; otherwise none. */
  readonly linked = computed(() =>
    this.mode.value === 'sideBySide' ? this.#compared.value.slice(-maxCompared) : [],
  );

  /** @param known ids of the pictures that can be compared, from bottom to top */
  constructor(known: ReadonlySignal<readonly string[]>, saved: Partial<SavedComparison> | undefined) {
    this.#known = known;
    this.#saved = signal<SavedComparison>({ ...initial, ...saved });
    this.saved = this.#saved;
    this.setRate(this.#saved.peek().rate);
  }

  #change(change: Partial<SavedComparison>): void {
    this.#saved.value = { ...this.#saved.peek(), ...change };
  }

  /** @param mode the last one by default */
  start(mode: CompareMode = this.#saved.peek().mode): void {
    this.isUpperSeen.value = true;
    this.isPaused.value = false;
    this.#change({ isOn: true, mode });
  }

  stop(): void {
    this.#change({ isOn: false });
  }

  /** Compares only these, side by side if there are more than two; `undefined` compares the topmost ones. */
  choose(chosen: readonly string[] | undefined): void {
    this.#change({ chosen });
    if (chosen) this.start(chosen.length > 2 ? 'sideBySide' : undefined);
  }

  moveDivider(at: number): void {
    this.#change({ divider: Math.min(1, Math.max(0, at)) });
  }

  /** @param fade opacity of the upper picture, 0 to 1 */
  setFade = (fade: number): void => this.#change({ fade });

  /** @param rate changes per second */
  setRate = (rate: number): void =>
    this.#change({ rate: Math.min(blinkRate.max, Math.max(blinkRate.min, rate)) });

  /** Shows the other picture of a blink comparison, and then waits for the next press. */
  switchByHand(): void {
    this.isPaused.value = true;
    this.isUpperSeen.value = !this.isUpperSeen.peek();
  }

  /**
   * How the one map draws a picture; `undefined` if it is hidden.
   *
   * @param opacity of the picture while nothing is compared, 0 to 1
   */
  pictureLook(id: string, opacity: number): PictureLook | undefined {
    const pair = this.pair.value;
    if (!pair) return this.mode.value === undefined ? { opacity } : undefined;
    const isUpper = id === pair.upper;
    if (!isUpper && id !== pair.lower) return undefined;
    switch (pair.mode) {
      case 'swipe':
        return { opacity, side: isUpper ? 'right' : 'left' };
      case 'opacity':
        return { opacity: isUpper ? this.#saved.value.fade : 1 };
      case 'blink':
        return isUpper === this.isUpperSeen.value ? { opacity } : undefined;
    }
  }
}
