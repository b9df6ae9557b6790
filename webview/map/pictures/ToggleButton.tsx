interface ToggleProps {
  label: string;
  /** For a screen reader, if the label alone is not enough. */
  name?: string;
  title: string;
  /** In the syntax of `aria-keyshortcuts`. */
  keys?: string;
  isOn: boolean;
  /** Why it can't be switched on. It can still be pressed: the handler announces the reason. */
  whyNot?: string | undefined;
  onToggle: () => void;
}

export function ToggleButton({ label, name = label, title, keys, isOn, whyNot, onToggle }: ToggleProps) {
  const isOff = whyNot !== undefined && !isOn;
  return (
    <button
      type="button"
      class="toggle"
      aria-label={name}
      aria-keyshortcuts={keys}
      aria-pressed={isOn}
      aria-disabled={isOff}
      title={isOff ? whyNot : title}
      onClick={onToggle}
    >
      {label}
    </button>
  );
}
