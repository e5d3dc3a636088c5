import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { CallName } from '@panel/contract/reads';
import { ApiError, t } from '@panel/core';
import { Button } from '../parts/button.tsx';
import { CopyText } from '../parts/copy-text.tsx';
import { Banner } from '../feedback/banner.tsx';
import { SidePanel } from '../overlay/modal.tsx';
import { ConflictBanner } from './conflict-banner.tsx';
import type { FormState } from './use-form.ts';

const WAIT = t('Wait until it has been sent.');

function Failure({ error }: { error: unknown }) {
  if (error === null || error === undefined) return null;
  // The shell has already handled a 401 or 403 by leaving the page.
  if (error instanceof ApiError && error.handled) return null;
  const message = error instanceof Error ? error.message : t('Something went wrong. Nothing was saved; try again.');
  return (
    <Banner kind="danger" live>
      {message}
      {error instanceof ApiError && error.reportId && (
        <span className="p-request-id">
          {t('Request id')} <CopyText text={error.reportId} label={t('Copy request id')} />
        </span>
      )}
    </Banner>
  );
}

export type FormProps<I extends FieldValues, O> = {
  form: FormState<I, O>;
  children: ReactNode;
  /** A verb, e.g. "Save". Without it the caller renders the buttons. */
  submitLabel?: string;
  /** Why the form cannot be sent now. */
  submitDisabledReason?: string | null;
  /** The call that it sends, for whose role does not include it. */
  call?: CallName;
  onCancel?: () => void;
  /** Left of the buttons. */
  aside?: ReactNode;
  /** Replaces the banner that says why sending failed; null when it is shown elsewhere. */
  failure?: ReactNode;
  className?: string;
  'aria-label'?: string;
};

/** The `<form>` of `useForm`: why sending failed, the fields, the buttons. */
export function Form<I extends FieldValues, O>({
  form,
  children,
  submitLabel,
  submitDisabledReason,
  call,
  onCancel,
  aside,
  failure = <Failure error={form.failure} />,
  className = 'p-form',
  'aria-label': label,
}: FormProps<I, O>) {
  return (
    <form
      ref={form.formRef}
      id={form.id}
      className={className}
      aria-label={label}
      aria-busy={form.busy || undefined}
      noValidate
      onSubmit={form.submit}
    >
      <ConflictBanner form={form} />
      {failure}
      {children}
      {submitLabel !== undefined && (
        <div className="p-form-foot">
          {aside}
          {onCancel && (
            <Button onClick={onCancel} disabledReason={form.busy ? WAIT : null}>
              {t('Cancel')}
            </Button>
          )}
          <Button kind="primary" type="submit" loading={form.busy} disabledReason={submitDisabledReason} call={call}>
            {submitLabel}
          </Button>
        </div>
      )}
    </form>
  );
}

export type FormPanelProps<I extends FieldValues, O> = {
  form: FormState<I, O>;
  title: string;
  children: ReactNode;
  submitLabel: string;
  submitDisabledReason?: string | null;
  /** The call that it sends, for whose role does not include it. */
  call?: CallName;
  /** Replaces the banner that says why sending failed. */
  failure?: ReactNode;
  onClose: () => void;
};

/** A form in a side panel, with its buttons in the footer. */
export function FormPanel<I extends FieldValues, O>({
  form,
  title,
  children,
  submitLabel,
  submitDisabledReason,
  call,
  failure,
  onClose,
}: FormPanelProps<I, O>) {
  return (
    <SidePanel
      open
      title={title}
      onClose={onClose}
      busy={form.busy}
      footer={
        <>
          <Button onClick={onClose} disabledReason={form.busy ? WAIT : null}>
            {t('Cancel')}
          </Button>
          <Button
            kind="primary"
            type="submit"
            form={form.id}
            loading={form.busy}
            disabledReason={submitDisabledReason}
            call={call}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <Form form={form} {...(failure !== undefined && { failure })}>
        {children}
      </Form>
    </SidePanel>
  );
}
