import type { Endpoint, HostingDriver, HostingStep, SiteSpec, Verification } from '../driver.ts';
import { throwIfAborted } from '../hosting-error.ts';
import { askSite } from './ask-site.ts';
import { notVerified } from './verify-site.ts';

/** A machine at its limits answers late, and another look at the site changes nothing. */
const LOOK_AGAIN = { times: 2, backoffSeconds: 2 };

type Deps = Pick<HostingDriver, 'verify'> & {
  startNow(siteId: string): Promise<Endpoint>;
  /** Keeps the site running meanwhile. */
  asking<T>(siteId: string, work: () => Promise<T>): Promise<T>;
};

/** The last steps of every creation: the site starts, and answers as it should. */
export const createAnswerSteps =
  ({ startNow, asking, verify }: Deps) =>
  (spec: SiteSpec): HostingStep[] => {
    /** What the run of this attempt has seen, which its check does not look at once more. */
    let seen: Verification | null = null;
    return [
      {
        name: 'start',
        title: 'Starting the site',
        run: async (p) => {
          throwIfAborted(p.signal);
          await startNow(spec.siteId);
        },
        check: async () => {
          const answer = await asking(spec.siteId, async () =>
            askSite(await startNow(spec.siteId), spec.url, '/'),
          ).catch(() => null);
          return answer !== null && answer.status < 500;
        },
      },
      {
        name: 'verify',
        title: 'Checking that the site answers',
        retry: LOOK_AGAIN,
        run: async (p) => {
          const result = await verify(spec.siteId, spec.fqdn);
          seen = result;
          for (const check of result.checks) p.note(`${check.name}: ${check.detail}`);
          throwIfAborted(p.signal);
          if (!result.ok)
            throw notVerified(
              result.checks.filter((check) => !check.ok).map((check) => `${check.name}: ${check.detail}`),
            );
        },
        check: async () => (seen ?? (await verify(spec.siteId, spec.fqdn))).ok,
      },
    ];
  };
