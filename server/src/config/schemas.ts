import { isIP } from 'node:net';
import path from 'node:path';
import * as v from 'valibot';
import { isNetwork } from '../lib/client-address.ts';
import { listOf } from '../lib/list-of.ts';

export const ROLES_OF_PROCESS = ['api', 'worker', 'edge'] as const;
export type ProcessRole = (typeof ROLES_OF_PROCESS)[number];

/** A key of RELEASE_KEYS. `*` means every package; null (`KEY` alone) those that it has already released. */
export type ReleaseKeyEntry = { package: string | null; publicKey: string };

export const port = v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number), v.minValue(0), v.maxValue(65535));
/** A listener that can be switched off. */
export const portOrOff = v.union([
  v.pipe(
    v.literal('off'),
    v.transform(() => null),
  ),
  port,
]);
export const isUrl = (schemes: readonly string[]) =>
  v.check((text: string) => URL.canParse(text) && schemes.includes(new URL(text).protocol));
export const url = (...schemes: string[]) => v.pipe(v.string(), isUrl(schemes));
export const roles = v.pipe(
  v.string(),
  v.transform(listOf),
  v.array(v.picklist(['all', ...ROLES_OF_PROCESS])),
  v.minLength(1),
  v.transform((given): ProcessRole[] =>
    given.includes('all') ? [...ROLES_OF_PROCESS] : ROLES_OF_PROCESS.filter((role) => given.includes(role)),
  ),
);
export const overrides = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map((part) => /^\s*([\w-]+)=(\S+)\s*$/.exec(part)?.slice(1) ?? ['', ''])),
  v.array(v.tuple([v.pipe(v.string(), v.nonEmpty()), url('http:', 'https:')])),
  v.transform((pairs): Record<string, string> => Object.fromEntries(pairs)),
);
/** `package=key`, `*=key` or `key`; a key is a raw Ed25519 public key, base64 (44 characters). */
export const releaseKeys = v.pipe(
  v.string(),
  v.transform(listOf),
  v.array(
    v.pipe(
      v.string(),
      v.regex(/^(?:(?:\*|shell|mf-[a-z][a-z0-9-]{0,60})=)?[A-Za-z0-9+/]{43}=$/),
      v.transform((text): ReleaseKeyEntry => ({ package: text.slice(0, -45) || null, publicKey: text.slice(-44) })),
    ),
  ),
);
/** `*` matches any port. */
export const origins = v.pipe(
  v.string(),
  v.transform((text) =>
    text === 'none' ? [] : text.split(',').map((part) => part.trim().toLowerCase().replace(/\/$/, '')),
  ),
  v.array(v.pipe(v.string(), v.regex(/^https?:\/\/[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::(?:\d{1,5}|\*))?$/))),
);
const lowerCaseListOf = (text: string): string[] => listOf(text.toLowerCase());
const LOOPBACK = ['127.0.0.1', '::1'];
export const hosts = v.pipe(
  v.string(),
  v.transform((text) => lowerCaseListOf(text).flatMap((host) => (host === 'localhost' ? LOOPBACK : [host]))),
  v.array(
    v.pipe(
      v.string(),
      v.check((host) => isIP(host) !== 0),
    ),
  ),
  v.minLength(1),
  v.transform((given) => [...new Set(given)]),
);
/** Addresses without a port. */
export const addresses = v.pipe(
  v.string(),
  v.transform(lowerCaseListOf),
  v.array(
    v.pipe(
      v.string(),
      v.check((address) => isIP(address) !== 0),
    ),
  ),
  v.minLength(1),
);
const isResolver = (text: string): boolean => {
  const [, v6, v4, portText] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  return isIP(text) === 6 || (isIP(v6 ?? v4 ?? '') !== 0 && Number(portText ?? 53) <= 65_535);
};
/** Addresses with or without a port, in the form of `dns.setServers`. */
export const resolvers = v.pipe(
  v.string(),
  v.transform(lowerCaseListOf),
  v.array(v.pipe(v.string(), v.check(isResolver))),
);
export const proxies = v.pipe(
  v.string(),
  v.transform((text) => (text === 'off' ? [] : lowerCaseListOf(text))),
  v.array(v.pipe(v.string(), v.check(isNetwork))),
);
export const networks = v.pipe(
  v.string(),
  v.transform(lowerCaseListOf),
  v.array(
    v.pipe(
      v.string(),
      v.check((entry) => /\d|:/.test(entry) && isNetwork(entry)),
    ),
  ),
);
/** A number above 0, or `off` as null. */
export const positiveOrOff = v.union([
  v.pipe(
    v.literal('off'),
    v.transform(() => null),
  ),
  v.pipe(v.string(), v.transform(Number), v.number(), v.gtValue(0)),
]);
export const positive = v.pipe(v.string(), v.transform(Number), v.number(), v.gtValue(0));
/** The bucket of STORAGE_URL; the result has the scheme of its requests. */
export const bucket = v.pipe(
  v.string(),
  v.regex(/^s3(?:\+http)?:\/\//),
  v.transform((text) => text.replace(/^s3\+http:/, 'http:').replace(/^s3:/, 'https:')),
  v.check((text) => URL.canParse(text) && new URL(text).pathname.length > 1),
);
export const list = v.pipe(v.string(), v.transform(listOf));
export const folder = v.pipe(
  v.string(),
  v.transform((text) => path.resolve(text)),
);

/** Whether the panel's public name leads to this machine only. */
export function isThisMachine(publicUrl: string): boolean {
  const { hostname } = new URL(publicUrl);
  return /(^|\.)localhost$/.test(hostname) || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
