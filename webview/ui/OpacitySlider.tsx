import { percentText } from './format.ts';

interface OpacityProps {
  name: string;
  /** 0 to 1. */
  opacity: number;
  onChange: (opacity: number) => void;
}

/** How opaque something on the map is, in steps of 5 %. */
export function OpacitySlider({ name, opacity, onChange }: OpacityProps) {
  const percent = Math.round(opacity * 100);
  return (
    <input
      type="range"
      class="opacity"
      min="0"
      max="100"
      step="5"
      value={percent}
      aria-label={name}
      title={percentText(percent)}
      onInput={event => onChange(event.currentTarget.valueAsNumber / 100)}
    />
  );
}
