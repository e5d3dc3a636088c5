import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import path from 'node:path';
import { readOrCreateSecret } from '../../security/read-or-create-secret.ts';

/** Whether a text is the operator token; always false when none is configured. Takes the same time for every text. */
export type TokenCheck = (given: string) => boolean;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** OPERATOR_TOKEN, or in development `DATA_DIR/keys/operator-token`, created on first start. */
export function readOperatorToken(config: {
  operatorToken: string | undefined;
  development: boolean;
  dataDir: string;
}): TokenCheck {
  const token =
    config.operatorToken ??
    (config.development
      ? readOrCreateSecret(path.join(config.dataDir, 'keys', 'operator-token'), () =>
          randomBytes(32).toString('base64url'),
        )
      : null);
  if (!token) return () => false;
  const wanted = digest(token);
  return (given) => timingSafeEqual(digest(given), wanted);
}

/** The token of `Authorization: Bearer …`; null when the header is missing or of another kind. */
export function bearerOf(header: string | undefined): string | null {
  return /^Bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? null;
}
