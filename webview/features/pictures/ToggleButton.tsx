import { Icon } from '../../ui/icon.tsx';

interface ToggleProps {
  label: string;
  /** Instead of the label where the bar is narrow. */
  iconPath?: string;
  title?: string;
  /** In the syntax of `aria-keyshortcuts`. */
  keys?: string;
  isOn: boolean;
  /** Why it can't be switched on. It can still be pressed: the handler announces the reason. */
  whyNot?: string | undefined;
  onToggle: () => void;
}

export function ToggleButton({ label, iconPath, title = label, keys, isOn, whyNot, onToggle }: ToggleProps) {
  const isOff = whyNot !== undefined && !isOn;
  return (
    <button
      type="button"
      class="toggle"
      aria-label={label}
      aria-keyshortcuts={keys}
      aria-pressed={isOn}
      aria-disabled={isOff}
      title={isOff ? whyNot : title}
      onClick={onToggle}
    >
      <span class={iconPath === undefined ? '' : 'in-wide'}>{label}</span>
      {iconPath !== undefined && (
        <span class="in-narrow">
          <Icon path={iconPath} />
        </span>
      )}
    </button>
  );
}
