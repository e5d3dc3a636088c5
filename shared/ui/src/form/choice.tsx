import { useEffect, useId, useRef, type ReactNode, type Ref } from 'react';
import { cx } from '../cx.ts';

export type CheckboxProps = {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Some of the rows it represents are selected. */
  indeterminate?: boolean;
  disabled?: boolean;
  help?: ReactNode;
  hideLabel?: boolean;
  name?: string;
};

/** The box, its label and its help, for both kinds. */
function Choice({
  label,
  checked,
  onChange,
  disabled,
  help,
  hideLabel,
  name,
  ...own
}: SwitchProps & { ref?: Ref<HTMLInputElement>; role?: 'switch'; className?: string }) {
  const id = useId();
  return (
    <label className={cx('p-choice', disabled && 'p-choice-disabled')}>
      <input
        {...own}
        type="checkbox"
        name={name}
        checked={checked}
        disabled={disabled}
        aria-describedby={help ? id : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={hideLabel ? 'p-visually-hidden' : undefined}>
        {label}
        {help && (
          <span id={id} className="p-help">
            {help}
          </span>
        )}
      </span>
    </label>
  );
}

export function Checkbox({ indeterminate = false, ...choice }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return <Choice {...choice} ref={box} />;
}

export type SwitchProps = Omit<CheckboxProps, 'indeterminate'>;

/** A switch, effective immediately without Save. */
export const Switch = (choice: SwitchProps) => <Choice {...choice} role="switch" className="p-switch" />;

export type RadioOption<V extends string> = { value: V; label: ReactNode; help?: ReactNode; disabled?: boolean };
export type RadioGroupProps<V extends string> = {
  legend: ReactNode;
  hideLegend?: boolean;
  options: readonly RadioOption<V>[];
  value: V | null;
  onChange: (value: V) => void;
  /** Framed boxes instead of plain rows, for plans and kinds. */
  cards?: boolean;
  error?: ReactNode;
};

/** One of a few options. */
export function RadioGroup<V extends string>({
  legend,
  hideLegend,
  options,
  value,
  onChange,
  cards,
  error,
}: RadioGroupProps<V>) {
  const name = useId();
  return (
    <fieldset
      className={cx('p-radios', cards && 'p-radio-cards')}
      aria-describedby={error ? `${name}-error` : undefined}
      data-invalid={error ? true : undefined}
    >
      <legend className={hideLegend ? 'p-visually-hidden' : 'p-label'}>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={cx('p-choice', option.disabled && 'p-choice-disabled')}>
          <input
            type="radio"
            name={name}
            checked={value === option.value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          <span>
            {option.label}
            {option.help && <span className="p-help">{option.help}</span>}
          </span>
        </label>
      ))}
      {error && (
        <p id={`${name}-error`} className="p-error">
          {error}
        </p>
      )}
    </fieldset>
  );
}
