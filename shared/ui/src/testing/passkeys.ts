// oxlint-disable-next-line no-restricted-imports -- of tests alone: the server's tests and the pages' use one authenticator
import { SoftwareAuthenticator } from '@panel/server/testing/authenticator';

const base64url = (bytes: BufferSource): string => Buffer.from(bytes as ArrayBuffer).toString('base64url');
const bytesOf = (text: string): ArrayBuffer => new Uint8Array(Buffer.from(text, 'base64url')).buffer;

type Made = ReturnType<SoftwareAuthenticator['create']> | ReturnType<SoftwareAuthenticator['get']>;

/** The browser's object for what an authenticator has answered: bytes where JSON has text. */
function asCredential({ id, rawId, type, response }: Made) {
  const bytes = Object.entries(response).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, bytesOf(value)] as const] : [],
  );
  return {
    id,
    type,
    rawId: bytesOf(rawId),
    response: { ...Object.fromEntries(bytes), getTransports: () => ['internal'] },
    getClientExtensionResults: () => ({}),
    authenticatorAttachment: 'platform',
  };
}

/**
 * Gives jsdom an authenticator, as a browser on `address` has one; with `suggests`, it also answers a page that offers
 * passkeys in a field. Returns it and how to remove it.
 */
export function withPasskeys(address: string, { suggests = false } = {}) {
  const authenticator = new SoftwareAuthenticator(new URL(address).origin);
  const state = { refuses: false };
  const noUser = () => {
    throw new DOMException('The user has closed it.', 'NotAllowedError');
  };
  const create = async ({ publicKey: asked }: { publicKey: PublicKeyCredentialCreationOptions }) =>
    state.refuses
      ? noUser()
      : asCredential(
          authenticator.create({ challenge: base64url(asked.challenge), user: { id: base64url(asked.user.id) } }),
        );
  const get = async ({ publicKey: asked }: { publicKey: PublicKeyCredentialRequestOptions }) =>
    state.refuses ? noUser() : asCredential(authenticator.get({ challenge: base64url(asked.challenge) }));
  class PublicKeyCredential {
    static isConditionalMediationAvailable = async () => suggests;
  }
  Object.assign(window, { PublicKeyCredential });
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create, get } });
  return {
    authenticator,
    state,
    remove: () => {
      Reflect.deleteProperty(window, 'PublicKeyCredential');
      Reflect.deleteProperty(navigator, 'credentials');
    },
  };
}
