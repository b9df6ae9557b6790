import { element } from '../ui/element.ts';
import type { ListGeometry } from './listGeometry.ts';
import type { RowView } from './rowView.ts';

/** The rows of a long list that are in view, and some around them, as elements in the order of the list. */
export interface VirtualRows {
  element: HTMLElement;
  /** Draws what is between two heights, in CSS pixels from the top of the rows. */
  draw: (frame: Frame) => void;
  /** Forgets how rows look: all are built anew. */
  reset: () => void;
}

export interface Frame {
  geometry: ListGeometry;
  top: number;
  bottom: number;
  /** Is drawn wherever it lies: the list points at it. */
  active: number;
  keyOf: (index: number) => object | undefined;
  build: (index: number) => RowView | undefined;
  update: (view: RowView, index: number) => void;
  buildHead: (group: number) => HTMLElement;
}

/** Drawn beyond what is in view, CSS pixels. */
const margin = 300;

export function createVirtualRows(): VirtualRows {
  const rows = element('div', { class: 'rows', role: 'presentation' });
  let views = new Map<object, RowView>();
  /** CSS pixels. What the style gives back of a great one is spelled differently from what was set. */
  let height = 0;

  return {
    element: rows,
    reset: () => {
      views = new Map();
    },
    draw: frame => {
      const { geometry, active, keyOf } = frame;
      if (geometry.height !== height) rows.style.height = `${geometry.height}px`;
      height = geometry.height;
      const shown = geometry.between(frame.top - margin, frame.bottom + margin);
      const indices = range(shown.rows);
      if (active < shown.rows[0] && keyOf(active)) indices.unshift(active);
      else if (active >= shown.rows[1] && keyOf(active)) indices.push(active);

      const next = new Map<object, RowView>();
      const children: HTMLElement[] = [];
      const endOfGroups = shown.groups[1];
      let group = shown.groups[0];
      const putHeads = (until: number) => {
        for (; group < endOfGroups && geometry.headTopOf(group) < until; group++) {
          const head = frame.buildHead(group);
          head.style.transform = `translateY(${geometry.headTopOf(group)}px)`;
          children.push(head);
        }
      };
      for (const index of indices) {
        const key = keyOf(index);
        const view = key && (views.get(key) ?? frame.build(index));
        if (!key || !view) continue;
        putHeads(geometry.topOf(index));
        next.set(key, view);
        frame.update(view, index);
        children.push(view.element);
      }
      putHeads(Infinity);
      views = next;
      putInOrder(rows, children);
    },
  };
}

function range([from, to]: readonly [number, number]): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}

/** Moves no element that stands where it should: one that is moved loses its hover. */
function putInOrder(parent: HTMLElement, children: readonly HTMLElement[]): void {
  const wanted = new Set<Element>(children);
  for (const child of [...parent.children]) if (!wanted.has(child)) child.remove();
  children.forEach((child, index) => {
    const present = parent.children[index];
    if (present !== child) parent.insertBefore(child, present ?? null);
  });
}
