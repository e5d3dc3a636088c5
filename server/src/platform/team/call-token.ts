import { CallText, SignedCall } from '@panel/contract/team';
import { PanelError } from '../../kernel/errors.ts';
import { parseJson } from '../../lib/parse-json.ts';
import type { AppContext } from '../../context/app-context.ts';
import { hasSigned } from '../release/release-keys.ts';
import type { KnownKey } from '../../context/call-context.ts';

/** How far the clocks of a team and of the panel may differ, and how long a token works. */
const VALID_MS = 5 * 60_000;

/**
 * The key that signed a call token for this host (ADR 0041); it may have been revoked.
 * @throws PanelError TOKEN_WRONG with the reason
 */
export async function keyOfCall(
  { releases, clock }: Pick<AppContext, 'releases' | 'clock'>,
  token: string,
  host: string,
): Promise<KnownKey> {
  const wrong = (reason: string) => new PanelError('TOKEN_WRONG', { reason });
  const signed = parseJson(SignedCall, Buffer.from(token, 'base64url').toString('utf8'));
  const call = signed && parseJson(CallText, signed.text);
  if (!signed || !call) throw wrong('The token of this call cannot be read. Update panel-remote, and try again.');
  const key = await releases.keys.find(signed.keyId);
  if (!key)
    throw wrong(
      `The call is signed with the key ${signed.keyId}, which this panel does not trust. The operator of the panel adds it to a team at /admin/teams, or invites you to.`,
    );
  if (!hasSigned(key, signed.text, signed.signature) || call.host !== host)
    throw wrong(`The token of this call was signed for another panel than ${host}, or was changed.`);
  const now = clock.now();
  if (Math.abs(now.getTime() - new Date(call.at).getTime()) > VALID_MS)
    throw wrong(
      `The call was signed at ${call.at}, and the clock of this panel shows ${now.toISOString()}. Set the clocks, and try again.`,
    );
  return key;
}
