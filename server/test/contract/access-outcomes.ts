import type { PartnerRow } from '../../src/context/call-context.ts';

/** Personas. The owner is a customer of the first partner; foreign ones are on their own partner's host. */
export const PERSONAS = [
  'anonymous',
  'owner',
  'neighbour',
  'foreignCustomer',
  'admin',
  'foreignAdmin',
  'superadmin',
] as const;
export type Persona = (typeof PERSONAS)[number];
/** `ok`, or the code of the refusal. */
export type Outcome = Record<Persona, string>;

/** New objects of the owner for one cell, and the partner of the caller's host. */
export type Objects = {
  siteId: string;
  fqdn: string;
  /** The own domain of another site. */
  domain: string;
  backupId: string;
  binnedSiteId: string;
  /** Of a staging environment whose live site can be reverted. */
  stagingId: string;
  migrationId: string;
  migrationToken: string;
  blueprintId: string;
  createdSiteId: string;
  failedFqdn: string;
  taskId: string;
  notificationId: string;
  extensionId: string;
  extensionSlug: string;
  runId: string;
  userId: string;
  /** Of a customer who is in no other cell. */
  customerId: string;
  ownerEmail: string;
  licenseId: string;
  licenseKey: string;
  appId: string;
  buildId: string;
  /** Of the application; its first build has not ended. */
  previewId: string;
  binnedAppId: string;
  projectId: string;
  here: PartnerRow;
};
export type Row = { send: (o: Objects) => { path: string; body?: unknown }; outcome: Outcome };

export const every = (code: string): Outcome => Object.fromEntries(PERSONAS.map((who) => [who, code])) as Outcome;
export const anonymous = 'UNAUTHENTICATED';
export const signedIn: Outcome = { ...every('ok'), anonymous };
/** Staff, each of their host's partner. */
export const staff: Outcome = {
  ...every('ok'),
  anonymous,
  owner: 'FORBIDDEN',
  neighbour: 'FORBIDDEN',
  foreignCustomer: 'FORBIDDEN',
};
export const customers: Outcome = {
  ...signedIn,
  admin: 'FORBIDDEN',
  foreignAdmin: 'FORBIDDEN',
  superadmin: 'FORBIDDEN',
};
/** An id that nothing has. */
export const NO_ID = '6f2c1f6e-8a53-4c58-9f0c-1f6f4f1b2a3c';
export const row = (outcome: Outcome, send: Row['send']): Row => ({ outcome, send });
export const at = (outcome: Outcome, path: string, body?: unknown): Row => row(outcome, () => ({ path, body }));
/** The object is of another kind than the call is about. */
export const otherKind: Outcome = {
  ...customers,
  owner: 'NOT_FOUND',
  neighbour: 'NOT_FOUND',
  foreignCustomer: 'NOT_FOUND',
};
export const invalid: Outcome = {
  ...customers,
  owner: 'VALIDATION',
  neighbour: 'VALIDATION',
  foreignCustomer: 'VALIDATION',
};

/** The owner and the staff of the owner's partner; for everyone else the object does not exist. */
export const ofOwner: Outcome = {
  ...signedIn,
  neighbour: 'NOT_FOUND',
  foreignCustomer: 'NOT_FOUND',
  foreignAdmin: 'NOT_FOUND',
};
