import * as l10n from '@vscode/l10n';
import type { ButtonHTMLAttributes } from 'preact';

/** SVG path data of icons that are used in several places, in a square of 16 × 16. */
export const iconPaths = {
  close: 'M4 4l8 8M12 4l-8 8',
  remove: 'M4.5 4.5l7 7M11.5 4.5l-7 7',
  previous: 'M10 3L5 8l5 5',
  next: 'M6 3l5 5-5 5',
  unfold: 'M4 6l4 4 4-4',
} as const;

/** A small line icon, drawn in the text color; `path` is SVG path data in a square of 16 × 16. */
export function Icon({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" class="icon">
      <path d={path} />
    </svg>
  );
}

interface IconButtonProps extends ButtonHTMLAttributes {
  name: string;
  path: string;
  /** Shown with the name. */
  keys?: string;
}

/** A button with only an icon: its name is also its tooltip, unless `title` says more. */
export function IconButton({ name, path, keys, ...rest }: IconButtonProps) {
  const title = keys === undefined ? name : `${name} (${keys})`;
  return (
    <button
      type="button"
      class="step-button"
      aria-label={name}
      aria-keyshortcuts={keys}
      title={title}
      {...rest}
    >
      <Icon path={path} />
    </button>
  );
}

export function CloseButton(props: Pick<IconButtonProps, 'class' | 'onClick'>) {
  return <IconButton name={l10n.t('Close')} path={iconPaths.close} {...props} />;
}

export function Link({ label, ...props }: ButtonHTMLAttributes & { label: string }) {
  return (
    <button type="button" class="link" {...props}>
      {label}
    </button>
  );
}
