import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { BuildError } from '../build-error.ts';

/** The standard manifest of Module Federation, which the plugins of webpack and Rspack write. */
export const FEDERATION_MANIFEST = 'mf-manifest.json';

const Files = v.object({ sync: v.array(v.string()), async: v.array(v.string()) });

/** What a release needs to know of it. */
const FederationManifest = v.object({
  metaData: v.object({ globalName: v.string(), remoteEntry: v.object({ name: v.string(), path: v.string() }) }),
  remotes: v.array(v.object({ alias: v.string() })),
  exposes: v.array(v.object({ path: v.string(), assets: v.object({ js: Files, css: Files }) })),
});
export type FederationManifest = v.InferOutput<typeof FederationManifest>;

/**
 * Reads the manifest in a build's folder.
 * @throws BuildError when there is none, or it has another form
 */
export async function readFederationManifest(folder: string): Promise<FederationManifest> {
  const text = await readFile(join(folder, FEDERATION_MANIFEST), 'utf8').catch(() => {
    throw new BuildError(
      `${FEDERATION_MANIFEST} is missing in ${folder}. Use ModuleFederationPlugin of @module-federation/enhanced, with its option \`manifest\` at the default, and output.publicPath 'auto'.`,
    );
  });
  const parsed = v.safeParse(FederationManifest, JSON.parse(text));
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new BuildError(
    `${FEDERATION_MANIFEST} has a form that this version of @panel/federation does not know: ${v.getDotPath(issue) ?? '(the whole)'}: ${issue.message}`,
  );
}
