import type { ReactNode } from 'react';
import type { ApiError } from '@panel/core';

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

/** Why the server did not take the form, and how support finds the request. */
export function Failure({ error }: { error: ApiError | null }) {
  if (!error) return null;
  return (
    <Notice>
      {error.message}
      {error.requestId && error.status >= 500 && <small className="f-request">Request {error.requestId}</small>}
    </Notice>
  );
}

/** The frame of the pages that ask for something before the sign-in. */
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
