import type { MachineCapabilities, MachineRole } from '@panel/contract';
import { bigint, index, jsonb, pgTable, primaryKey, real, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, time } from './columns.ts';

/** A running process of a machine; the times are those of the database. */
export type NodeProcess = {
  roles: MachineRole[];
  /** Whether a locked file in the data folder shows that it runs; none could be written on a full disk. */
  marked: boolean;
  /** How many workloads of each kind it runs now. */
  awake: Record<string, number>;
  startedAt: string;
  /** When it last reported. */
  at: string;
  /** Where the other machines reach it; absent where it listens to none. */
  reach?: NodeReach | null;
};
export type NodeReach = { host: string; port: number };

const bytes = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0);

/** The machines of the installation: each is a data folder, with one or several processes. */
export const node = pgTable('node', {
  /** The mark in its data folder. */
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  /** Where it joined from; null for machines that know the database. */
  address: text('address'),
  state: text('state').$type<'ready' | 'revoked'>().notNull().default('ready'),
  capabilities: jsonb('capabilities').$type<MachineCapabilities>().notNull(),
  version: text('version').notNull(),
  /** By the name of their run; the last ones of a machine that is lost. */
  processes: jsonb('processes').$type<Record<string, NodeProcess>>().notNull().default({}),
  memoryFree: bytes('memory_free'),
  memoryTotal: bytes('memory_total'),
  diskFree: bytes('disk_free'),
  diskTotal: bytes('disk_total'),
  load: real('load').notNull().default(0),
  /** How far its clock is ahead of the database's. */
  clockOffMs: bigint('clock_off_ms', { mode: 'number' }).notNull().default(0),
  seenAt: time('seen_at').notNull().defaultNow(),
  createdAt: createdAt(),
  joinedAt: time('joined_at'),
  /** Since when nothing new is placed on it. */
  drainedAt: time('drained_at'),
  /** Since when everything on it moves to other machines. */
  emptyingAt: time('emptying_at'),
  /** SHA-256 of the certificate of a machine that joined, as hexadecimal digits. */
  fingerprint: text('fingerprint').unique(),
  revokedAt: time('revoked_at'),
  /** The email of who revoked it. */
  revokedBy: text('revoked_by'),
});

/** Measurements of a machine, one in five minutes; older ones than a day are removed. */
export const nodeSample = pgTable(
  'node_sample',
  {
    nodeId: uuid('node_id')
      .notNull()
      .references(() => node.id, { onDelete: 'cascade' }),
    at: time('at').notNull(),
    memoryFree: bytes('memory_free'),
    diskFree: bytes('disk_free'),
    load: real('load').notNull(),
  },
  (t) => [primaryKey({ columns: [t.nodeId, t.at] })],
);

/** Tokens by which machines join, each once; the hash alone is stored. */
export const nodeJoin = pgTable(
  'node_join',
  {
    tokenHash: text('token_hash').primaryKey(),
    createdAt: createdAt(),
    createdBy: text('created_by').notNull(),
    expiresAt: time('expires_at').notNull(),
    usedAt: time('used_at'),
    /** The machine that joined with it. */
    nodeId: uuid('node_id'),
  },
  (t) => [index('node_join_expires').on(t.expiresAt)],
);
