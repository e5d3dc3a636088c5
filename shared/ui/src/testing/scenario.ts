import type { ChannelAction, LimitKind, Partner, Site, User } from '@panel/contract';
import type { PlatformError } from '@panel/contract/platform-errors';

/** What `POST /__testing/scenario` of the test server is asked for (server/src/testing/main.ts). */
export type ScenarioInput = {
  partner?: { special?: boolean; attributes?: Record<string, string> };
  role?: 'customer' | 'admin' | 'superadmin' | 'anonymous';
  user?: { is_abuse_system?: boolean };
  /**
   * Sites that the user owns, written as rows; `siteCount` makes many. One that is not `assigned` never got an id; `owner`
   * is the email of another customer, who is made for it.
   */
  sites?: {
    name: string;
    status?: Site['status'];
    type?: Site['type'];
    assigned?: boolean;
    owner?: string;
    fileSize?: number;
    limitHits?: Partial<Record<LimitKind, number>>;
  }[];
  siteCount?: number;
  notifications?: { type: string; description: string; status?: 'read' | 'unread'; link?: string }[];
  appCount?: number;
  /** Releases of a package that no other test has; changes for all partners, or for the own one; what its browsers told. */
  releases?: {
    versions: string[];
    /** Nothing has asked for them in so many days. */
    daysUnused?: number;
    /** Versions whose signature the storage has lost. */
    unsigned?: string[];
    changes?: { action: ChannelAction; version?: string; percent?: number; own?: boolean }[];
    beacons?: { version: string; ms?: number; reason?: PlatformError; times?: number }[];
  };
};

export type Scenario = {
  /** Panel host of the new partner, for the Host header. */
  host: string;
  partner: Partner;
  user: User | null;
  password: string;
  /** `Cookie` header of a session that is signed in, or empty. */
  cookie: string;
  sites: { site_id: string; fqdn: string }[];
  /** Name of the package of its releases, or empty. */
  package: string;
};

function serverUrl(): string {
  const address = process.env.PANEL_TEST_SERVER;
  if (!address) throw new Error('No test server: run page tests through jest.config, which starts one.');
  return address;
}

/** A fresh partner with a fresh user on the real test server; nothing is shared with another test. */
export async function makeScenario(input: ScenarioInput = {}): Promise<Scenario & { serverUrl: string }> {
  const { createBridge } = await import('./bridge.ts');
  const bridge = createBridge(serverUrl(), new URL(serverUrl()).host);
  const answer = await bridge.fetch('http://testing/__testing/scenario', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  });
  if (!answer.ok) throw new Error(`The test server refused the scenario: ${answer.status} ${await answer.text()}`);
  return { ...((await answer.json()) as Scenario), serverUrl: serverUrl() };
}
