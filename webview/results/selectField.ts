import { element } from '../element.ts';

/** A small drop-down of the platform's own: its list is never cut off by the part of the page that it stands in. */
export function selectField(
  name: string,
  options: readonly (readonly [value: string, label: string])[],
  onChange: (value: string) => void,
): { element: HTMLElement; set: (value: string) => void } {
  const select = element(
    'select',
    { class: 'select', 'aria-label': name, title: name },
    ...options.map(([value, label]) => element('option', { value }, label)),
  );
  select.addEventListener('change', () => onChange(select.value));
  return {
    element: select,
    set: value => {
      if (select.value !== value) select.value = value;
    },
  };
}
