/**
 * The controls of @vscode/webview-ui-toolkit. The package is archived, so only this file uses it: other code gets
 * components that another library or plain HTML could provide as well.
 */
import { provideVSCodeDesignSystem, vsCodeButton, vsCodeProgressRing } from '@vscode/webview-ui-toolkit';
import type { HTMLAttributes } from 'preact';
import { percentText } from '../../src/base/words/figureText.ts';

declare module 'preact' {
  // oxlint-disable-next-line typescript/no-namespace -- how the elements of JSX are extended
  namespace JSX {
    interface IntrinsicElements {
      'vscode-button': HTMLAttributes<HTMLElement> & { appearance?: string; disabled?: boolean };
      'vscode-progress-ring': HTMLAttributes<HTMLElement>;
    }
  }
}

export function registerControls(): void {
  provideVSCodeDesignSystem().register(vsCodeButton(), vsCodeProgressRing());
}

interface ButtonProps {
  class?: string;
  label: string;
  isPrimary?: boolean;
  title?: string;
  /** Disables it, and becomes its tooltip. */
  disabledBecause?: string | undefined;
  onPress: (event: MouseEvent) => void;
}

export function Button({
  class: name,
  label,
  isPrimary = false,
  title = '',
  disabledBecause,
  onPress,
}: ButtonProps) {
  const isDisabled = disabledBecause !== undefined;
  return (
    <vscode-button
      class={name}
      appearance={isPrimary ? 'primary' : 'secondary'}
      disabled={isDisabled}
      title={disabledBecause ?? title}
      onClick={(event: MouseEvent) => {
        if (!isDisabled) onPress(event);
      }}
    >
      {label}
    </vscode-button>
  );
}

export type ChoiceOptions = readonly (readonly [value: string, label: string])[];

interface SelectProps {
  class?: string;
  /** For its label. */
  id?: string;
  /** If no visible label names it. */
  name?: string;
  options: ChoiceOptions;
  value: string;
  onChange: (value: string) => void;
}

/** A native drop-down: its list is never cut off by its part of the page. */
export function Select({ class: look = 'select', id, name, options, value, onChange }: SelectProps) {
  return (
    <select
      id={id}
      class={look}
      aria-label={name}
      title={name}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
    >
      {options.map(([each, label]) => (
        <option key={each} value={each}>
          {label}
        </option>
      ))}
    </select>
  );
}

export interface SliderProps {
  /** If no visible label names it. */
  name?: string;
  /** For its label. */
  id?: string;
  min: number;
  max: number;
  step: number;
  value: number;
  /** The value, for its tooltip and for screen readers. */
  text: string;
  /** Instead of the value. */
  title?: string;
  disabled?: boolean;
  onChange: (value: number) => void;
}

export function Slider({ name, text, title = text, onChange, ...range }: SliderProps) {
  return (
    <input
      type="range"
      class="slider"
      aria-label={name}
      aria-valuetext={text}
      title={title}
      {...range}
      onInput={event => onChange(event.currentTarget.valueAsNumber)}
    />
  );
}

interface OpacityProps {
  name: string;
  /** 0 to 1. */
  opacity: number;
  /** Percent. */
  step?: number;
  onChange: (opacity: number) => void;
}

/** How opaque something on the map is. */
export function OpacitySlider({ name, opacity, step = 5, onChange }: OpacityProps) {
  const percent = Math.round(opacity * 100);
  return (
    <Slider
      name={name}
      min={0}
      max={100}
      step={step}
      value={percent}
      text={percentText(percent)}
      onChange={value => onChange(value / 100)}
    />
  );
}

/** An indeterminate progress ring without its own text; the text beside it describes the progress. */
export function ProgressRing() {
  return <vscode-progress-ring aria-hidden="true" />;
}
