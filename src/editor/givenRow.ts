import { isRecord, type Fields } from '../model/fields.ts';
/** What a command is told by the row of a tree that it was called on. */
export interface GivenRow {
  id: string;
  label: string;
  copyId: string | undefined;
  details: { title: string; fields: unknown } | undefined;
  /** What the row is about; each command knows what it looks for. */
  subject: Readonly<Record<string, unknown>>;
}

/** The row, or `undefined` where a command was called from elsewhere. */
export function givenRow(given: unknown): GivenRow | undefined {
  const { id, label, copyId, details, subject } = membersOf(given);
  if (typeof id !== 'string' || typeof label !== 'string') return undefined;
  const { title, fields } = membersOf(details);
  return {
    id,
    label,
    copyId: typeof copyId === 'string' ? copyId : undefined,
    details: typeof title === 'string' ? { title, fields } : undefined,
    subject: membersOf(subject),
  };
}

/**
 * The id that a command was given: as it is, or by the row of what it is of.
 *
 * @param member of the row's subject
 */
export function givenId(given: unknown, member = 'id'): string | undefined {
  const id = typeof given === 'string' ? given : givenRow(given)?.subject[member];
  return typeof id === 'string' ? id : undefined;
}

function membersOf(value: unknown): Fields {
  return isRecord(value) ? value : {};
}
