import type { ReactNode } from 'react';
import { ApiError, t } from '@panel/core';
import { Button } from '@panel/ui';
import { Form, type FormState } from '@panel/ui/form';

/** A notice above or below a form: a title and a text. */
export const Notice = ({
  title,
  children,
  tone = 'danger',
}: {
  title?: string;
  children: ReactNode;
  tone?: 'danger' | 'success';
}) => (
  <div className="f-notice" data-tone={tone} role={tone === 'danger' ? 'alert' : 'status'}>
    {title && <strong>{title}</strong>}
    {children}
  </div>
);

/** Why the server rejected the form, and how support finds the request. */
function Failure({ error }: { error: unknown }) {
  if (!(error instanceof Error)) return null;
  const isBroken = error instanceof ApiError && error.requestId && error.status >= 500;
  return (
    <Notice>
      {error.message}
      {isBroken && <small className="f-request">{t('Request {requestId}', { requestId: error.requestId })}</small>}
    </Notice>
  );
}

/** A form of these pages: its fields, one wide button, and below it why the server rejected it. */
export const AskForm = <I extends object, O>({
  form,
  submitLabel,
  children,
}: {
  form: FormState<I, O>;
  submitLabel: string;
  children: ReactNode;
}) => (
  <Form form={form} className="" failure={null}>
    {children}
    <Button type="submit" kind="primary" block loading={form.busy}>
      {submitLabel}
    </Button>
    <Failure error={form.failure} />
  </Form>
);

/** The frame of the form pages before the sign-in. */
export const AskPage = ({
  title,
  lead,
  children,
  links,
}: {
  title: string;
  lead?: ReactNode;
  children?: ReactNode;
  links?: ReactNode;
}) => (
  <section className="f-ask-form">
    <h1 tabIndex={-1}>{title}</h1>
    {lead && <p>{lead}</p>}
    {children}
    {links && <div className="f-links">{links}</div>}
  </section>
);
