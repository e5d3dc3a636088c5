import { createORPCClient, ORPCError } from '@orpc/client';
import type { AnyContractRouter, ContractRouterClient } from '@orpc/contract';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import type { Contract, Said } from '@panel/contract';
import routes from '@panel/contract/routes';
import { IDEMPOTENCY_HEADER, REQUEST_ID_HEADER, UPLOAD_TIMEOUT_MS } from '@panel/contract/wire';
import { ApiError, asApiError, errorOfAnswer } from './api-error.ts';
import { declaredAt } from './declared-at.ts';
import { http, toWireUrl } from './http.ts';
import { notify, NOTICE_MS } from './notices.ts';
import { sendUpload } from './send-upload.ts';
import { leaveTo } from '../navigation/leave.ts';
import { keepPartner } from '../session/boot.ts';
import { askForProof } from '../session/proof.ts';
import { announceSignOut } from '../session/sign-out.ts';
import { panelStore, partnerAtom, userAtom } from '../session/session.ts';
import { t } from '../words/words.ts';
import { told } from '../words/told.ts';

export type CallContext = {
  /**
   * Where a failure is reported: `notice` is a notification, for a button that has no place for an error. By default the
   * page, dialog or form that called shows it.
   */
  failure?: 'notice';
  /** The same key has the same effect: pass one to make a repeated click or a retry the same write. */
  idempotencyKey?: string;
  /** Continues after the page is left (at most 64 KB). */
  keepalive?: boolean;
  /** The input has a large file: reports percent, and may take an hour. */
  upload?: { progress: (percent: number) => void };
};

export type Api = ContractRouterClient<Contract, CallContext>;

/** Shows the message of a response that contains one (spec §8). */
function tellSuccess(body: unknown): void {
  if (typeof body !== 'object' || body === null) return;
  const { status, title, message, ...text } = body as {
    status?: unknown;
    title?: string;
    message?: unknown;
    template?: string;
    values?: Said['values'];
  };
  if (status === true && typeof message === 'string' && message) {
    notify({ kind: 'success', title: title ? told(title) : t('Success'), message: told(message, text) });
  }
}

/** Rejections with 403 that the page itself shows. */
const STAYS = new Set<ApiError['code']>([
  'CSRF',
  'ABUSE',
  'PROOF_NEEDED',
  'STAFF_ROLE',
  'MEMBER_ROLE',
  'MEMBER_LIMITED',
]);

const ROLES = new Set<ApiError['code']>(['STAFF_ROLE', 'MEMBER_ROLE', 'MEMBER_LIMITED']);

/** 401 and 403 leave the page; other errors are the caller's, or a notification (spec §6, §8). */
function tellFailure(error: ApiError, context: CallContext): void {
  if (error.status === 401) {
    error.handled = true;
    announceSignOut();
    leaveTo(error.redirectUrl ?? '/login');
    return;
  }
  // The section was switched off while the page was open: reload the partner data, which removes its menu entries and
  // pages.
  if (error.code === 'SECTION_OFF') void refreshPartner().catch(() => undefined);
  else if (error.status === 403 && !STAYS.has(error.code)) {
    error.handled = true;
    leaveTo(error.redirectUrl ?? '/forbidden');
    return;
  }
  // The role was changed while the page was open: menus, pages and buttons follow.
  if (ROLES.has(error.code)) void refreshViewer().catch(() => undefined);
  if (context.failure !== 'notice') return;
  error.handled = true;
  const kind = error.status === 406 ? 'warning' : 'error';
  const { title, message, reportId: requestId, code } = error;
  notify({ ...{ kind, title, message, requestId, code }, duration: NOTICE_MS[kind] });
}

const errorOf = (thrown: unknown): unknown =>
  asApiError(thrown instanceof ORPCError && thrown.cause instanceof ApiError ? thrown.cause : thrown);

/** Runs a call; one that needs a proof of who the user is runs again once they have given it. */
async function withProof<Output>(run: () => Promise<Output>): Promise<Output> {
  try {
    return await run();
  } catch (thrown) {
    const error = errorOf(thrown);
    if (error instanceof ApiError && error.code === 'PROOF_NEEDED' && (await askForProof())) return run();
    throw thrown;
  }
}

type Declared = { '~orpc'?: { route?: { method?: string } } };

const isReadCall = (path: readonly string[]): boolean =>
  (declaredAt(path) as Declared | undefined)?.['~orpc']?.route?.method === 'GET';

const link = new OpenAPILink<CallContext>(routes as unknown as AnyContractRouter, {
  url: () => window.location.origin,
  headers: ({ context }) => (context.idempotencyKey ? { [IDEMPOTENCY_HEADER]: context.idempotencyKey } : {}),
  fetch: async (request, init, { context }) => {
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
    const body = hasBody ? await request.blob() : undefined;
    const { upload } = context;
    return http(toWireUrl(request.url), {
      ...init,
      keepalive: context.keepalive,
      method: request.method,
      headers: request.headers,
      signal: request.signal,
      ...(upload && body
        ? {
            timeout: UPLOAD_TIMEOUT_MS,
            fetch: (sent: RequestInfo | URL) => sendUpload(new Request(sent), body, upload.progress),
          }
        : { body }),
    });
  },
  customErrorResponseBodyDecoder: (body, response) => {
    const id = response.headers[REQUEST_ID_HEADER];
    const error = errorOfAnswer(response.status, body, typeof id === 'string' ? id : null);
    return new ORPCError(error.code, { status: response.status, message: error.message, cause: error });
  },
  interceptors: [
    async ({ next, path, context }) => {
      const isRead = isReadCall(path);
      try {
        const body = await withProof(next);
        if (!isRead) tellSuccess(body);
        return body;
      } catch (thrown) {
        const error = errorOf(thrown);
        if (error instanceof ApiError) tellFailure(error, context);
        throw error;
      }
    },
  ],
});

/** Every call of the contract, typed, over the one HTTP client. Rejects with ApiError. */
export const api: Api = createORPCClient(link);

/** Reloads brand and switches of the partner; menus, guards and colours follow. */
export async function refreshPartner(): Promise<void> {
  const { data } = await api.session.partnerWhitelabel({});
  keepPartner(data);
  panelStore.set(partnerAtom, data);
}

/** Reloads who is signed in, whose role decides about menus, pages and buttons. */
async function refreshViewer(): Promise<void> {
  panelStore.set(userAtom, await api.user.profile({}));
}
