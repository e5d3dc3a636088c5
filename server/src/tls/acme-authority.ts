import { readFileSync } from 'node:fs';
import { Agent } from 'node:https';
import acme from 'acme-client';
import {
  CertificateError,
  type CertificateAuthority,
  type Issued,
  type IssueOptions,
} from './certificate-authority.ts';
import { DeliveryFailed } from '../dns/powerdns.ts';
import { orderCertificate } from './acme-order.ts';

/** Where answers to challenges are kept, for any edge to give, and any name server. */
export type ChallengeStore = {
  add(token: string, host: string, answer: string): Promise<void>;
  remove(token: string): Promise<void>;
  /** The same for a TXT record of a domain; ends once the name servers answer with it. */
  addText(token: string, domain: string, value: string): Promise<void>;
  removeText(token: string, domain: string): Promise<void>;
};

export type AcmeOptions = {
  directoryUrl: string;
  email: string | undefined;
  /** Root certificates by which the server is recognised; undefined means public ones. */
  caFile: string | undefined;
  /** The key of the account (PEM), made once for the installation. */
  accountKey(): Promise<string>;
  challenges: ChallengeStore;
  /** Where the sites are, for what people are told. */
  siteAddresses: readonly string[];
};

const ANSWER_MS = 20_000;
// acme-client 5 stumbles over a missing response, and the error of the connection is lost.
const NO_RESPONSE = "Cannot read properties of undefined (reading 'config')";
const TEMPORARY =
  /ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|timeout of|socket hang up|network|status code 5\d\d|serverInternal/i;

/** What went wrong, and what to do about it. */
export function plainError(
  error: unknown,
  hosts: readonly string[],
  { directoryUrl, siteAddresses }: Pick<AcmeOptions, 'directoryUrl' | 'siteAddresses'>,
): CertificateError {
  const text =
    error instanceof Error
      ? `${error.name} ${'code' in error ? String(error.code) : ''} ${error.message}`
      : String(error);
  const names = hosts.join(', ');
  const authority = new URL(directoryUrl).hostname;
  const say = (message: string, more: { isTemporary?: boolean; isUnproven?: boolean } = {}) =>
    new CertificateError(message, { ...more, cause: error });
  const isUnproven = true;
  if (error instanceof DeliveryFailed)
    return say(`${error.message} Try again in a few minutes.`, { isTemporary: true });
  if (/rate.?limit|too many/i.test(text)) {
    // Let's Encrypt says when; Retry-After is lost in acme-client.
    const time = /retry after (\d{4}-\d\d-\d\d \d\d:\d\d)/i.exec(text)?.[1];
    return say(
      `${authority} has issued too many certificates for ${names} lately. Try again ${time ? `after ${time} UTC` : 'tomorrow'}.`,
    );
  }
  if (/:caa\b|CAA record/i.test(text))
    return say(
      `A CAA record forbids ${authority} to issue certificates for ${names}. Allow it in the CAA records of the domain, or remove them.`,
    );
  if (/TXT|_acme-challenge|DNS challenge/.test(text))
    return say(
      `${authority} did not find its TXT record at _acme-challenge.${(hosts[0] ?? '').replace('*.', '')}. Check that the domain is delegated to the name servers of the panel, and that these are reached from outside.`,
      { isUnproven },
    );
  if (/error:dns\b|NXDOMAIN|SERVFAIL|no valid (?:A|IP)|problem: looking up/i.test(text))
    return say(
      `${names} has no address yet. Add an A record with ${siteAddresses.join(' or ')}, wait until it is known, and request again.`,
      { isUnproven },
    );
  if (/error:(?:connection|unauthorized|tls|incorrectResponse)|invalid response|connection refused/i.test(text))
    return say(
      `${authority} did not reach this server at ${names}. Check that its A and AAAA records have ${siteAddresses.join(', ')} and no other address, and that port 80 is open.`,
      { isUnproven },
    );
  if (/rejectedIdentifier|unsupportedIdentifier|malformed/i.test(text))
    return say(`${authority} issues no certificates for ${names}. Use a public domain.`);
  if (TEMPORARY.test(text) || text.includes(NO_RESPONSE))
    return say(`${authority} does not answer. Try again in a few minutes.`, { isTemporary: true });
  return say(`${authority} refused the request for ${names}. Try again later; if it keeps failing, contact support.`);
}

type ProblemDocument = { type?: unknown; detail?: unknown };

/** acme-client tells the detail of a problem alone, and takes the page of a proxy for an answer. */
acme.axios.interceptors.response.use((response) => {
  const { status, data } = response as {
    status: number;
    data: (ProblemDocument & { error?: ProblemDocument }) | undefined;
  };
  for (const problem of [data, data?.error])
    if (typeof problem?.type === 'string' && typeof problem.detail === 'string')
      problem.detail = `${problem.type}: ${problem.detail}`;
  if (status >= 500) throw new Error(`The server answered with status code ${status}.`);
  return response;
});

const acmeSettingsOf = (): object => (acme.axios.defaults as { acmeSettings?: object }).acmeSettings ?? {};

function hasAccount(client: acme.Client): boolean {
  try {
    return client.getAccountUrl() !== '';
  } catch {
    return false;
  }
}

/** A certificate authority that speaks ACME (RFC 8555). The edge answers its http-01 challenges, and the panel's name servers those of dns-01. */
export function createAcmeAuthority(options: AcmeOptions): CertificateAuthority {
  const { directoryUrl, email, caFile, challenges } = options;
  // Its own waits for minutes; the step of the task is tried again instead.
  Object.assign(acme.axios.defaults, {
    timeout: ANSWER_MS,
    acmeSettings: { ...acmeSettingsOf(), retryMaxAttempts: 0 },
  });
  if (caFile) acme.axios.defaults.httpsAgent = new Agent({ ca: readFileSync(caFile) });

  const request = async (hosts: readonly string[], { note, byDns = [] }: IssueOptions): Promise<Issued> => {
    const client = new acme.Client({
      directoryUrl,
      accountKey: await options.accountKey(),
      ...{ backoffAttempts: 30, backoffMin: 250, backoffMax: 5_000 },
    });
    const [key, csr] = await acme.crypto.createCsr({ altNames: [...hosts] }, await acme.crypto.createPrivateEcdsaKey());
    const contact = email ? { contact: [`mailto:${email}`] } : {};
    await client.createAccount({ termsOfServiceAgreed: true, ...contact }).catch((error: unknown) => {
      // A server that has the account may refuse an update without a change.
      if (!hasAccount(client)) throw error;
    });
    const chain = await orderCertificate(client, {
      ...{ hosts, csr },
      byDns: (host) => byDns.includes(host),
      async prepare(host, { type, token }, answer) {
        note(`${host} is being checked by ${new URL(directoryUrl).hostname}, with ${type}`);
        await (type === 'dns-01' ? challenges.addText(token, host, answer) : challenges.add(token, host, answer));
      },
      remove: (host, { type, token }) =>
        type === 'dns-01' ? challenges.removeText(token, host) : challenges.remove(token),
    });
    return { chain, key: key.toString() };
  };

  return {
    kind: 'acme',
    isInstant: false,
    async issue(hosts, given) {
      const { signal, note } = given;
      signal.throwIfAborted();
      const aborted = new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      });
      aborted.catch(() => undefined);
      try {
        return await Promise.race([request(hosts, given), aborted]);
      } catch (error) {
        if (signal.aborted) throw error;
        note(error instanceof Error ? error.message.slice(0, 500) : 'refused');
        throw plainError(error, hosts, options);
      }
    },
    root: async () => null,
  };
}
