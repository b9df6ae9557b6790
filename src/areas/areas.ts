import { signal, untracked, type ReadonlySignal } from '@preact/signals-core';
import type { AreasInText, PolygonInText } from '../model/geojson/geojsonText.ts';
import { samePath, type JsonPath } from '../model/problem.ts';
import { type Catalog, type AoiSource, isSameArea } from '../images/catalog.ts';

/** A document: its URI, its text and its display name. */
export interface DocumentName {
  uri: string;
  name: string;
}

export interface AreasState {
  document: DocumentName | undefined;
  /** Increases with each read. A caller that wants to change the text passes the revision that it is based on. */
  revision: number;
  areas: readonly PolygonInText[];
  /** Why the text can't be changed now, to show to the user. */
  locked: string | undefined;
}

/** Owns the areas of the document that the map follows: the one with the active AOI, whatever editor is active. */
export interface Areas {
  readonly current: ReadonlySignal<AreasState>;
  /** The area that contains the cursor. */
  readonly atCursor: ReadonlySignal<PolygonInText | undefined>;
  /** Switches to another document, which hasn't been read yet. The document of the active AOI is always followed. */
  follow(uri: string): void;
  /** The document has a new URI, for example after saving or renaming. */
  moved(uri: string): void;
  /** Sets the areas of the current text, and updates the active AOI from them. */
  read(found: AreasInText, locked: string | undefined): void;
  /** The text can't be read, so the areas known before are kept. */
  lock(reason: string): void;
  /** @param offset of the cursor in the text that was last read; `undefined` if the cursor is elsewhere */
  setCursor(offset: number | undefined): void;
  /** Makes an area the active AOI. Results of another area are dropped. */
  take(path: JsonPath): void;
  at(path: JsonPath): PolygonInText | undefined;
  /** The area that is the active AOI, if the document still contains it. */
  active(): PolygonInText | undefined;
  dispose(): void;
}

const nothingRead = { areas: [], locked: undefined };

export function createAreas(catalog: Catalog): Areas {
  const current = signal<AreasState>({ document: undefined, revision: 0, ...nothingRead });
  const atCursor = signal<PolygonInText | undefined>(undefined);
  let cursor: number | undefined;
  /** The active AOI if the document no longer contains it, because another area can be at its path. */
  let gone: AoiSource | undefined;

  const update = (change: Partial<AreasState>) => {
    const revision = current.peek().revision + 1;
    current.value = { ...current.peek(), ...change, revision };
    lightCursor();
  };

  function lightCursor() {
    const at = cursor;
    // If features are nested, the innermost one counts.
    atCursor.value =
      at === undefined
        ? undefined
        : current.peek().areas.findLast(({ offset, length }) => offset <= at && at <= offset + length);
  }

  /** The active AOI, if it is in the followed document. */
  function activeAoi(): AoiSource | undefined {
    const { aoi } = catalog.current.peek();
    return aoi && aoi.uri === current.peek().document?.uri ? aoi : undefined;
  }

  function follow(uri: string) {
    if (uri === current.peek().document?.uri) return;
    cursor = undefined;
    update({ document: { uri, name: nameOf(uri) }, ...nothingRead });
  }

  let followed: AoiSource | undefined;
  const stop = catalog.current.subscribe(({ aoi }) => {
    if (aoi === followed) return;
    followed = aoi;
    if (aoi) untracked(() => follow(aoi.uri));
  });

  return {
    current,
    atCursor,
    follow,
    moved(uri) {
      const aoi = activeAoi();
      const isGone = aoi === gone;
      update({ document: { uri, name: nameOf(uri) } });
      if (!aoi) return;
      const source = { ...aoi, uri };
      if (isGone) gone = source;
      catalog.follow(source);
    },
    read({ areas }, locked) {
      const { document } = current.peek();
      const aoi = activeAoi();
      update({ areas, locked });
      const now = aoi && findAgain(aoi, areas);
      if (!document || !now) {
        gone = aoi;
        return;
      }
      const source = sourceOf(now, document);
      gone = undefined;
      if (!isSameSource(source, aoi)) catalog.follow(source);
    },
    lock(reason) {
      update({ locked: reason });
    },
    setCursor(offset) {
      cursor = offset;
      lightCursor();
    },
    take(path) {
      const { document, areas } = current.peek();
      const area = areas.find(one => samePath(one.path, path));
      if (document && area) catalog.lookAt(sourceOf(area, document));
    },
    at: path => current.peek().areas.find(one => samePath(one.path, path)),
    active() {
      const aoi = activeAoi();
      if (aoi === gone) return undefined;
      return aoi && current.peek().areas.find(({ path }) => samePath(path, aoi.path));
    },
    dispose: stop,
  };
}

/** An area of a document as an AOI, with its own name or else the name of the document. */
export function sourceOf(area: PolygonInText, document: DocumentName): AoiSource {
  const { path, polygon, areaKm2 } = area;
  const name = area.name ?? document.name.replace(/\.(geo)?json$/i, '');
  return { uri: document.uri, path, name, polygon, areaKm2 };
}

function isSameSource(one: AoiSource, other: AoiSource): boolean {
  const isSamePlace = one.uri === other.uri && one.name === other.name && samePath(one.path, other.path);
  return isSamePlace && one.areaKm2 === other.areaKm2 && isSameArea(one.polygon, other.polygon);
}

function nameOf(uri: string): string {
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
