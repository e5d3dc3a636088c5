import * as v from 'valibot';
import { readAddress } from './read-address.ts';
import type { Read } from './reads.ts';
import { RemoteManifest, type RouteDeclaration } from './schemas/manifest.ts';

export * from './schemas/manifest.ts';

type RouteInput = Omit<v.InferInput<typeof RouteDeclaration>, 'reads'> & {
  /** What the page reads first: definitions of @panel/resources, or `read('site.overview', { id: ':id' })`. */
  reads?: readonly Read[];
};
type ManifestInput = Omit<v.InferInput<typeof RemoteManifest>, 'routes'> & { routes: readonly RouteInput[] };

/**
 * Typed declaration of a remote: the single source of its routes, menu entries and access. Definitions in `reads` become
 * wire addresses.
 * @throws Error for a read that is not a GET, which fails the build
 */
export function defineManifest({ routes, ...manifest }: ManifestInput): RemoteManifest {
  return v.parse(RemoteManifest, {
    ...manifest,
    routes: routes.map(({ reads, ...route }) => ({ ...route, ...(reads && { reads: reads.map(readAddress) }) })),
  });
}
