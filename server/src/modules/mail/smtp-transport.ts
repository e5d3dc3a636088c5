import { createTransport, type Transporter } from 'nodemailer';
import type { AppContext } from '../../context/app-context.ts';

const TIMEOUT_MS = 20_000;

/** The way out for mails over SMTP_URL; null without one. */
export const smtpTransport = ({ smtpUrl }: Pick<AppContext['config'], 'smtpUrl'>): Transporter | null =>
  smtpUrl
    ? createTransport({
        url: smtpUrl,
        connectionTimeout: TIMEOUT_MS,
        greetingTimeout: TIMEOUT_MS,
        socketTimeout: TIMEOUT_MS,
      })
    : null;
