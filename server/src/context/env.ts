import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Logger } from '../kernel/clock-and-log.ts';
import type { PartnerRow, RequestFacts, Viewer } from './call-context.ts';

/** What every later part of the app finds on the request's context. */
export type PanelEnv = {
  Bindings: Partial<HttpBindings>;
  Variables: {
    facts: RequestFacts;
    log: Logger;
    partner: PartnerRow;
    /** Loads the session on first use only, so that scripts and images cost no query. */
    viewer: () => Promise<Viewer | null>;
    /** Who made the request, for the log; known once something asked for the viewer. */
    viewerId: string | null;
    /** The declared path of the call, once it is known. */
    route?: string;
    /**
     * Waits for a place of an account, or of the address of the request; `stream` for what lasts as long as its body.
     * @throws PanelError RATE_LIMITED
     */
    enter: (kind: 'page' | 'stream', userId: string | null) => Promise<DoorPlace>;
  };
};

/** A place of an account or an address; see http/fair-share.ts. */
export type DoorPlace = { turn(input?: unknown, bodyBytes?: number): Promise<void>; leave(): void };

export type PanelContext = Context<PanelEnv>;
