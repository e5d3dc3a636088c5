import type { PhpSettings } from '@panel/contract';
import type { LimitPort, LimitsOf } from '../driver.ts';
import type { Reach } from '../egress/relay.ts';
import type { HostingConfig } from '../hosting-config.ts';
import type { HostingRuntime } from '../runtime/prepare-runtime.ts';
import type { SiteUses } from '../site-uses.ts';
import type { Clock } from './keeper.ts';
import type { LocalKind } from './kinds/index.ts';

/** What the local driver is given; everything but configuration and runtime has a default. */
export type LocalDriverOptions = {
  config: HostingConfig;
  runtime: HostingRuntime;
  clock?: Clock;
  log?: (line: string) => void;
  /** The limits of a site's plan; by default those of the smallest plan. */
  limitsOf?: LimitsOf;
  limits?: LimitPort;
  /** The owner of a site, for fair shares of the running slots; by default the site itself. */
  ownerOf?: (siteId: string) => Promise<string>;
  /** The PHP settings that a site's owner chose; by default nobody did. */
  phpOf?: (siteId: string) => Promise<PhpSettings | null>;
  /** Whether the scheduled jobs of a site run by themselves; by default those of all sites. */
  isScheduled?: (siteId: string) => Promise<boolean>;
  /** Who runs and who changes a site, where several processes do; by default this one alone. */
  uses?: SiteUses;
  /** Opens ways to file servers; without it none can be reached. */
  reach?: Reach;
  /** What it can host. */
  kinds?: readonly LocalKind[];
  /** How long a file server may send nothing before it counts as unreachable. */
  sourceIdleMs?: number;
};
