import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Select } from '../../ui/controls.tsx';
import type { FieldName } from './filterFields.ts';
import type { SearchModel } from './searchModel.ts';

interface FieldProps {
  form: SearchModel;
  name: FieldName;
  /** If the field has several controls. */
  id?: string;
}

export function FieldGroup({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div class="field-group" role="group" aria-label={label}>
      {children}
    </div>
  );
}

interface FrameProps {
  label: string;
  title?: string;
  isWide?: boolean;
  children?: ComponentChildren;
}

interface FieldFrameProps extends FrameProps {
  /** Of its control, or of the most important one. */
  id: string;
}

export function Field({ id, label, title, isWide = false, children }: FieldFrameProps) {
  return (
    <div class={isWide ? 'field wide' : 'field'} title={title}>
      <label class="label ellipsis" title={label} for={id}>
        {label}
      </label>
      {children}
    </div>
  );
}

interface InputProps extends FieldProps {
  kind?: 'text' | 'date' | 'number';
  /** If no visible label names it. */
  label?: string;
  placeholder?: string;
  takesFocus?: boolean;
  onType?: () => void;
}

/** A native input: the toolkit has no dates and can't link messages to its text fields. {@link FieldProblem} is separate. */
export function Input({ form, name, id = `filter-${name}`, ...props }: InputProps) {
  const { kind = 'text', label, placeholder, takesFocus = false, onType } = props;
  const input = useRef<HTMLInputElement>(null);
  const text = form.fields.value[name];
  const hasProblem = form.problems.value[name] !== undefined;
  useLayoutEffect(() => {
    // Even if it is the same: an incomplete date has no value and must be cleared.
    if (input.current) input.current.value = text;
  }, [form.filled.value]);
  useLayoutEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);
  return (
    <input
      id={id}
      name={name}
      class="input"
      spellcheck={false}
      autocomplete="off"
      placeholder={placeholder}
      {...(kind === 'date' ? { type: 'date', min: '2000-01-01', max: '9999-12-31' } : { type: 'text' })}
      {...(kind === 'number' ? { inputMode: 'decimal' } : {})}
      aria-label={label}
      {...(hasProblem ? { 'aria-invalid': true, 'aria-describedby': `${id}-problem` } : {})}
      ref={input}
      value={text}
      onInput={({ currentTarget }) => {
        onType?.();
        form.edit(name, currentTarget.value);
      }}
    />
  );
}

export function FieldProblem({ form, name, id = `filter-${name}` }: FieldProps) {
  return (
    <span id={`${id}-problem`} class="problem" role="alert">
      {form.problems.value[name]}
    </span>
  );
}

interface ChoiceProps extends FieldProps, FrameProps {
  options: Readonly<Record<string, string>>;
  /** The name of a value that isn't an option: criteria can come from elsewhere. */
  valueName?: (value: string) => string;
  /** Whether its last option opens a field for a custom text. */
  takesText?: boolean;
}

const otherOption = 'other';

export function Choice({
  form,
  name,
  options,
  valueName,
  takesText = false,
  children,
  ...frame
}: ChoiceProps) {
  const id = `filter-${name}`;
  const value = form.fields.value[name];
  const filled = form.filled.value;
  /** The value of `filled` when the user started typing: the text stays until the form is filled again. */
  const [writesSince, setWritesSince] = useState(-1);
  const isWriting = writesSince === filled;
  const isOffered = Object.hasOwn(options, value);
  const isOwn = takesText && (isWriting || !isOffered);
  const offered = takesText
    ? { ...options, [otherOption]: l10n.t('Other…') }
    : isOffered
      ? options
      : { ...options, [value]: valueName?.(value) ?? value };
  return (
    <Field id={id} {...frame}>
      <Select
        id={id}
        class="input"
        options={Object.entries(offered)}
        value={isOwn ? otherOption : value}
        onChange={chosen => {
          const opens = takesText && chosen === otherOption;
          setWritesSince(opens ? filled : -1);
          form.edit(name, opens ? '' : chosen);
        }}
      />
      {isOwn && (
        <Input
          form={form}
          name={name}
          id={`${id}-text`}
          label={l10n.t('{0}: {1}', frame.label, l10n.t('Custom'))}
          takesFocus={isWriting}
          onType={() => setWritesSince(filled)}
        />
      )}
      {takesText && <FieldProblem form={form} name={name} id={`${id}-text`} />}
      {children}
    </Field>
  );
}
