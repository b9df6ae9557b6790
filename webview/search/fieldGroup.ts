import { element } from '../ui/element.ts';
import type { FilterFields, FilterProblems } from './filterFields.ts';

/** Some fields of the form, and the controls that hold them. */
export interface FieldGroup {
  elements: readonly HTMLElement[];
  /** What its controls say. */
  read(): Partial<FilterFields>;
  show(fields: FilterFields): void;
  showProblems?(problems: FilterProblems): void;
  /** Fields whose control holds something that is not a value yet, such as half a date. */
  unfinished?(): readonly (keyof FilterFields)[];
}

/** Fields that belong together, under one name. */
export function namedGroup(name: string, ...fields: readonly HTMLElement[]): HTMLElement {
  return element('div', { class: 'field-group', role: 'group', 'aria-label': name }, ...fields);
}
