import { errorCatalogue, errorText, type ErrorCode } from '@panel/contract';
import type { PanelError } from '../kernel/errors.ts';
import { escapeHtml } from '../lib/html.ts';
import { messageHtml, MESSAGE_POLICY } from '../lib/message-page.ts';
import type { PartnerRow } from './call-context.ts';
import type { PanelContext } from './env.ts';
import { companyOf } from './public-partner.ts';
import { DATA_HEADERS } from './security-headers.ts';

/** Whether the client reads JSON rather than pages; the panel's own client identifies itself. */
export function wantsJson(c: PanelContext): boolean {
  const accept = c.req.header('accept') ?? '';
  return c.req.header('x-client') !== undefined || (accept.includes('json') && !accept.includes('text/html'));
}

const wantsHtml = (c: PanelContext): boolean => c.req.header('accept')?.includes('text/html') ?? false;

/** An error that a visitor sees instead of a page: a page of its own in a browser, otherwise plain text. */
export function errorPage(c: PanelContext, code: ErrorCode): Response {
  if (!wantsHtml(c)) return plainError(code);
  const { httpStatus, message } = errorCatalogue[code];
  return new Response(messageHtml({ title: message, text: 'Check the address, or try again in a minute.' }), {
    status: httpStatus,
    headers: {
      ...DATA_HEADERS,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': MESSAGE_POLICY,
    },
  });
}

/** What everybody gets of a suspended partner's panel: a browser its brand, and all whom to write to. */
export function suspendedPage(c: PanelContext, { supportEmail: email, ...row }: PartnerRow): Response {
  if (!wantsHtml(c)) return plainError('PARTNER_SUSPENDED', {}, { email });
  const { title, message } = errorText('PARTNER_SUSPENDED', { email: escapeHtml(email) });
  const { CSS_BTN_BG_COLOR: primary, CSS_BTN_TEXT_COLOR: onPrimary } = row.attributes;
  const brand = { name: companyOf(row), ...(primary && { primary }), ...(onPrimary && { onPrimary }) };
  return new Response(messageHtml({ title, text: message, brand }), {
    status: errorCatalogue.PARTNER_SUSPENDED.httpStatus,
    headers: {
      ...DATA_HEADERS,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': MESSAGE_POLICY,
    },
  });
}

/** An error as plain text, when no brand is known or no page can be rendered; it contains nothing of the request. `values`: of its text. */
export function plainError(
  code: ErrorCode,
  headers: Record<string, string> = {},
  values: PanelError['values'] = {},
): Response {
  return new Response(`${errorText(code, values).message}\n`, {
    status: errorCatalogue[code].httpStatus,
    headers: { ...DATA_HEADERS, 'content-type': 'text/plain; charset=utf-8', ...headers },
  });
}
