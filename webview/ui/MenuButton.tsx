import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { labeled } from '../../src/base/words/labeled.ts';
import { Icon } from './icon.tsx';

export interface MenuItem {
  label: string;
  /** The key that does the same. */
  keys?: string;
  onSelect: () => void;
  /** An option that is on or off; the menu stays open for the next one. */
  isChecked?: boolean;
  /** One of several options, of which exactly one is on; the menu closes. */
  isChosen?: boolean;
  disabledBecause?: string | undefined;
}

export interface MenuSection {
  title?: string;
  items: readonly MenuItem[];
}

interface MenuButtonProps {
  name: string;
  /** What is chosen, beside the name. */
  choice?: string | undefined;
  /** Without an icon, the button shows its name. */
  iconPath?: string;
  class?: string;
  /** Read while the menu is open. */
  sections: () => readonly MenuSection[];
}

/** A button with a menu, with the same keys as in the editor: arrows, Home, End, first letters, Enter, Escape. */
export function MenuButton({ name, choice, iconPath, class: className = '', sections }: MenuButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  // Pressing the button already closes the menu before the click arrives.
  const wasOpen = useRef(false);
  const label = choice === undefined ? name : labeled(name, choice);
  return (
    <>
      <button
        ref={button}
        type="button"
        class={`bar-button ${iconPath === undefined ? 'with-text' : className}`}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerDown={() => (wasOpen.current = isOpen)}
        onClick={() => {
          setOpen(!wasOpen.current);
          wasOpen.current = false;
        }}
        onKeyDown={event => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {iconPath === undefined ? <span class="ellipsis">{label}</span> : <Icon path={iconPath} />}
      </button>
      {isOpen && <Menu name={name} button={button} sections={sections} onClosed={() => setOpen(false)} />}
    </>
  );
}

/** A menu that isn't opened with a button of its own. */
export interface ContextMenu extends Pick<MenuButtonProps, 'name'> {
  /** Gets the focus back. */
  from: HTMLElement;
  at: DOMRect;
  sections: readonly MenuSection[];
}

/** Whether a context menu was requested with the pointer, which has a position, and not with the keyboard. */
export function isByPointer({ button, ctrlKey }: MouseEvent): boolean {
  return button === 2 || ctrlKey;
}

interface MenuProps extends Pick<MenuButtonProps, 'name' | 'sections'> {
  /** Gets the focus back. */
  button: RefObject<HTMLElement | null>;
  /** Where it opens, if not beside the button. */
  at?: DOMRect;
  onClosed: () => void;
}

export function Menu({ name, button, at, sections, onClosed }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!menu.current || !button.current) return;
    menu.current.showPopover();
    putBeside(menu.current, at ?? button.current.getBoundingClientRect());
    menuItems(menu.current)[0]?.focus();
  }, []);
  return (
    <div
      ref={menu}
      class="results-menu"
      role="menu"
      aria-label={name}
      popover="auto"
      onKeyDown={onMenuKey}
      onContextMenu={event => event.preventDefault()}
      // Not with `toggle`, which comes later: a key pressed on the button in between would be lost.
      onBeforeToggle={event => {
        if (event.newState === 'open') return;
        // The focused element is about to disappear.
        if (menu.current?.contains(document.activeElement)) button.current?.focus();
        onClosed();
      }}
    >
      {sections().map(({ title, items }, index) => (
        <div key={index} role="group" aria-label={title}>
          {title !== undefined && <div class="menu-title quiet">{title}</div>}
          {items.map(item => (
            <Entry key={item.label} item={item} close={() => menu.current?.hidePopover()} />
          ))}
        </div>
      ))}
    </div>
  );
}

function Entry({ item, close }: { item: MenuItem; close: () => void }) {
  const { label, keys, onSelect, isChecked, isChosen, disabledBecause } = item;
  const role = isChosen === undefined ? 'menuitem' : 'menuitemradio';
  return (
    <button
      type="button"
      class="menu-item"
      role={isChecked === undefined ? role : 'menuitemcheckbox'}
      tabindex={-1}
      aria-checked={isChecked ?? isChosen}
      aria-keyshortcuts={keys}
      aria-disabled={disabledBecause === undefined ? undefined : true}
      onClick={() => {
        if (disabledBecause !== undefined) return;
        if (isChecked === undefined) close();
        onSelect();
      }}
      onPointerMove={event => event.currentTarget.focus({ preventScroll: true })}
    >
      {label}
      {keys !== undefined && (
        <span class="menu-keys quiet" aria-hidden="true">
          {keys}
        </span>
      )}
      {disabledBecause !== undefined && <span class="menu-reason">{disabledBecause}</span>}
    </button>
  );
}

function onMenuKey(event: KeyboardEvent): void {
  const { currentTarget: menu, key } = event;
  if (!(menu instanceof HTMLElement)) return;
  const items = menuItems(menu);
  const at = items.findIndex(item => item === document.activeElement);
  const letter = key.length === 1 && key !== ' ' ? key.toLowerCase() : undefined;
  const turned = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  const places: Record<string, HTMLElement | undefined> = {
    ArrowDown: turned[0],
    ArrowUp: items.at(at <= 0 ? -1 : at - 1),
    Home: items[0],
    End: items.at(-1),
  };
  const next =
    letter === undefined
      ? places[key]
      : turned.find(({ textContent }) => textContent.toLowerCase().startsWith(letter));
  if (key === 'Tab') menu.hidePopover();
  // The page handles its own keys.
  event.stopPropagation();
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function menuItems(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('.menu-item')];
}

/** Below the button, or above it if there is more room; always within the page. */
function putBeside(popup: HTMLElement, { left, right, top, bottom }: DOMRect): void {
  const margin = 4;
  const isBelow = window.innerHeight - bottom >= Math.min(popup.scrollHeight + margin, top);
  popup.style.maxHeight = `${(isBelow ? window.innerHeight - bottom : top) - 2 * margin}px`;
  const { width, height } = popup.getBoundingClientRect();
  const preferred = left + width + margin <= window.innerWidth ? left : right - width;
  popup.style.left = `${Math.max(margin, Math.min(preferred, window.innerWidth - width - margin))}px`;
  popup.style.top = `${isBelow ? bottom + 2 : top - height - 2}px`;
}
