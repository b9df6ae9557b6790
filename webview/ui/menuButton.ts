import { element, icon } from './element.ts';

export interface MenuItem {
  label: string;
  does: () => void;
  /** A choice that is on or off; the menu stays open for the next one. */
  isChecked?: boolean;
  disabledBecause?: string | undefined;
}

export interface MenuSection {
  title?: string;
  items: readonly MenuItem[];
}

/** A button with a menu, worked as in the editor: arrows, Home, End, first letters, Enter, Escape. */
export function menuButton(
  name: string,
  look: { iconPath: string } | { text: string },
  sections: () => readonly MenuSection[],
): HTMLButtonElement {
  const button = element(
    'button',
    {
      type: 'button',
      class: 'bar-button',
      'aria-label': name,
      title: name,
      'aria-haspopup': 'menu',
      'aria-expanded': 'false',
    },
    'iconPath' in look ? icon(look.iconPath) : look.text,
  );
  if ('text' in look) button.classList.add('with-text');
  let open: HTMLElement | undefined;

  function show(): void {
    const menu = element('div', { class: 'results-menu', role: 'menu', 'aria-label': name, popover: 'auto' });
    fill(menu);
    button.after(menu);
    open = menu;
    menu.addEventListener('keydown', onKey);
    menu.addEventListener('toggle', event => {
      if (event.newState === 'open') return;
      // What has the focus is about to go.
      if (menu.contains(document.activeElement)) button.focus();
      menu.remove();
      open = undefined;
      button.setAttribute('aria-expanded', 'false');
    });
    menu.showPopover();
    putBeside(menu, button);
    button.setAttribute('aria-expanded', 'true');
    itemsOf(menu)[0]?.focus();
  }

  function fill(menu: HTMLElement): void {
    menu.replaceChildren(
      ...sections()
        .filter(({ items }) => items.length > 0)
        .map(({ title, items }) => {
          const heading = title === undefined ? [] : [element('div', { class: 'menu-title' }, title)];
          const label = title === undefined ? {} : { 'aria-label': title };
          return element(
            'div',
            { role: 'group', ...label },
            ...heading,
            ...items.map(item => entry(item, menu)),
          );
        }),
    );
  }

  function entry(item: MenuItem, menu: HTMLElement): HTMLElement {
    const isChoice = item.isChecked !== undefined;
    const made = element(
      'button',
      {
        type: 'button',
        class: 'menu-item',
        role: isChoice ? 'menuitemcheckbox' : 'menuitem',
        tabindex: '-1',
      },
      item.label,
    );
    if (isChoice) made.setAttribute('aria-checked', String(item.isChecked));
    if (item.disabledBecause !== undefined) {
      made.setAttribute('aria-disabled', 'true');
      made.append(element('span', { class: 'menu-reason' }, item.disabledBecause));
    }
    made.addEventListener('click', () => {
      if (item.disabledBecause !== undefined) return;
      if (!isChoice) {
        menu.hidePopover();
        item.does();
        return;
      }
      const at = itemsOf(menu).indexOf(made);
      item.does();
      fill(menu);
      itemsOf(menu)[at]?.focus();
    });
    made.addEventListener('pointermove', () => made.focus({ preventScroll: true }));
    return made;
  }

  function onKey(event: KeyboardEvent): void {
    const { currentTarget: menu, key } = event;
    if (!(menu instanceof HTMLElement)) return;
    const items = itemsOf(menu);
    const at = items.findIndex(item => item === document.activeElement);
    const next = (() => {
      switch (key) {
        case 'ArrowDown':
          return items[(at + 1) % items.length];
        case 'ArrowUp':
          return items.at(at <= 0 ? -1 : at - 1);
        case 'Home':
          return items[0];
        case 'End':
          return items.at(-1);
        default:
          return key.length === 1 && key !== ' ' ? startingWith(items, at, key) : undefined;
      }
    })();
    if (key === 'Tab') menu.hidePopover();
    // The page has keys of its own.
    event.stopPropagation();
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  button.addEventListener('keydown', event => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    if (!open) show();
  });
  // A press on the button closes the menu by itself, before the click arrives.
  let wasOpen = false;
  button.addEventListener('pointerdown', () => (wasOpen = open !== undefined));
  button.addEventListener('click', () => {
    if (!wasOpen && !open) show();
    wasOpen = false;
  });
  return button;
}

function itemsOf(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('.menu-item')];
}

function startingWith(items: readonly HTMLElement[], at: number, letter: string): HTMLElement | undefined {
  const wanted = letter.toLowerCase();
  const turned = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  return turned.find(item => item.textContent.toLowerCase().startsWith(wanted));
}

/** Below the button, or above it where there is more room; within the page in any case. */
export function putBeside(popup: HTMLElement, button: HTMLElement): void {
  const margin = 4;
  const { left, right, top, bottom } = button.getBoundingClientRect();
  const isBelow = window.innerHeight - bottom >= Math.min(popup.scrollHeight + margin, top);
  popup.style.maxHeight = `${(isBelow ? window.innerHeight - bottom : top) - 2 * margin}px`;
  const { width, height } = popup.getBoundingClientRect();
  const wanted = left + width + margin <= window.innerWidth ? left : right - width;
  popup.style.left = `${Math.max(margin, Math.min(wanted, window.innerWidth - width - margin))}px`;
  popup.style.top = `${isBelow ? bottom + 2 : top - height - 2}px`;
}
