/** Where keys go: a field or a list has keys of its own. */
export function focusOf(event: KeyboardEvent): 'map' | 'button' | 'field' | 'elsewhere' {
  // A control of the toolkit has its field in its own tree.
  const [target] = event.composedPath();
  if (!(target instanceof HTMLElement)) return 'elsewhere';
  const isField = target.matches(
    'input:not([type=button]), textarea, select, [role=combobox], [role=option], [role=separator]',
  );
  if (isField || target.isContentEditable) return 'field';
  if (!target.closest('.map, .stepper')) return 'elsewhere';
  return target.matches('button, a') ? 'button' : 'map';
}
