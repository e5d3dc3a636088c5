import type { CallContext } from '../../context/call-context.ts';
import { HostingError } from '../../hosting/hosting-error.ts';
import { PanelError } from '../../kernel/errors.ts';

/**
 * The result of reading a site.
 * @throws PanelError SITE_UNAVAILABLE with the reason why it cannot be read
 */
export async function readable<T>(context: CallContext, siteId: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof HostingError)) throw error;
    context.log.warn({ err: error, siteId, detail: error.detail }, 'a site could not be read');
    throw new PanelError('SITE_UNAVAILABLE', { reason: error.message }, {}, error);
  }
}
