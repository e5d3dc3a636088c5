import { useEffect, useId, useRef, type ReactNode } from 'react';
import { cx } from '../cx.ts';

export type CheckboxProps = {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Some of what it stands for are chosen. */
  indeterminate?: boolean;
  disabled?: boolean;
  help?: ReactNode;
  hideLabel?: boolean;
  name?: string;
};

export function Checkbox({ label, checked, onChange, indeterminate = false, disabled, help, hideLabel, name }: CheckboxProps) {
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return (
    <label className={cx('p-choice', disabled && 'p-choice-disabled')}>
      <input
        ref={box}
        type="checkbox"
        name={name}
        checked={checked}
        disabled={disabled}
        aria-describedby={help ? id : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={hideLabel ? 'p-visually-hidden' : undefined}>
        {label}
        {help && <span id={id} className="p-help">{help}</span>}
      </span>
    </label>
  );
}

export type SwitchProps = Omit<CheckboxProps, 'indeterminate'>;

/** On or off, at once: there is no Save for it. */
export function Switch({ label, checked, onChange, disabled, help, hideLabel, name }: SwitchProps) {
  const id = useId();
  return (
    <label className={cx('p-choice', disabled && 'p-choice-disabled')}>
      <input
        type="checkbox"
        role="switch"
        className="p-switch"
        name={name}
        checked={checked}
        disabled={disabled}
        aria-describedby={help ? id : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={hideLabel ? 'p-visually-hidden' : undefined}>
        {label}
        {help && <span id={id} className="p-help">{help}</span>}
      </span>
    </label>
  );
}

export type RadioOption<V extends string> = { value: V; label: ReactNode; help?: ReactNode; disabled?: boolean };
export type RadioGroupProps<V extends string> = {
  legend: ReactNode;
  hideLegend?: boolean;
  options: readonly RadioOption<V>[];
  value: V | null;
  onChange: (value: V) => void;
  /** Framed boxes instead of plain lines, for plans and kinds. */
  cards?: boolean;
  error?: ReactNode;
};

/** One of a few. */
export function RadioGroup<V extends string>({ legend, hideLegend, options, value, onChange, cards, error }: RadioGroupProps<V>) {
  const name = useId();
  return (
    <fieldset className={cx('p-radios', cards && 'p-radio-cards')} aria-describedby={error ? `${name}-error` : undefined}>
      <legend className={hideLegend ? 'p-visually-hidden' : 'p-label'}>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={cx('p-choice', option.disabled && 'p-choice-disabled')}>
          <input type="radio" name={name} checked={value === option.value} disabled={option.disabled} onChange={() => onChange(option.value)} />
          <span>{option.label}{option.help && <span className="p-help">{option.help}</span>}</span>
        </label>
      ))}
      {error && <p id={`${name}-error`} className="p-error">{error}</p>}
    </fieldset>
  );
}
