import type { HostingDriver } from './driver.ts';
import { HostingError } from './hosting-error.ts';

/** Steps of a creation that only read; they need no room. */
const LOOKS: ReadonlySet<string> = new Set(['start', 'verify']);

/** Refuses operations that fill the disk further while it is low. Deleting, serving and measuring continue. */
export function keepReserve(driver: HostingDriver, isLow: () => Promise<boolean>): HostingDriver {
  const room = async (): Promise<void> => {
    if (await isLow())
      throw new HostingError(
        'DISK_FULL',
        'The server has too little free disk space for this. Delete what you no longer need, or contact support.',
        { retryable: true },
      );
  };
  const steps: HostingDriver['steps'] = (spec) =>
    driver.steps(spec).map((step) => ({
      ...step,
      async run(p) {
        if (!LOOKS.has(step.name)) await room();
        await step.run(p);
      },
    }));
  return {
    ...driver,
    steps,
    async create(spec, p) {
      await room();
      await driver.create(spec, p);
    },
    async clone(fromId, to, p) {
      await room();
      await driver.clone(fromId, to, p);
    },
    async copyInto(fromId, toId, what, p) {
      await room();
      return driver.copyInto(fromId, toId, what, p);
    },
    async snapshot(siteId, toFile, options) {
      await room();
      await driver.snapshot(siteId, toFile, options);
    },
    async restore(siteId, fromFile, parts, p) {
      await room();
      await driver.restore(siteId, fromFile, parts, p);
    },
    async deploy(siteId, source, p) {
      await room();
      return driver.deploy(siteId, source, p);
    },
    async build(siteId, spec, p) {
      await room();
      return driver.build(siteId, spec, p);
    },
    async rehearse(siteId, fromFile, options) {
      await room();
      return driver.rehearse(siteId, fromFile, options);
    },
    async importBeside(siteId, upload, p) {
      await room();
      return driver.importBeside(siteId, upload, p);
    },
    async upgrade(siteId, version) {
      await room();
      await driver.upgrade(siteId, version);
    },
    async moveDatabase(siteId, into) {
      await room();
      await driver.moveDatabase(siteId, into);
    },
    async makeBlueprint(siteId, toFile, what) {
      await room();
      await driver.makeBlueprint(siteId, toFile, what);
    },
    async applyBlueprint(siteId, fromFile, options) {
      await room();
      await driver.applyBlueprint(siteId, fromFile, options);
    },
    async changeFile(siteId, change, content) {
      if (change.action === 'put' || change.action === 'copy') await room();
      return driver.changeFile(siteId, change, content);
    },
    async filePart(siteId, part, content) {
      if (part.step !== 'drop') await room();
      return driver.filePart(siteId, part, content);
    },
    async zipFiles(siteId, paths, to) {
      await room();
      return driver.zipFiles(siteId, paths, to);
    },
    async unzipFile(siteId, wanted) {
      await room();
      return driver.unzipFile(siteId, wanted);
    },
    async exec(siteId, args, opts) {
      if (opts?.file !== undefined) await room();
      return driver.exec(siteId, args, opts);
    },
    async setDebugLog(siteId, enabled) {
      await room();
      await driver.setDebugLog(siteId, enabled);
    },
    async rename(siteId, next, p) {
      await room();
      await driver.rename(siteId, next, p);
    },
  };
}
