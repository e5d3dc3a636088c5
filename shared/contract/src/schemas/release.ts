import * as v from 'valibot';
import { MenuEntry, RemoteManifest, RouteDeclaration, SlotEntry } from './manifest.ts';

/** What the shell declares of its own pages; the same data as a remote's, under its own id. */
export const ShellManifest = v.object({
  id: v.literal('shell'),
  name: v.string(),
  routes: v.array(RouteDeclaration),
  menu: v.array(MenuEntry),
  slots: v.optional(v.array(SlotEntry), []),
  offers: v.optional(v.array(v.string()), []),
});
export type ShellManifest = v.InferOutput<typeof ShellManifest>;

/** Which name it is, in one line however it was written, and what is allowed. */
const badFileName = ({ input }: { input: string }): string =>
  `${JSON.stringify(input.length > 80 ? `${input.slice(0, 80)}…` : input)} is no name for a file of a release: letters, digits, dots, dashes and underscores, no folder and no "..", at most 200 characters.`;

/** Name of a file in a release: one segment, so that it can never leave its folder. */
export const FileName = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9_][a-z0-9._-]{0,199}$/i, badFileName),
  v.check((name) => !name.includes('..'), badFileName),
);
const Files = v.array(FileName);

/** `shell`, or the id of a remote. */
export const PackageName = v.pipe(v.string(), v.regex(/^(shell|mf-[a-z][a-z0-9-]{0,60})$/));
export const ReleaseVersion = v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9.+-]{0,63}$/));
export const Sha384 = v.pipe(v.string(), v.regex(/^sha384-[A-Za-z0-9+/]{64}$/));

/** Shared package → version (offered) or range (needed), e.g. `@panel/core` → `^1.2.0`. */
const Shared = v.record(v.string(), v.string());
/** Shared package → the names that are taken from it, or that it has. */
const Exports = v.record(v.string(), v.array(v.string()));

/** What a package takes from the shell on whose page it runs; checked when it is published (ADR 0020). */
export const ReleaseNeeds = v.object({ shared: Shared, exports: Exports, contract: v.string() });
export type ReleaseNeeds = v.InferOutput<typeof ReleaseNeeds>;

/** What a shell gives to the remotes on its page. */
export const ReleaseOffers = v.object({
  shared: Shared,
  exports: Exports,
  contract: v.string(),
  /** It loads the lists of files by itself; a shell without this expects all hashes in the page. */
  fileLists: v.optional(v.literal(true)),
});
export type ReleaseOffers = v.InferOutput<typeof ReleaseOffers>;

/**
 * The manifest.json that a build leaves beside its files: what was built, and which files each page needs.
 * File names are relative to the folder of the release.
 */
export const Build = v.object({
  package: PackageName,
  /** From the content of all files: the same content has the same version. */
  version: ReleaseVersion,
  container: v.pipe(v.string(), v.regex(/^[a-z_][a-z0-9_]*$/)),
  /** The remote entry; of the shell, its one script. */
  entry: FileName,
  /** Styles of the shell's first view. */
  styles: Files,
  /** What the remote's pages.ts needs besides the entry. */
  preload: Files,
  /** Page (or part of a slot) id → its files, and what it takes from the shell's lazy parts (e.g. `@panel/ui/data`). */
  pages: v.record(v.string(), v.object({ files: Files, shared: v.array(v.string()) })),
  /** The shell's lazy shared parts → their files. */
  shared: v.record(v.string(), Files),
  /** File → `sha384-…` of what the browser runs, before any compression. */
  integrity: v.record(FileName, Sha384),
  needs: ReleaseNeeds,
  /** Of the shell alone. */
  offers: v.optional(ReleaseOffers),
  manifest: v.union([RemoteManifest, ShellManifest]),
});
export type Build = v.InferOutput<typeof Build>;

/** The list of files of a release (FILE_LIST): their hashes, and which of them a page needs. */
export type FileList = Pick<Build, 'integrity' | 'preload' | 'pages' | 'shared'>;

/** The text that is signed: a build, where it came from, and when. */
export const Release = v.object({
  ...Build.entries,
  format: v.literal(1),
  /** 40 hexadecimal digits, or nothing where it was not built from a commit. */
  commit: v.pipe(v.string(), v.regex(/^([0-9a-f]{40})?$/)),
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
});
export type Release = v.InferOutput<typeof Release>;

/** Ed25519 over the bytes of the manifest's text. */
export const Signature = v.object({
  /** First 16 hexadecimal digits of the SHA-256 of the public key (raw 32 bytes). */
  keyId: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/)),
  /** Base64 of 64 bytes. */
  signature: v.pipe(v.string(), v.regex(/^[A-Za-z0-9+/]{86}==$/)),
});
export type Signature = v.InferOutput<typeof Signature>;
