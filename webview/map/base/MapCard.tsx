import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { IconButton, iconPaths } from '../../ui/icon.tsx';

interface CardProps {
  name: string;
  class?: string;
  onClose: () => void;
  children: ComponentChildren;
}

/** A card in the corner of the map. Escape closes it, like its button. */
export function MapCard({ name, class: own = '', onClose, children }: CardProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
  return (
    <section class={`image-card ${own}`} aria-label={name} onKeyDown={onKeyDown}>
      <IconButton
        class="step-button card-close"
        name={l10n.t('Close')}
        path={iconPaths.close}
        onClick={onClose}
      />
      {children}
    </section>
  );
}
