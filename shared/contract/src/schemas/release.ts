import * as v from 'valibot';
import { MenuEntry, RemoteManifest, RouteDeclaration } from './manifest.ts';

/** What the shell declares of its own pages; the same data as a remote's, under its own id. */
export const ShellManifest = v.object({
  id: v.literal('shell'),
  name: v.string(),
  routes: v.array(RouteDeclaration),
  menu: v.array(MenuEntry),
});
export type ShellManifest = v.InferOutput<typeof ShellManifest>;

const Files = v.array(v.string());

/**
 * The manifest.json that a build leaves beside its files: what was built, and which files each page needs.
 * File names are relative to the folder of the release.
 */
export const Release = v.object({
  package: v.string(),
  /** From the content of all files: the same content has the same version. */
  version: v.string(),
  container: v.string(),
  /** The remote entry; of the shell, its one script. */
  entry: v.string(),
  /** Styles of the shell's first view. */
  styles: Files,
  /** What the remote's pages.ts needs besides the entry. */
  preload: Files,
  /** Page id → its files, and what it takes from the shell's lazy parts (e.g. `@panel/ui/data`). */
  pages: v.record(v.string(), v.object({ files: Files, shared: v.array(v.string()) })),
  /** The shell's lazy shared parts → their files. */
  shared: v.record(v.string(), Files),
  /** File → `sha384-…` */
  integrity: v.record(v.string(), v.string()),
  manifest: v.union([RemoteManifest, ShellManifest]),
});
export type Release = v.InferOutput<typeof Release>;
