import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { IconButton, iconPaths } from './icon.tsx';

export interface RemovableChip {
  key: string;
  label: string;
  /** More than the label shows. */
  title?: string;
  whyKept?: string | undefined;
  remove: () => void;
}

interface ChipListProps {
  name: string;
  chips: readonly RemovableChip[];
  /** Takes the focus when the last chip is removed. */
  goOn?: () => void;
  /** Items before the chips. */
  children?: ComponentChildren;
}

/** Chips that a press or Delete removes. */
export function ChipList({ name, chips, goOn, children }: ChipListProps) {
  const list = useRef<HTMLUListElement>(null);
  const left = useRef(-1);
  useLayoutEffect(() => {
    if (left.current < 0 || document.activeElement !== document.body) return;
    // The focus stays at its position: on the chip that moved there, or on the last one.
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('.chip-remove') ?? [])];
    const next = buttons[left.current] ?? buttons.at(-1);
    left.current = -1;
    if (next) next.focus();
    else goOn?.();
  }, [chips.map(({ key }) => key).join()]);

  const removeAt = ({ whyKept, remove }: RemovableChip, place: number, button: HTMLElement) => {
    if (whyKept !== undefined) return;
    if (document.activeElement === button) left.current = place;
    remove();
  };
  return (
    <ul class="filter-chips" aria-label={name} ref={list} hidden={chips.length === 0 && !children}>
      {children}
      {chips.map((chip, place) => (
        <li key={chip.key} class="filter-chip" data-filter={chip.key}>
          <span class="chip-label ellipsis" title={[chip.label, chip.title].filter(Boolean).join('\n')}>
            {chip.label}
          </span>
          <IconButton
            class="chip-remove"
            name={l10n.t('Remove "{0}"', chip.label)}
            title={chip.whyKept ?? l10n.t('Remove "{0}"', chip.label)}
            path={iconPaths.remove}
            aria-disabled={chip.whyKept === undefined ? undefined : true}
            onClick={({ currentTarget }) => removeAt(chip, place, currentTarget)}
            onKeyDown={event => {
              const isRemoval = event.key === 'Delete' || event.key === 'Backspace';
              // Holding a key must not remove the chips that move into its place.
              if (isRemoval || event.repeat) event.preventDefault();
              if (isRemoval && !event.repeat) removeAt(chip, place, event.currentTarget);
            }}
          />
        </li>
      ))}
    </ul>
  );
}
