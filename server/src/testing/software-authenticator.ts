import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const FLAGS = { present: 1, verified: 4, backupEligible: 8, backedUp: 16, attested: 64 } as const;
const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest();
const uint = (value: number, bytes: 2 | 4): Buffer => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};

/** How an answer differs from an honest one. */
export type Lie = { origin?: string; host?: string; unverified?: boolean; counter?: number; type?: string };

/** An authenticator with one ES256 key, and the browser in front of it. */
export class SoftwareAuthenticator {
  readonly id = randomBytes(32);
  counter = 0;
  readonly #key: KeyObject;
  readonly #publicKey: KeyObject;
  #userHandle = '';

  readonly origin: string;

  constructor(origin: string, copyOf?: SoftwareAuthenticator) {
    this.origin = origin;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#key = copyOf ? copyOf.#key : privateKey;
    this.#publicKey = copyOf ? copyOf.#publicKey : publicKey;
    if (copyOf) {
      this.id = copyOf.id;
      this.counter = copyOf.counter;
      this.#userHandle = copyOf.#userHandle;
    }
  }

  get host(): string {
    return new URL(this.origin).hostname;
  }

  #authData(extra: number, rest: Buffer, lie: Lie): Buffer {
    const flags = FLAGS.present | (lie.unverified ? 0 : FLAGS.verified) | extra;
    const counter = lie.counter ?? this.counter;
    return Buffer.concat([sha256(lie.host ?? this.host), Buffer.from([flags]), uint(counter, 4), rest]);
  }

  #clientData(type: string, challenge: string, lie: Lie): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: lie.origin ?? this.origin, crossOrigin: false }));
  }

  /** Makes its key known, as `navigator.credentials.create` answers. */
  create(
    { challenge, user }: { challenge: string; user: { id: string } },
    lie: Lie & { statement?: Map<string, unknown>; format?: string } = {},
  ) {
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' });
    const cose = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
    this.#userHandle = user.id;
    const attested = [Buffer.alloc(16), uint(this.id.length, 2), this.id, Buffer.from(isoCBOR.encode(cose as never))];
    const attestationObject = isoCBOR.encode(
      new Map<string, unknown>([
        ['fmt', lie.format ?? 'none'],
        ['attStmt', lie.statement ?? new Map()],
        ['authData', new Uint8Array(this.#authData(FLAGS.attested, Buffer.concat(attested), lie))],
      ]) as never,
    );
    const id = this.id.toString('base64url');
    return {
      id,
      rawId: id,
      type: 'public-key' as const,
      response: {
        clientDataJSON: this.#clientData(lie.type ?? 'webauthn.create', challenge, lie).toString('base64url'),
        attestationObject: Buffer.from(attestationObject).toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  /** Signs a challenge, as `navigator.credentials.get` answers. */
  get({ challenge }: { challenge: string }, lie: Lie = {}) {
    this.counter += 1;
    const authData = this.#authData(0, Buffer.alloc(0), lie);
    const clientData = this.#clientData(lie.type ?? 'webauthn.get', challenge, lie);
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), this.#key);
    const id = this.id.toString('base64url');
    return {
      id,
      rawId: id,
      type: 'public-key' as const,
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: this.#userHandle,
      },
    };
  }
}
