import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SiteSpec } from '../../../src/hosting/index.ts';
import { edgeSite } from '../../edge/edge-support.ts';
import { progress, siteSpec, type Host } from '../hosting-support.ts';
import type { EdgeBench } from '../../edge/edge-support.ts';

/** A host with an edge in front of it, for the workloads of one kind. */
export type Subject = Host & { bench: EdgeBench; kind: string };

/** The file in which tests write, to recognize the content of a workload later. */
const FILE = 'check.txt';

/** A workload that was created just now. */
export type Loaded = {
  spec: SiteSpec;
  /** Changes its content. */
  write(text: string, file?: string): Promise<void>;
  /** What visitors get at its address; the status where there is nothing. */
  visit(fqdn?: string): Promise<string>;
};

const loaded = ({ bench, kind, config }: Subject, spec: SiteSpec): Loaded => {
  const route = (fqdn: string) => bench.sites.set(fqdn, edgeSite(spec.siteId, fqdn, { kind }));
  return {
    spec,
    write: (text, file = FILE) =>
      writeFile(path.join(config.dataDir, 'sites', spec.siteId, 'live', 'public', file), text, { mode: 0o644 }),
    async visit(fqdn = spec.fqdn) {
      route(fqdn);
      const { status, body } = await bench.ask(fqdn, { path: `/${FILE}` });
      return status === 200 ? body : String(status);
    },
  };
};

let names = 0;
/** The specification of a workload that does not exist yet. */
export const specFor = ({ kind }: Pick<Subject, 'kind'>, overrides: Partial<SiteSpec> = {}): SiteSpec =>
  siteSpec(`${kind}-${(names += 1)}`, { kind, ...overrides });

/** Creates a workload with `text` as its content. */
export async function load(subject: Subject, text = 'as it was'): Promise<Loaded> {
  const one = loaded(subject, specFor(subject));
  await subject.driver.create(one.spec, progress());
  await one.write(text);
  return one;
}

/** A workload that something else has created. */
export const loadedAs = (subject: Subject, spec: SiteSpec): Loaded => loaded(subject, spec);
