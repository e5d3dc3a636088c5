import { signedIn, type CallContext } from '../../context/call-context.ts';
import type { KnownKey } from '../../context/call-context.ts';

/** Who makes a change. */
export type Author = {
  /** For the log of changes. */
  by: string;
  /** The person or team, for approvals (`Approver`); null for the operator token, which anyone may hold. */
  who: string | null;
  /** The key, if it is a team. */
  key: KnownKey | null;
};

/** @throws PanelError UNAUTHENTICATED */
export function authorOf(context: CallContext): Author {
  const { bearer } = context;
  if (bearer?.kind === 'operator') return { by: 'operator token', who: null, key: null };
  if (bearer?.kind === 'team') {
    const { key } = bearer;
    return key.team
      ? { by: `team ${key.team}`, who: `team:${key.team}`, key }
      : { by: `key ${key.keyId}`, who: null, key };
  }
  const { id, email } = signedIn(context);
  return { by: email, who: `user:${id}`, key: null };
}
