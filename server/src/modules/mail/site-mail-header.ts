import addressparser from 'nodemailer/lib/addressparser';

/** The header of an email from hosted code, and its replacement. */
export type RewrittenHead = {
  head: string;
  from: string;
  subject: string;
};

export type SenderRules = {
  /** The site's own host name. */
  fqdn: string;
  /** Domains that no site may send as: those of partners and of other sites. */
  isProtected(domain: string): boolean;
};

/** Headers that the relay sets itself, and hidden recipients, which must not leave. */
const DROPPED = /^(?:bcc|sender|return-path|resent-.*|x-site|x-panel-.*)$/i;

/**
 * Keeps the `From` of an email unless its domain belongs to a partner or to another site; then it becomes the site's
 * own address, with the old one as `Reply-To`. `Sender` and `X-Site` always name the site.
 * @param raw the header without the empty line at its end
 */
export function rewriteHead(raw: string, { fqdn, isProtected }: SenderRules): RewrittenHead {
  const own = `wordpress@${fqdn}`;
  const fields = fieldsOf(raw).filter(({ name }) => !DROPPED.test(name));
  const valueOf = (wanted: string) => fields.find(({ name }) => name.toLowerCase() === wanted)?.value ?? '';
  const written = addressparser(valueOf('from'), { flatten: true });
  const [first] = written;
  const address = first?.address ?? '';
  const domain = /^[^\s<>"@]+@([a-z0-9.-]+)$/i.exec(address)?.[1]?.toLowerCase().replace(/\.$/, '');
  const keeps = written.length === 1 && domain !== undefined && (domain === fqdn || !isProtected(domain));
  // Many email clients show a name that looks like an address instead of the address.
  const name = decodeWords(first?.name ?? '');
  const plain = /@|=\?|[\r\n]/.test(name) ? '' : name;
  const from = named(plain, keeps ? address : own, keeps ? valueOf('from') : null);
  const others = fields.filter((field) => field.name.toLowerCase() !== 'from').map((field) => field.line);
  const reply = !keeps && domain !== undefined && valueOf('reply-to') === '' ? [`Reply-To: ${address}`] : [];
  const lines = [`From: ${from}`, `Sender: ${own}`, ...reply, `X-Site: ${fqdn}`, ...others];
  return {
    head: lines.join('\r\n'),
    from: keeps ? address : own,
    subject: decodeWords(valueOf('subject'))
      .replace(/[\r\n]+\s*/g, ' ')
      .slice(0, 500),
  };
}

/** An address with its name; keeps the original text where allowed. */
function named(name: string, address: string, written: string | null): string {
  if (name === '') return address;
  return written ?? `"${name.replace(/["\\]/g, '')}" <${address}>`;
}

/** The fields of a header; `line` keeps the folding, `value` is unfolded. Lines without a name are left out. */
function fieldsOf(raw: string): { name: string; value: string; line: string }[] {
  const unified = raw.replace(/\r\n?/g, '\n');
  return unified.split(/\n(?![ \t])/).flatMap((text) => {
    const [, name, value] = /^([!-9;-~]+):([^]*)$/.exec(text) ?? [];
    if (name === undefined || value === undefined) return [];
    return [{ name, value: value.replace(/\n[ \t]+/g, ' ').trim(), line: text.replaceAll('\n', '\r\n') }];
  });
}

/** Decodes encoded words in UTF-8 (RFC 2047); others stay unchanged. */
function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_all, kind: string, word: string) => {
      if (kind.toLowerCase() === 'b') return Buffer.from(word, 'base64').toString('utf8');
      return Buffer.from(
        word
          .replaceAll('_', ' ')
          .replace(/=([0-9a-f]{2})/gi, (_hex, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
        'latin1',
      ).toString('utf8');
    });
}
