interface ToggleProps {
  label: string;
  title?: string;
  /** In the syntax of `aria-keyshortcuts`. */
  keys?: string;
  isOn: boolean;
  /** Why it can't be switched on. It can still be pressed: the handler announces the reason. */
  whyNot?: string | undefined;
  onToggle: () => void;
}

export function ToggleButton({ label, title = label, keys, isOn, whyNot, onToggle }: ToggleProps) {
  const isOff = whyNot !== undefined && !isOn;
  return (
    <button
      type="button"
      class="toggle"
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
