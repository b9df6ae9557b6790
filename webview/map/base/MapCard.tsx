import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { CloseButton, IconButton, iconPaths } from '../../ui/icon.tsx';

interface CardProps {
  name: string;
  class?: string;
  onClose: () => void;
  children: ComponentChildren;
}

interface LegendProps {
  /** Of what is on the map. */
  title: string;
  detail: string;
  hasSwatch?: boolean;
  onZoom: () => void;
  onRemove: () => void;
}

/** The line above what describes a report or an image: a press zooms to it. */
export function LegendRow({ title, detail, hasSwatch = false, onZoom, onRemove }: LegendProps) {
  return (
    <div class="legend-row">
      <button type="button" class="legend" title={l10n.t('Zoom to {0}', title)} onClick={onZoom}>
        {hasSwatch && <span class="swatch" />}
        <span class="ellipsis">{title}</span>
        <span class="quiet">{detail}</span>
      </button>
      <IconButton
        class="map-button"
        name={l10n.t('Remove {0} from the map', title)}
        path={iconPaths.close}
        onClick={onRemove}
      />
    </div>
  );
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
      <CloseButton class="step-button card-close" onClick={onClose} />
      {children}
    </section>
  );
}
