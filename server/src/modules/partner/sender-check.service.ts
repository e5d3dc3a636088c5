import type { MailCheck, MailFinding } from '@panel/contract';
import type { CallContext } from '../../context/call-context.ts';
import { checkMail } from '../dns/mail/mail-check.service.ts';
import { senderAddress } from '../mail/mail-port.ts';

/** Whether a record says that nobody may send: it names no sender before its end. */
function isForNobody(record: string): boolean {
  const terms = record.toLowerCase().split(' ').filter(Boolean);
  return terms.length === 2 && terms[0] === 'v=spf1' && ['-all', '~all', '?all'].includes(terms[1] ?? '');
}

const ADVICE =
  'Add the server that sends the emails of the panel to the record, such as v=spf1 a:mail.example.com -all. Whoever runs the installation knows its name.';

/** SPF of a domain that does send: what is right for one without email is wrong here. */
function ofSender(spf: MailFinding): MailFinding {
  if (spf.found.length === 0 && spf.status === 'bad') return { ...spf, advice: ADVICE };
  if (!spf.found.some(isForNobody)) return spf;
  return { ...spf, status: 'bad', text: 'The record says that nobody sends email for this domain.', advice: ADVICE };
}

/** The address that the partner's emails come from, and whether receivers believe them, as the configured resolvers see it. */
export async function checkSender(
  { app, partner }: CallContext,
  selector: string | undefined,
): Promise<{ sender: string; check: MailCheck }> {
  const { config, clock } = app;
  const sender = senderAddress(config, partner);
  const fqdn = sender.slice(sender.lastIndexOf('@') + 1);
  const check = await checkMail(config.dnsResolvers, { fqdn, records: [], selector }, clock.now());
  return { sender, check: { ...check, spf: ofSender(check.spf) } };
}
