/** Names on the map, CSS pixels. */
export const nameSize = { height: 16, widest: 160, margin: 4 } as const;

/** A rectangle on the screen around its center, CSS pixels. */
export interface NameBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Whether a name covers none of the others. */
export function isFree(name: NameBox, others: readonly NameBox[]): boolean {
  return others.every(
    ({ x, y, width, height }) =>
      Math.abs(x - name.x) >= (width + name.width) / 2 + nameSize.margin ||
      Math.abs(y - name.y) >= (height + name.height) / 2 + nameSize.margin,
  );
}

/** The names that fit without covering each other; those that come first are preferred. */
export function namesThatFit<Name extends NameBox>(names: readonly Name[]): Name[] {
  const fitting: Name[] = [];
  for (const name of names) if (isFree(name, fitting)) fitting.push(name);
  return fitting;
}
