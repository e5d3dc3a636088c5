import type { HostingDriver, Progress } from '../../hosting/driver.ts';
import { abortedError, HostingError } from '../../hosting/hosting-error.ts';

type Fault = { mode: 'fail' | 'slow' | 'hang'; once: boolean; step: string };

const OPERATIONS =
  'files|configure|install|start|verify|clone|copy|rename|destroy|snapshot|restore|import|blueprint|upgrade|exec';
const PATTERN = new RegExp(`^(?:staging\\.)?(fail|slow|hang)-(once-)?(${OPERATIONS})(-|\\.|$)`);

/**
 * The fault in a site's name, e.g. `fail-install-1.example.test`, `fail-once-start-x`; null for none. A staging site has
 * the fault of its live site.
 */
export function faultOf(fqdn: string): Fault | null {
  const parts = PATTERN.exec(fqdn.toLowerCase());
  const mode = parts?.[1];
  if (parts === null || (mode !== 'fail' && mode !== 'slow' && mode !== 'hang')) return null;
  return { mode, once: parts[2] !== undefined, step: parts[3] ?? '' };
}

/**
 * Wraps a driver to test failures: a site named `fail-<step>-…` fails at that step, `fail-once-<step>-…` only the
 * first time; `slow-…` and `hang-…` report a quarter of their work and stop until the task is cancelled or its
 * deadline passes. Everything else is the real driver's.
 */
export function createFaultyDriver(real: HostingDriver): HostingDriver {
  const names = new Map<string, string>();
  const done = new Set<string>();

  const meet = async (
    siteId: string,
    fqdn: string | undefined,
    step: string,
    p: Pick<Partial<Progress>, 'progress' | 'signal'> = {},
  ): Promise<void> => {
    if (fqdn !== undefined) names.set(siteId, fqdn);
    const fault = faultOf(names.get(siteId) ?? '');
    if (fault === null || fault.step !== step) return;
    const key = `${siteId} ${step}`;
    if (fault.once && done.has(key)) return;
    done.add(key);
    if (fault.mode === 'fail') {
      throw new HostingError('INJECTED', `The step "${step}" failed because the name of the site asks for it.`, {
        retryable: true,
      });
    }
    p.progress?.({ done: 1, total: 4, unit: 'files' });
    await untilAborted(p.signal);
  };

  const steps: HostingDriver['steps'] = (spec) =>
    real.steps(spec).map((step) => ({
      ...step,
      run: async (p: Progress) => {
        await meet(spec.siteId, spec.fqdn, step.name, p);
        await step.run(p);
      },
    }));

  return {
    ...real,
    steps,
    async create(spec, p) {
      for (const step of steps(spec)) await step.run(p);
    },
    async clone(fromId, to, p) {
      await meet(to.siteId, to.fqdn, 'clone', p);
      await real.clone(fromId, to, p);
    },
    async copyInto(fromId, toId, what, p) {
      await meet(toId, undefined, 'copy', p);
      return real.copyInto(fromId, toId, what, p);
    },
    async rename(siteId, next, p) {
      await meet(siteId, next.fqdn, 'rename', p);
      await real.rename(siteId, next, p);
    },
    async destroy(siteId, p) {
      await meet(siteId, undefined, 'destroy');
      await real.destroy(siteId, p);
    },
    async snapshot(siteId, toFile, options) {
      await meet(siteId, undefined, 'snapshot');
      await real.snapshot(siteId, toFile, options);
    },
    async restore(siteId, fromFile, parts, p) {
      await meet(siteId, undefined, 'restore');
      await real.restore(siteId, fromFile, parts, p);
    },
    async upgrade(siteId, version) {
      await meet(siteId, undefined, 'upgrade');
      await real.upgrade(siteId, version);
    },
    async makeBlueprint(siteId, toFile, what) {
      await meet(siteId, undefined, 'snapshot');
      await real.makeBlueprint(siteId, toFile, what);
    },
    async usePhp(siteId, version) {
      await meet(siteId, undefined, 'upgrade');
      await real.usePhp(siteId, version);
    },
    async applyBlueprint(siteId, fromFile, options) {
      await meet(siteId, undefined, 'blueprint');
      await real.applyBlueprint(siteId, fromFile, options);
    },
    async exec(siteId, args, opts) {
      await meet(siteId, undefined, 'exec', { signal: AbortSignal.timeout(opts?.timeoutMs ?? 60_000) });
      return real.exec(siteId, args, opts);
    },
  };
}

/** Waits for the signal; fails immediately without one, because nothing could end the wait. */
function untilAborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal === undefined)
      return reject(
        new HostingError('INJECTED', 'This operation cannot be cancelled, so it cannot hang.', { retryable: true }),
      );
    if (signal.aborted) return reject(abortedError(signal));
    signal.addEventListener('abort', () => reject(abortedError(signal)), { once: true });
  });
}
