import { batch, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import type { ReportFeature } from '../../src/model/report/reportFeature.ts';
import type { MapState, ToHost, ToPage } from '../../src/shared/protocol.ts';
import { countText } from '../ui/format.ts';
import { classesOf, oneClass, type Classing } from './reportClasses.ts';
import { mostTelling, propertiesOf, type ReportProperty } from './reportProperties.ts';
import { itemAt } from '../../src/model/itemAt.ts';

/** The report on the map, how it is coloured, and what the pointer and the keyboard are on. Features by their places. */
export interface ReportModel {
  /** All features of the report; none until the last of them is here. */
  features: ReadonlySignal<readonly ReportFeature[]>;
  /** How many are here. */
  arrived: ReadonlySignal<number>;
  /** Whether all of the report that is told of are here. */
  isWhole: ReadonlySignal<boolean>;
  properties: ReadonlySignal<readonly ReportProperty[]>;
  /** `undefined` while nobody has chosen. */
  look: Signal<ReportLook | undefined>;
  /** The property that colours; `undefined` for one colour. */
  colouring: ReadonlySignal<string | undefined>;
  classing: ReadonlySignal<Classing>;
  /** For each class whether its features are hidden. */
  hidden: ReadonlySignal<readonly boolean[]>;
  /** The class that the pointer is on in the legend. */
  hoveredClass: Signal<number | undefined>;
  hovered: Signal<number | undefined>;
  /** The one whose card is open. */
  chosen: ReadonlySignal<number | undefined>;
  /** The one whose text the cursor is in. */
  atCursor: ReadonlySignal<number | undefined>;
  /** What a screen reader is told; a new object with every saying. */
  said: ReadonlySignal<{ text: string } | undefined>;
  /** The feature that a step went to, to be brought into view. A new object with every step. */
  stepped: ReadonlySignal<{ place: number } | undefined>;
  receiveState: (next: MapState) => void;
  receive: (message: Extract<ToPage, { kind: 'reportFeatures' | 'reportCursor' }>) => void;
  colourBy: (name: string | undefined) => void;
  toggle: (place: number) => void;
  /** Opens the card of a feature, or closes it. */
  choose: (place: number | undefined) => void;
  /** To the next feature that is shown, or with -1 to the one before. */
  step: (by: 1 | -1) => void;
  reveal: (place: number, takesFocus: boolean) => void;
}

/** What a person chose: by which property, `undefined` for one colour, and the keys of the classes that are hidden. */
export interface ReportLook {
  property: string | undefined;
  hidden: ReadonlySet<string>;
}

export function createReportModel(post: (message: ToHost) => void): ReportModel {
  const report = signal<MapState['report']>(undefined);
  const arrived = signal(0);
  const features = signal<readonly ReportFeature[]>([]);
  let coming: ReportFeature[] = [];
  /** `undefined` while nobody has chosen. */
  const look = signal<ReportLook | undefined>(undefined);
  const hoveredClass = signal<number | undefined>(undefined);
  const hovered = signal<number | undefined>(undefined);
  const chosen = signal<number | undefined>(undefined);
  const atCursor = signal<number | undefined>(undefined);
  const said = signal<{ text: string } | undefined>(undefined);
  const stepped = signal<{ place: number } | undefined>(undefined);

  const properties = computed(() => propertiesOf(features.value));
  const telling = computed(() => mostTelling(properties.value, features.value.length));
  const colouring = computed(() => (look.value ? look.value.property : telling.value));
  const classing = computed(() => {
    const property = properties.value.find(({ name }) => name === colouring.value);
    return property ? classesOf(features.value, property) : oneClass(features.value);
  });
  const hidden = computed(() => {
    const keys = look.value?.hidden;
    return classing.value.classes.map(({ key }) => keys?.has(key) === true);
  });

  function forget(): void {
    coming = [];
    arrived.value = 0;
    features.value = [];
    look.value = undefined;
    hoveredClass.value = hovered.value = chosen.value = atCursor.value = stepped.value = undefined;
  }

  function isShown(place: number): boolean {
    return hidden.peek()[itemAt(classing.peek().classOf, place)] !== true;
  }

  function reveal(index: number, takesFocus: boolean): void {
    const shown = report.peek();
    if (shown) post({ kind: 'revealFeature', reportId: shown.id, index, takesFocus });
  }

  return {
    features,
    arrived,
    isWhole: computed(() => report.value !== undefined && arrived.value >= report.value.featureCount),
    properties,
    look,
    colouring,
    classing,
    hidden,
    hoveredClass,
    hovered,
    chosen,
    atCursor,
    said,
    stepped,
    receiveState: next => {
      const before = report.peek();
      if (before?.id !== next.report?.id) forget();
      report.value = next.report;
    },
    receive: message => {
      const shown = report.peek();
      if (message.reportId !== shown?.id) return;
      if (message.kind === 'reportCursor') {
        atCursor.value = message.index;
        return;
      }
      // Told again from the beginning, or a part that is here already.
      if (message.from !== coming.length) {
        if (message.from !== 0) return;
        coming = [];
      }
      coming.push(...message.features);
      batch(() => {
        arrived.value = coming.length;
        if (coming.length >= shown.featureCount) features.value = coming;
      });
    },
    colourBy: name => {
      look.value = { property: name, hidden: new Set() };
      hoveredClass.value = undefined;
    },
    toggle: place => {
      const key = classing.peek().classes[place]?.key;
      if (key === undefined) return;
      const keys = new Set(look.peek()?.hidden);
      if (!keys.delete(key)) keys.add(key);
      look.value = { property: colouring.peek(), hidden: keys };
      const open = chosen.peek();
      if (open !== undefined && !isShown(open)) chosen.value = undefined;
    },
    choose: place => (chosen.value = place),
    step: by => {
      const { length } = features.peek();
      const from = chosen.peek() ?? atCursor.peek() ?? (by > 0 ? -1 : length);
      for (let place = from + by; place >= 0 && place < length; place += by) {
        if (!isShown(place)) continue;
        chosen.value = place;
        stepped.value = { place };
        said.value = { text: featureText(place, length, classLabelOf(place)) };
        return;
      }
      said.value = {
        text: by > 0 ? l10n.t('This is the last feature.') : l10n.t('This is the first feature.'),
      };
    },
    reveal,
  };

  function classLabelOf(place: number): string | undefined {
    if (colouring.peek() === undefined) return undefined;
    return classing.peek().classes[itemAt(classing.peek().classOf, place)]?.label;
  }
}

/** "Feature 12 of 41, ship". */
export function featureText(place: number, count: number, label: string | undefined): string {
  const number = l10n.t('Feature {0} of {1}', countText(place + 1), countText(count));
  return label === undefined ? number : `${number}, ${label}`;
}
