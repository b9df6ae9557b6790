import * as l10n from '@vscode/l10n';

interface LegendProps {
  /** Of what is on the map. */
  title: string;
  detail: string;
  onZoom: () => void;
}

/** What a report or an image is: a press zooms to it. */
export function LegendButton({ title, detail, onZoom }: LegendProps) {
  return (
    <button
      type="button"
      class="legend"
      title={[l10n.t('Zoom to {0}', title), detail].join('\n')}
      onClick={onZoom}
    >
      <span class="ellipsis">{title}</span>
      <span class="quiet ellipsis">{detail}</span>
    </button>
  );
}
