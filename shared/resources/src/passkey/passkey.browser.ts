import { t, type PasskeyAnswer, type PasskeyCreation, type PasskeyRequest } from '@panel/core';

const load = () => import('@simplewebauthn/browser');

/** Whether this browser knows passkeys at all. */
export const knowsPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function';

/** Whether it offers them among the suggestions of a field. */
export const suggestsPasskeys = async (): Promise<boolean> =>
  knowsPasskeys() && (await (await load()).browserSupportsWebAuthnAutofill());

/** Ends the question that the browser is asking. */
export const endPasskeyQuestion = async (): Promise<void> => (await load()).WebAuthnAbortService.cancelCeremony();

/** What the browser gave instead of a passkey, in words that help. */
function explained(thrown: unknown): Error {
  const name = thrown instanceof Error ? thrown.name : '';
  if (name === 'InvalidStateError') return new Error(t('This device has a passkey of your account already.'));
  if (name === 'NotAllowedError' || name === 'AbortError')
    return new Error(t('No passkey was used. Try again when you are ready.'));
  return new Error(t('This browser could not use a passkey here.'), { cause: thrown });
}

/** Asks the browser to make a passkey. */
export async function makePasskey(optionsJSON: PasskeyCreation) {
  try {
    const { startRegistration } = await load();
    const { id, rawId, type, response } = await startRegistration({
      optionsJSON: optionsJSON as Parameters<typeof startRegistration>[0]['optionsJSON'],
    });
    const { clientDataJSON, attestationObject, transports = [] } = response;
    return { id, rawId, type, response: { clientDataJSON, attestationObject, transports } };
  } catch (thrown) {
    throw explained(thrown);
  }
}

/** Asks the browser to sign with a passkey; with `suggest`, among the suggestions of a field with `webauthn`. */
export async function askPasskey(optionsJSON: PasskeyRequest, suggest = false): Promise<PasskeyAnswer> {
  try {
    const { startAuthentication } = await load();
    const { id, rawId, type, response } = await startAuthentication({
      optionsJSON: optionsJSON as Parameters<typeof startAuthentication>[0]['optionsJSON'],
      useBrowserAutofill: suggest,
    });
    const { clientDataJSON, authenticatorData, signature, userHandle } = response;
    return { id, rawId, type, response: { clientDataJSON, authenticatorData, signature, userHandle } };
  } catch (thrown) {
    throw explained(thrown);
  }
}
