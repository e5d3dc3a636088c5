import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { get, useFieldArray, useFormState } from 'react-hook-form';
import type { FieldArray, FieldArrayPath, FieldValues } from 'react-hook-form';
import { inSentence, t } from '@panel/core';
import { Button, IconButton } from '../parts/button.tsx';
import type { FormState } from './use-form.ts';

export type FieldListProps<I extends FieldValues, O, N extends FieldArrayPath<I>> = {
  form: FormState<I, O>;
  /** Path of the array in the schema. */
  name: N;
  label: string;
  /** Name of a row, e.g. "Variable". */
  rowLabel: string;
  /** A new row, which Add appends. */
  newRow: FieldArray<I, N>;
  /** Fields of the row at this path: `{(row) => <FormField form={form} name={`${row}.name`} label="Name" />}`. */
  children: (row: `${N}.${number}`) => ReactNode;
  /** Why no row can be added, e.g. a limit of the plan. */
  addDisabledReason?: string | null;
  /** Set to false if the order is meaningless. */
  movable?: boolean;
};

type Message = { message?: string; root?: { message?: string } } | undefined;
/** Row whose first field (or button, by its position) gets the focus after the list has changed. */
type Target = { row: number; button?: 'up' | 'down' };

const INPUTS = 'input, select, textarea';

/**
 * Rows of fields: add, remove, and move by buttons or Alt + arrow keys. Errors of a row or of the whole list appear
 * there, and the focus is never lost.
 */
export function FieldList<I extends FieldValues, O, N extends FieldArrayPath<I>>({
  form,
  name,
  label,
  rowLabel,
  newRow,
  children,
  addDisabledReason,
  movable = true,
}: FieldListProps<I, O, N>) {
  const { fields, append, remove, move } = useFieldArray({ control: form.control, name });
  const { errors } = useFormState({ control: form.control });
  const list = useRef<HTMLFieldSetElement>(null);
  const target = useRef<Target | null>(null);
  const [said, setSaid] = useState('');
  const id = useId();
  const wrong = get(errors, name) as Message;
  const listError = wrong?.root?.message ?? wrong?.message;

  useEffect(() => {
    if (!target.current) return;
    const { row, button } = target.current;
    target.current = null;
    const rows = list.current?.querySelectorAll<HTMLElement>('.p-field-row');
    const within = rows?.[Math.min(row, rows.length - 1)];
    const wanted = button && within?.querySelector<HTMLElement>(`[data-move=${button}]`);
    (
      wanted ??
      within?.querySelector<HTMLElement>(INPUTS) ??
      list.current?.querySelector<HTMLElement>('[data-add]')
    )?.focus();
  }, [fields]);

  const nameOf = (index: number) => `${rowLabel} ${index + 1}`;

  const add = () => {
    target.current = { row: fields.length };
    append(newRow, { shouldFocus: false });
    setSaid(t('{row} added.', { row: nameOf(fields.length) }));
  };
  const drop = (index: number) => {
    target.current = { row: index };
    remove(index);
    setSaid(t('{row} removed.', { row: nameOf(index) }));
  };
  const shift = (from: number, to: number, button?: Target['button']) => {
    if (to < 0 || to >= fields.length) return;
    target.current = { row: to, button };
    move(from, to);
    setSaid(
      t('{row} is now number {place} of {count}.', {
        row: nameOf(from),
        place: to + 1,
        count: fields.length,
      }),
    );
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!movable || !event.altKey || step === undefined) return;
    event.preventDefault();
    shift(index, index + step);
  };

  return (
    <fieldset ref={list} className="p-field-list" aria-describedby={listError ? `${id}-error` : undefined}>
      <legend className="p-label">{label}</legend>
      {fields.map((field, index) => {
        const row = `${name}.${index}` as const;
        const own = get(errors, row) as Message;
        const title = nameOf(index);
        return (
          <div
            key={field.id}
            className="p-field-row"
            role="group"
            aria-label={title}
            aria-describedby={own?.message ? `${id}-${index}` : undefined}
            data-invalid={own?.message ? true : undefined}
            onKeyDown={(event) => onKeyDown(event, index)}
          >
            {children(row)}
            <span className="p-field-row-buttons">
              {movable && (
                <>
                  <IconButton
                    icon="arrow-up"
                    label={t('Move {title} up', { title })}
                    data-move="up"
                    disabledReason={index === 0 ? t('It is the first.') : null}
                    onClick={() => shift(index, index - 1, 'up')}
                  />
                  <IconButton
                    icon="arrow-down"
                    label={t('Move {title} down', { title })}
                    data-move="down"
                    disabledReason={index === fields.length - 1 ? t('It is the last.') : null}
                    onClick={() => shift(index, index + 1, 'down')}
                  />
                </>
              )}
              <IconButton icon="trash" label={t('Remove {title}', { title })} onClick={() => drop(index)} />
            </span>
            {own?.message && (
              <p id={`${id}-${index}`} className="p-error">
                {own.message}
              </p>
            )}
          </div>
        );
      })}
      {listError && (
        <p id={`${id}-error`} className="p-error">
          {listError}
        </p>
      )}
      <Button
        icon="plus"
        size="s"
        data-add
        data-invalid={listError ? true : undefined}
        disabledReason={addDisabledReason}
        onClick={add}
      >
        {t('Add {row}', { row: inSentence(rowLabel) })}
      </Button>
      <span className="p-visually-hidden" role="status">
        {said}
      </span>
    </fieldset>
  );
}
