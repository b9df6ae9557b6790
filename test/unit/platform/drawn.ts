import type { Row } from '../../../src/platform/rows/row.ts';

/** Rows as lines of label and description, with child rows indented. Expands each to the given depth. */
export function drawn(rows: readonly Row[], depth = 0): string[] {
  return rows.flatMap(row => [
    row.description === undefined || row.description === '' ? row.label : `${row.label} | ${row.description}`,
    ...(depth > 0 ? drawn(row.children?.() ?? [], depth - 1).map(line => `  ${line}`) : []),
  ]);
}

/** The row with this label, at the top level or below the rows named before it. */
export function rowAt(rows: readonly Row[], ...labels: string[]): Row {
  const [label, ...rest] = labels;
  const row = rows.find(candidate => candidate.label === label);
  if (!row)
    throw new Error(`No row "${String(label)}" among: ${rows.map(candidate => candidate.label).join(' | ')}`);
  return rest.length === 0 ? row : rowAt(row.children?.() ?? [], ...rest);
}

/** Every row, fully expanded. */
export function opened(rows: readonly Row[]): Row[] {
  return rows.flatMap(row => [row, ...opened(row.children?.() ?? [])]);
}

/** Does what a click on the row does if it isn't a command. */
export function click({ label, press }: Row): void {
  if (!press) throw new Error(`"${label}" does nothing by itself.`);
  press.run();
}

export function factsOf({ tooltip }: Row): Record<string, string> {
  const facts = tooltip?.facts.filter(([, value]) => value !== undefined && value !== '') ?? [];
  return Object.fromEntries(facts.map(([name, value]) => [name, value ?? '']));
}

/** Every text that a user can see or hear. */
export function textsOf(rows: readonly Row[]): string[] {
  return opened(rows).flatMap(row =>
    [
      row.label,
      row.description,
      row.spoken,
      row.tooltip?.heading,
      ...(row.tooltip?.notes ?? []),
      ...(row.tooltip?.facts.flat() ?? []),
    ].filter(text => text !== undefined),
  );
}
