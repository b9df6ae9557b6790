import { batch, computed, effect, signal } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import { itemAt } from '../../../src/base/itemAt.ts';
import { type FilterProblem, readFilter } from '../../../src/features/reports/rules/reportFilter.ts';
import type { cellCorners } from '../../../src/features/reports/rules/sample.ts';
import type { MapState, ToHost, ToPage } from '../../../src/protocol/protocol.ts';
import type { Say } from '../../ui/announcer.ts';
import { createEvent } from '../../ui/event.ts';
import { countText } from '../../ui/format.ts';
import { Turns, type Work } from '../../ui/turns.ts';
import {
  classifyFeatures,
  type ColorByName,
  coloringProperties,
  mostInformative,
  oneClass,
} from './reportClasses.ts';
import { ReportFeatures } from './reportFeatures.ts';
import { type ColumnName, columnNames } from './tableColumns.ts';

interface Coloring {
  /** `null` for a single color. */
  property: string | null;
  /** Keys of classes. */
  hidden: readonly string[];
}

/** The view of a report, saved while the page is hidden. Without a coloring until the user changes it. */
export interface SavedReportLook extends Partial<Coloring> {
  title: string;
  /** Of the table, and `sort` and `without`, too. */
  filter?: string;
  sort?: { by: string; descending: boolean } | undefined;
  without?: readonly string[];
}

/** To the feature at a place: brings it into view, zooms to it, or to so many meters around it. */
export interface ReportStep {
  place: number;
  zooms?: boolean;
  across?: number;
}

/** Features that a filter tests in one step, which takes a millisecond or two. */
const testedAtOnce = 10_000;

type MessageOf<Kind extends ToPage['kind']> = Extract<ToPage, { kind: Kind }>;

const arrivingReport = (reportId: string | undefined) => ({ reportId, features: new ReportFeatures() });

export type ReportModel = ReturnType<typeof createReportModel>;

/**
 * The report on the map, how it is colored, and what the pointer and the keyboard are on. Features go by index.
 *
 * @param saved the view of a report before the page was disposed, to be restored
 */
export function createReportModel(
  post: (message: ToHost) => void,
  saved: SavedReportLook | undefined,
  save: (settings: SavedReportLook) => void,
  classColor: ColorByName,
  say: Say,
) {
  const report = signal<MapState['report']>(undefined);
  const arrived = signal(0);
  /** All features of the report; empty until the last of them has arrived. */
  const features = signal(new ReportFeatures());
  /** Those that have arrived, also of a report that isn't on the map yet. */
  let coming = arrivingReport(undefined);
  /** `undefined` until the user changes something. */
  const chosenColoring = signal<Coloring | undefined>(undefined);
  /** As in {@link readFilter}; it applies to the table, the map and the stepper. */
  const filter = signal('');
  /** The column that the table is sorted by, and the ones that it doesn't show. */
  const sort = signal<SavedReportLook['sort']>(undefined);
  const without = signal<readonly string[]>([]);
  /** The selected rows of the table, in its order. */
  const selected = signal<readonly number[]>([]);
  const hoveredClass = signal<number | undefined>(undefined);
  const hovered = signal<number | undefined>(undefined);
  /** The features that a chart highlights. */
  const lit = signal<readonly number[]>([]);
  const chosen = signal<number | undefined>(undefined);
  /** The feature whose text contains the cursor. */
  const atCursor = signal<number | undefined>(undefined);
  const stepped = createEvent<[ReportStep]>();
  /** The grid cell that a review asks about, which the map shows: south-west and north-east corner. */
  const cell = signal<ReturnType<typeof cellCorners> | undefined>(undefined);

  const isWhole = computed(() => report.value !== undefined && arrived.value >= report.value.featureCount);
  const properties = computed(() => coloringProperties(features.value));
  const telling = computed(() => mostInformative(properties.value, features.value.length));
  /** The property that determines the colors; `undefined` for a single color. */
  const coloring = computed(() =>
    chosenColoring.value ? (chosenColoring.value.property ?? undefined) : telling.value,
  );
  const classing = computed(() => {
    const property = properties.value.find(({ name }) => name === coloring.value);
    return property ? classifyFeatures(features.value, property, classColor) : oneClass(features.value);
  });
  const hidden = computed(() =>
    classing.value.classes.map(({ key }) => chosenColoring.value?.hidden.includes(key) === true),
  );
  /** In the order of their appearance. */
  const names = computed(() => features.value.columns.map(({ name }) => name));
  const called = computed(() => columnNames(features.value));
  /** 1 for each feature that passes the filter; `undefined` without a filter. A long report is tested in turns. */
  const filtered = signal<Uint8Array | undefined>(undefined);
  /** Whether {@link filtered} is still that of an earlier filter. */
  const isFiltering = signal(false);
  const turns = new Turns<'filter'>();
  /** 1 for each feature that passes the filter and whose class isn't hidden; `undefined` if all are visible. */
  const visible = computed((): Uint8Array | undefined => {
    const { value: passing } = filtered;
    if (!hidden.value.includes(true)) return passing;
    const { classIndexes } = classing.value;
    const isHidden = Uint8Array.from(hidden.value, Number);
    const mask = new Uint8Array(classIndexes.length);
    for (let place = 0; place < mask.length; place += 1)
      mask[place] = isHidden[classIndexes[place] ?? 0] === 1 ? 0 : (passing?.[place] ?? 1);
    return mask;
  });

  /** How many features of each class pass the filter. */
  const classCounts = computed((): readonly number[] => {
    const { classes, classIndexes } = classing.value;
    const { value: passing } = filtered;
    if (!passing) return classes.map(({ count }) => count);
    const counts = classes.map(() => 0);
    for (let place = 0; place < passing.length; place += 1) {
      const at = classIndexes[place] ?? 0;
      counts[at] = (counts[at] ?? 0) + (passing[place] ?? 0);
    }
    return counts;
  });
  const visibleCount = computed(() => {
    const { value: mask } = visible;
    if (!mask) return features.value.length;
    let count = 0;
    for (let place = 0; place < mask.length; place += 1) count += mask[place] ?? 0;
    return count;
  });

  effect(() => {
    if (!report.value || !isWhole.value) return;
    const table = { filter: filter.value, sort: sort.value, without: without.value };
    save({ title: report.value.title, ...chosenColoring.value, ...table });
  });

  /** Whether it passes the filter, and its class isn't hidden. */
  function isShown(place: number): boolean {
    return visible.value?.[place] !== 0;
  }

  function leaveHidden(): void {
    const open = chosen.peek();
    if (open !== undefined && !isShown(open)) chosen.value = undefined;
    selected.value = selected.peek().filter(isShown);
  }

  function goTo(place: number, zooms = false): void {
    chosen.value = place;
    stepped.happen({ place, zooms });
  }

  /** "Feature 12 of 41, ship". @param isOfAll whether it says of how many: a review counts others */
  function featureName(place: number, isOfAll = true): string {
    const { classes, classIndexes } = classing.value;
    const at = countText(place + 1);
    const number = isOfAll
      ? l10n.t('Feature {0} of {1}', at, countText(features.value.length))
      : l10n.t('Feature {0}', at);
    const label = coloring.value === undefined ? undefined : classes[itemAt(classIndexes, place)]?.label;
    return label === undefined ? number : `${number}, ${label}`;
  }

  /** A faulty filter changes nothing. */
  function filterBy(text: string): FilterProblem | undefined {
    const all = features.peek();
    const read = readFilter(text, names.peek(), (test, name) => all.passing(test, name));
    if (read && 'message' in read) return read;
    const isApplied = !read || filtered.peek() !== undefined || turns.isBusy('filter');
    if (text === filter.peek() && isApplied) return undefined;
    filter.value = text;
    turns.drop('filter');
    isFiltering.value = read !== undefined;
    if (read) turns.beginNow('filter', testAll(all.length, read.test));
    else pass(undefined);
    return undefined;
  }

  function* testAll(length: number, test: (place: number) => boolean): Work {
    const passing = new Uint8Array(length);
    for (let place = 0; place < length; place += 1) {
      passing[place] = Number(test(place));
      if (place % testedAtOnce === testedAtOnce - 1) yield;
    }
    pass(passing);
  }

  function pass(passing: Uint8Array | undefined): void {
    batch(() => {
      filtered.value = passing;
      isFiltering.value = false;
      leaveHidden();
    });
  }

  /** Shows the features that have arrived, if they are all of the report on the map. */
  function takeComing(): void {
    const current = report.peek();
    if (!current || coming.reportId !== current.id) return;
    batch(() => {
      arrived.value = coming.features.length;
      if (arrived.value < current.featureCount) return;
      coming.features.trim();
      features.value = coming.features;
      coming = arrivingReport(undefined);
      restore(current.title);
    });
  }

  function restore(title: string): void {
    const before = saved;
    saved = undefined;
    if (before?.title !== title) return;
    const { property, hidden: keys = [] } = before;
    const isThere = property === null || properties.peek().some(({ name }) => name === property);
    if (property !== undefined && isThere) chosenColoring.value = { property, hidden: keys };
    sort.value = before.sort;
    without.value = before.without ?? [];
    filterBy(before.filter ?? '');
  }

  return {
    features,
    arrived,
    isWhole,
    properties,
    chosenColoring,
    telling,
    coloring,
    classing,
    hidden,
    hoveredClass,
    hovered,
    lit,
    chosen,
    atCursor,
    zoomTo: stepped.happen,
    onStep: stepped.listen,
    cell,
    featureName: featureName,
    filter,
    filtered,
    isFiltering,
    visible,
    visibleCount,
    classCounts,
    names,
    /** What a property is called. */
    called: (name: string): ColumnName => called.value(name),
    sort,
    without,
    selected,
    isShown,
    goTo,
    filterBy,
    receiveState: (next: MapState): void => {
      if (report.peek()?.id !== next.report?.id) {
        turns.drop('filter');
        arrived.value = 0;
        features.value = new ReportFeatures();
        filtered.value = undefined;
        isFiltering.value = false;
        lit.value = [];
        chosenColoring.value = sort.value = undefined;
        filter.value = '';
        selected.value = without.value = [];
        hoveredClass.value = hovered.value = chosen.value = atCursor.value = cell.value = undefined;
      }
      report.value = next.report;
      if (coming.reportId !== next.report?.id && coming.reportId !== next.comingReport)
        coming = arrivingReport(undefined);
      takeComing();
    },
    receiveFeatures: ({ reportId, from, features: part }: MessageOf<'reportFeatures'>): void => {
      if (from === 0) coming = arrivingReport(reportId);
      // A part of another report, or one that has already arrived.
      if (reportId !== coming.reportId || from !== coming.features.length) return;
      coming.features.add(part);
      takeComing();
    },
    receiveCursor: ({ reportId, index }: MessageOf<'reportCursor'>): void => {
      if (reportId === report.peek()?.id) atCursor.value = index;
    },
    colorBy: (property: string | undefined): void => {
      chosenColoring.value = { property: property ?? null, hidden: [] };
      hoveredClass.value = undefined;
    },
    toggle: (place: number): void => {
      const key = classing.peek().classes[place]?.key;
      if (key === undefined) return;
      const keys = new Set(chosenColoring.peek()?.hidden);
      if (!keys.delete(key)) keys.add(key);
      chosenColoring.value = { property: coloring.peek() ?? null, hidden: [...keys] };
      leaveHidden();
    },
    choose: (place: number | undefined): void => void (chosen.value = place),
    /** To the next visible feature, or with -1 to the previous one. */
    step: (by: 1 | -1): void => {
      const { length } = features.peek();
      const from = chosen.peek() ?? atCursor.peek() ?? (by > 0 ? -1 : length);
      for (let place = from + by; place >= 0 && place < length; place += by) {
        if (!isShown(place)) continue;
        goTo(place);
        say(featureName(place));
        return;
      }
      say(l10n.t('No more features'));
    },
    reveal: (index: number | undefined, takesFocus: boolean): void => {
      const current = report.peek();
      if (current) post({ kind: 'revealFeature', reportId: current.id, index, takesFocus });
    },
  };
}
