interface ToggleProps {
  label: string;
  /** For a screen reader, where the label alone does not say it. */
  name?: string;
  title: string;
  /** As `aria-keyshortcuts` spells them. */
  keys?: string;
  isOn: boolean;
  /** Why it cannot be switched on. The press is taken all the same: whoever takes it says why. */
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
