import { computed, type ReadonlySignal, signal, untracked } from '@preact/signals-core';
import { type JsonPath, samePath } from '../../base/problem.ts';
import { areaFileStem } from '../../platform/documents/areaFile.ts';
import { type AoiSource, type Catalog, isSameArea } from '../images/index.ts';
import type { faultsIn } from './rules/text/areaFaults.ts';
import type { AreasInText, PlaceForArea, PolygonInText } from './rules/text/geojsonText.ts';
import type { CanStep } from './textHistory.ts';

export interface DocumentName {
  uri: string;
  name: string;
}

export interface AreasState {
  document: DocumentName | undefined;
  /** Increases with each read. A caller that wants to change the text passes the revision that it is based on. */
  revision: number;
  areas: readonly PolygonInText[];
  /** Of the areas in the text, and of those that can't be drawn; of the text before until they are found. */
  faults: ReturnType<typeof faultsIn>;
  /** Where one more area goes in the text. */
  adds: PlaceForArea;
  /** Why the text can't be changed now, to show to the user. */
  locked: string | undefined;
  /** Whether undo and redo of the document would do something. */
  history: CanStep;
}

const nothingRead = {
  areas: [],
  faults: [],
  adds: undefined,
  locked: undefined,
  history: { canUndo: false, canRedo: false },
};

export type Areas = ReturnType<typeof createAreas>;

/** Owns the areas of the document that the map follows: the one with the active AOI, whatever editor is active. */
export function createAreas(catalog: Catalog) {
  const current = signal<AreasState>({ document: undefined, revision: 0, ...nothingRead });
  /** What was the active AOI until the document no longer contained it. */
  let gone: AoiSource | undefined;
  /** The active AOI before the last one was chosen. */
  let previous: AoiSource | undefined;

  const update = (change: Partial<AreasState>) => {
    const revision = current.peek().revision + 1;
    current.value = { ...current.peek(), ...change, revision };
  };

  const aoiHere = computed(() => {
    const { aoi } = catalog.current.value;
    return aoi && aoi.uri === current.value.document?.uri ? aoi : undefined;
  });
  const activeAoi = () => aoiHere.peek();
  const active = computed(() => {
    const { path } = aoiHere.value ?? {};
    return path && current.value.areas.find(area => samePath(area.path, path));
  });

  function follow(uri: string) {
    if (uri === current.peek().document?.uri) return;
    update({ document: { uri, name: fileNameIn(uri) }, ...nothingRead });
  }

  let followed: AoiSource | undefined;
  const stop = catalog.current.subscribe(({ aoi }) => {
    if (aoi === followed) return;
    followed = aoi;
    if (!aoi) return;
    gone = undefined;
    untracked(() => follow(aoi.uri));
  });

  const at = (path: JsonPath) => current.peek().areas.find(area => samePath(area.path, path));

  function take(area: PolygonInText | undefined) {
    const { document } = current.peek();
    if (!document || !area || area === active.peek()) return;
    previous = activeAoi();
    catalog.lookAt(aoiSource(area, document));
  }

  return {
    current: current as ReadonlySignal<AreasState>,
    /** Switches to another document, which hasn't been read yet. The document of the active AOI is always followed. */
    follow,
    /** Follows no document: the one that it followed was a draft that is gone, with its areas. */
    leave(): void {
      const isActive = activeAoi() !== undefined;
      update({ document: undefined, ...nothingRead });
      gone = previous = undefined;
      if (isActive) catalog.follow(undefined);
    },
    /** The document has a new URI, for example after saving or renaming. */
    moved(uri: string): void {
      const aoi = activeAoi();
      update({ document: { uri, name: fileNameIn(uri) } });
      if (aoi) catalog.follow({ ...aoi, uri });
      if (gone) gone = { ...gone, uri };
    },
    /**
     * Sets the areas of the current text, and updates the active AOI from them: if its area is gone, none is active
     * until it is back.
     *
     * @param isUndone whether the text is older: if an area is gone that was drawn, the one before is active again
     */
    read({ areas, adds }: AreasInText, locked: string | undefined, isUndone = false): void {
      const { document } = current.peek();
      const aoi = activeAoi() ?? gone;
      update({ areas, adds, locked });
      if (!document || aoi?.uri !== document.uri) return;
      const now = findAgain(aoi, areas) ?? (isUndone && previous ? findAgain(previous, areas) : undefined);
      const source = now && aoiSource(now, document);
      const isSame = source ? aoi !== gone && isSameSource(source, aoi) : aoi === gone;
      if (!isSame) catalog.follow(source);
      gone = source ? undefined : aoi;
    },
    /** What is wrong with the areas of the current text. */
    setFaults(faults: AreasState['faults']): void {
      if (faults.length === 0 && current.peek().faults.length === 0) return;
      // Not another revision: the text is the same.
      current.value = { ...current.peek(), faults };
    },
    /** What undo and redo can do now. */
    setHistory(history: CanStep): void {
      const { canUndo, canRedo } = current.peek().history;
      if (canUndo === history.canUndo && canRedo === history.canRedo) return;
      // Not another revision: the text is the same.
      current.value = { ...current.peek(), history };
    },
    /** The text can't be read, so the areas known before are kept. */
    lock(reason: string): void {
      update({ locked: reason });
    },
    /** Makes an area the active AOI. */
    take: (path: JsonPath) => take(at(path)),
    /**
     * The same for the area at a position in the text that was last read, if there is one.
     *
     * @param isChosen whether a person went there on purpose; keys that move the cursor leave the area that was
     * searched
     */
    takeAt(place: number, isChosen: boolean): void {
      const { phase, aoi } = catalog.current.peek();
      if (!isChosen && aoi && phase.kind !== 'idle') return;
      // If features are nested, the innermost one counts.
      take(
        current.peek().areas.findLast(({ offset, length }) => offset <= place && place <= offset + length),
      );
    },
    at,
    /** The area that is the active AOI, if it is in this document. */
    active: () => active.value,
    dispose: stop,
  };
}

/** An area of a document as an AOI, with its own name or else the name of the document. */
export function aoiSource(area: PolygonInText, document: DocumentName): AoiSource {
  const { path, polygon, areaKm2 } = area;
  const name = area.name ?? areaFileStem(document.name);
  return { uri: document.uri, path, name, polygon, areaKm2 };
}

function isSameSource(a: AoiSource, b: AoiSource): boolean {
  const isSamePlace = a.uri === b.uri && a.name === b.name && samePath(a.path, b.path);
  return isSamePlace && a.areaKm2 === b.areaKm2 && isSameArea(a.polygon, b.polygon);
}

function fileNameIn(uri: string): string {
  return decodeURIComponent(uri.slice(Math.max(uri.lastIndexOf('/'), uri.lastIndexOf(':')) + 1));
}

/** Finds the active area in an edited text: an area with the same shape, or with the same name at the same place. */
function findAgain(aoi: AoiSource, areas: readonly PolygonInText[]): PolygonInText | undefined {
  const same = areas.filter(({ polygon }) => isSameArea(polygon, aoi.polygon));
  return (
    same.find(({ path }) => samePath(path, aoi.path)) ??
    same[0] ??
    areas.find(({ path, name }) => samePath(path, aoi.path) && (name ?? aoi.name) === aoi.name)
  );
}
