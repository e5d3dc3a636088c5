import { positive } from './config-schemas.ts';

/** The variables of running sites and of their scheduled checks. */
export const siteVariables = {
  SITE_IDLE_MINUTES: { schema: positive, fallback: '15', allowed: 'a number above 0' },
  SITE_MAX_RUNNING: { schema: positive, fallback: undefined, allowed: 'a number above 0' },
  SITE_CHECK_MINUTES: { schema: positive, fallback: '30', allowed: 'a number above 0' },
} as const;

type Parsed = { SITE_IDLE_MINUTES: number; SITE_MAX_RUNNING: number | undefined; SITE_CHECK_MINUTES: number };

export type SitesConfig = {
  siteIdleMinutes: number;
  siteMaxRunning: number | undefined;
  /** Time between two scheduled checks of a site that works. */
  siteCheckMinutes: number;
};

export const sitesConfig = (parsed: Parsed): SitesConfig => ({
  siteIdleMinutes: parsed.SITE_IDLE_MINUTES,
  siteMaxRunning: parsed.SITE_MAX_RUNNING,
  siteCheckMinutes: parsed.SITE_CHECK_MINUTES,
});
