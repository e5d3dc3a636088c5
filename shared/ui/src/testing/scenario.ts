import type {
  ChannelAction,
  DomainState,
  ExtensionKind,
  LicenseProduct,
  LimitKind,
  LinkKind,
  MemberRole,
  Migration,
  Partner,
  Site,
  StaffRole,
  User,
} from '@panel/contract';
import type { PlatformError } from '@panel/contract/platform-errors';

type LibraryInput = { kind: ExtensionKind; slug: string; name: string; version: string };
/** `newer`: it is from the directory, which has this version since. */
type OwnedInput = LibraryInput & { newer?: string };

/** Input of `POST /__testing/scenario` of the test server (server/src/testing/main.ts). */
export type ScenarioInput = {
  partner?: { special?: boolean; attributes?: Record<string, string> };
  role?: 'customer' | 'admin' | 'superadmin' | 'anonymous';
  /** The role of an administrator, by default owner; further staff, whose emails begin with their role. */
  staffRole?: StaffRole;
  colleagues?: StaffRole[];
  /** The user is a member, with this role, of the account of another customer. */
  member?: MemberRole;
  user?: { is_abuse_system?: boolean; firstname?: string; lastname?: string };
  /** A link of an email to the user, which can set a password. */
  link?: LinkKind;
  /**
   * Sites of the user, written as rows; `siteCount` makes many. One that is not `assigned` never got an id; `owner`
   * is the email of another customer, who is created for it.
   */
  sites?: {
    name: string;
    status?: Site['status'];
    type?: Site['type'];
    assigned?: boolean;
    /** As if a task worked on it. */
    busy?: boolean;
    owner?: string;
    /** Its own domain, instead of a name below the partner's. */
    domain?: string;
    /** A domain that it claims; once connected it is that of `domain`. */
    claim?: { domain: string; state?: DomainState };
    fileSize?: number;
    /** As if its picture had been taken. */
    pictured?: boolean;
    /** Of WordPress; by default the newest. */
    version?: string;
    phpVersion?: string;
    /** In the bin since this many days. */
    binnedDays?: number;
    /** How many backups it has; the storage has nothing of them. */
    backups?: number;
    /** It has a staging environment, with this status. */
    staging?: Site['status'];
    /** As if its newest check had got an error page. */
    pagesFail?: boolean;
    /** Requests of this hour, half of them answered by the cache. */
    traffic?: number;
    limitHits?: Partial<Record<LimitKind, number>>;
    /** Scheduled checks, by day; `brokenHours`: since when it does not work. */
    uptime?: {
      days: { daysAgo: number; checks: number; failed: number; seconds: number; failedSeconds?: number }[];
      brokenHours?: number;
    };
    /** Plugins and themes, as if the site had just been read. */
    installed?: (LibraryInput & { active: boolean })[];
  }[];
  siteCount?: number;
  /** How many blueprints the customer has, and the partner offers; the storage has nothing of them. */
  blueprints?: number;
  offeredBlueprints?: number;
  /** Current announcements of the partner, to all of its customers. */
  announcements?: { title: string; kind?: 'info' | 'maintenance' | 'problem'; heading?: string; text?: string }[];
  notifications?: {
    type: string;
    description: string;
    /** What says it in other languages. */
    template?: string;
    values?: Record<string, unknown>;
    status?: 'read' | 'unread';
    link?: string;
  }[];
  /** Versions in the customer's library, without their archives. */
  library?: OwnedInput[];
  /** Migrations of the customer, without their archives. */
  migrations?: {
    name: string;
    type?: Migration['type'];
    status?: Migration['status'];
    error?: string;
    sharingLink?: string;
    /** As the server stores them. */
    rehearsal?: object;
    carried?: object;
    /** Its copy is the first of the sites. */
    isCopied?: boolean;
  }[];
  /** Licences of the customer; `site` is the index of the site that uses it. */
  licenses?: { product?: LicenseProduct; endsInDays?: number; autoRenewal?: boolean; site?: number }[];
  appCount?: number;
  /** The first so many of the applications are down, and the others healthy; without it nothing runs yet. */
  appsDown?: number;
  /** The partner sells every product, at the prices of the demo. */
  sells?: boolean;
  /** In which currencies; dollars alone without it. */
  currencies?: string[];
  /** For how many days its plans are free for who buys them first. */
  trialDays?: number;
  /** Coupon codes of the partner; each counts for the first payment. */
  coupons?: { code: string; percent: number }[];
  /** What the customer has bought and paid, each for a month. */
  purchases?: LicenseProduct[];
  /** The card of all of them was refused at the renewal. */
  renewalFails?: boolean;
  /** Releases of a package for this test only; changes for all partners, or for the test's own; its browser reports. */
  releases?: {
    versions: string[];
    /** Releases without requests for this many days. */
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
  /** `Cookie` header of a signed-in session, or empty. */
  cookie: string;
  sites: { site_id: string; fqdn: string }[];
  /** Ids of the library's versions, as requested. */
  library: string[];
  licenses: { id: string; license_key: string }[];
  /** The customer who owns the data: the user, or for staff another one. */
  customerEmail: string;
  /** Ids of the applications. */
  apps: string[];
  /** Ids of the migrations, as requested. */
  migrations: string[];
  /** Package name of its releases, or empty. */
  package: string;
  /** The token of the requested link, or empty. */
  linkToken: string;
};

function serverUrl(): string {
  const address = process.env.PANEL_TEST_SERVER;
  if (!address) throw new Error('No test server: run page tests through jest.config, which starts one.');
  return address;
}

/** A new partner with a new user on the real test server; tests share nothing. */
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
