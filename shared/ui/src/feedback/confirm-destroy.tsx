import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { ApiError, useDirty, t, Trans } from '@panel/core';
import { Button } from '../parts/button.tsx';
import { Checkbox } from '../form/choice.tsx';
import { Field } from '../form/field.tsx';
import { TextInput } from '../form/text-input.tsx';
import { Dialog, SidePanel } from '../overlay/modal.tsx';
import { Banner } from './banner.tsx';

/** What the user confirms, and where it applies. */
export type Confirmation = string | { label: string; help?: string };

export type ConfirmDestroyProps = {
  open: boolean;
  /** As a side panel instead of a dialog. */
  side?: boolean;
  /** E.g. "Delete Live Environment" (spec §2.3). */
  title: string;
  /** The exact text to type. */
  name: string;
  facts: { goes: readonly string[]; stays?: readonly string[] };
  /** What the text above leaves out, e.g. that it happens later. */
  note?: string;
  /** The checked, disabled confirmations (spec §2.3). */
  confirmations?: readonly Confirmation[];
  confirmLabel?: string;
  placeholder?: string;
  /** Offers to make a backup first. */
  backup?: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
  busy?: boolean;
  error?: unknown;
};

const FILES_AND_DATABASE = [t('Live files and database will be deleted.')] as const;

function List({ title, of }: { title: string; of: readonly string[] }) {
  if (of.length === 0) return null;
  return (
    <div>
      <strong>{title}</strong>
      <ul className="p-list">
        {of.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </div>
  );
}

/** The typed confirmation; it starts empty each time because it exists only while the dialog is open. */
function Body({
  name,
  facts,
  note,
  confirmations = FILES_AND_DATABASE,
  placeholder,
  backup,
  onConfirm,
  busy,
  error,
  form,
  typed,
  setTyped,
}: ConfirmDestroyProps & { form: string; typed: string; setTyped: (text: string) => void }) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed === name && !busy) onConfirm();
  };
  return (
    <form id={form} className="p-stack p-gap-4" onSubmit={submit} noValidate>
      <p>
        <Trans
          id="All data of <0>{name}</0> is destroyed and unrecoverable."
          values={{ name }}
          parts={[(piece) => <strong className="p-break">{piece}</strong>]}
        />
        {note && ` ${note}`}
      </p>
      <List title={t('What is deleted')} of={facts.goes} />
      <List title={t('What stays')} of={facts.stays ?? []} />
      {backup}
      {confirmations.length > 0 && (
        <div className="p-stack p-gap-2">
          {confirmations
            .map((one) => (typeof one === 'string' ? { label: one } : one))
            .map((one) => (
              <Checkbox key={one.label} {...one} checked disabled onChange={() => undefined} />
            ))}
        </div>
      )}
      <Field
        label={
          <Trans
            id="Type <0>{name}</0> to confirm"
            values={{ name }}
            parts={[(piece) => <strong className="p-break">{piece}</strong>]}
          />
        }
      >
        <TextInput
          value={typed}
          onChange={setTyped}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          autoFocusInDialog
        />
      </Field>
      {error !== null && error !== undefined && (
        <Banner kind="danger" live>
          {error instanceof ApiError || error instanceof Error ? error.message : String(error)}
        </Banner>
      )}
    </form>
  );
}

/** Confirms a deletion: lists what is deleted and what stays, and asks for the name (spec §2.3). */
export function ConfirmDestroy(props: ConfirmDestroyProps) {
  return props.open ? <OpenConfirm {...props} /> : null;
}

function OpenConfirm(props: ConfirmDestroyProps) {
  const form = useId();
  const [typed, setTyped] = useState('');
  useDirty(typed !== '', false);
  const { title, name, onClose, busy = false, side = false, confirmLabel = t('Delete Environment') } = props;
  const Frame = side ? SidePanel : Dialog;
  return (
    <Frame
      open
      icon="warning"
      tone="danger"
      title={title}
      onClose={onClose}
      busy={busy}
      footer={
        <>
          <Button onClick={onClose} disabledReason={busy ? t('Wait until this has finished.') : null}>
            {t('Cancel')}
          </Button>
          <Button
            kind="danger"
            type="submit"
            form={form}
            loading={busy}
            disabledReason={typed === name ? null : t('Type the name exactly as it is shown.')}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <Body {...props} form={form} typed={typed} setTyped={setTyped} />
    </Frame>
  );
}
