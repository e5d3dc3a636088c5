import * as v from 'valibot';
import { dictionary, list } from './bounded.ts';
import { MenuEntry, RemoteManifest, RouteDeclaration, ROUTES_MAX, SlotEntry, Translations } from './manifest.ts';

/** Files of one release, and as many source maps. */
export const RELEASE_FILES_MAX = 500;
/** Shared packages of a release, and names that it uses of one. */
const SHARED_MAX = 100;
const NAMES_MAX = 2000;

/** The shell's declaration of its own pages, like a remote's, under its own id. */
export const ShellManifest = v.object({
  id: v.literal('shell'),
  name: v.string(),
  routes: list(RouteDeclaration, { max: ROUTES_MAX }),
  menu: list(MenuEntry, { max: ROUTES_MAX }),
  slots: v.optional(list(SlotEntry, { max: ROUTES_MAX }), []),
  offers: v.optional(list(v.string(), { max: ROUTES_MAX }), []),
  translations: v.optional(Translations),
});
export type ShellManifest = v.InferOutput<typeof ShellManifest>;

/** Names the invalid entry, on one line, and what is allowed. */
const badFileName = ({ input }: { input: string }): string =>
  `${JSON.stringify(input.length > 80 ? `${input.slice(0, 80)}…` : input)} is not a valid file name for a release: use letters, digits, dots, dashes and underscores, no folder and no "..", at most 200 characters.`;

/** Name of a file in a release: one segment, so that it can never leave its folder. */
export const FileName = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9_][a-z0-9._-]{0,199}$/i, badFileName),
  v.check((name) => !name.includes('..'), badFileName),
);
const Files = list(FileName, { max: RELEASE_FILES_MAX });

/** `shell`, or the id of a remote. */
export const PackageName = v.pipe(v.string(), v.regex(/^(shell|mf-[a-z][a-z0-9-]{0,60})$/));
export const ReleaseVersion = v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9.+-]{0,63}$/));
export const Sha384 = v.pipe(v.string(), v.regex(/^sha384-[A-Za-z0-9+/]{64}$/));

/** Shared package → version (offered) or range (needed), e.g. `@panel/core` → `^1.2.0`. */
const Shared = dictionary(v.string(), v.string(), SHARED_MAX);
/** Shared package → the names that are used of it, or that it offers. */
const Exports = dictionary(v.string(), list(v.string(), { max: NAMES_MAX }), SHARED_MAX);

/** What a package needs from the shell; checked when it is published (ADR 0020). */
export const ReleaseNeeds = v.object({ shared: Shared, exports: Exports, contract: v.string() });
export type ReleaseNeeds = v.InferOutput<typeof ReleaseNeeds>;

/** What a shell offers to remotes. */
export const ReleaseOffers = v.object({
  shared: Shared,
  exports: Exports,
  contract: v.string(),
  /** Whether it loads the lists of files itself; otherwise it expects all hashes in the page. */
  fileLists: v.optional(v.literal(true)),
});
export type ReleaseOffers = v.InferOutput<typeof ReleaseOffers>;

/**
 * The manifest.json of a build: what was built, and which files each page needs. File names are relative to the
 * release's folder.
 */
export const Build = v.object({
  package: PackageName,
  /** Derived from the content of all files: the same content has the same version. */
  version: ReleaseVersion,
  container: v.pipe(v.string(), v.regex(/^[a-z_][a-z0-9_]*$/)),
  /** The remote entry; for the shell, its only script. */
  entry: FileName,
  /** Styles of the shell's first view. */
  styles: Files,
  /** Files that the remote's pages.ts needs besides the entry. */
  preload: Files,
  /** Page (or part of a slot) id → its files, and the lazy parts of the shell that it uses (e.g. `@panel/ui/data`). */
  pages: dictionary(v.string(), v.object({ files: Files, shared: list(v.string(), { max: SHARED_MAX }) }), ROUTES_MAX),
  /** The shell's lazy shared parts → their files. */
  shared: dictionary(v.string(), Files, SHARED_MAX),
  /** File → `sha384-…` of its uncompressed content. */
  integrity: dictionary(FileName, Sha384, RELEASE_FILES_MAX),
  /** Source map (`{script}.map`) → `sha384-…` of its content. Only staff can load them; they are not content. */
  maps: v.optional(dictionary(FileName, Sha384, RELEASE_FILES_MAX)),
  needs: ReleaseNeeds,
  /** Of the shell only. */
  offers: v.optional(ReleaseOffers),
  manifest: v.union([RemoteManifest, ShellManifest]),
});
export type Build = v.InferOutput<typeof Build>;

/** The list of files of a release (FILE_LIST): their hashes, and the files of each page. */
export type FileList = Pick<Build, 'integrity' | 'preload' | 'pages' | 'shared'>;

/** Most characters of a commit's author and note in a release. */
export const AUTHOR_MAX = 100;
export const NOTE_MAX = 200;

/** The signed text: a build, its commit, and its time. */
export const Release = v.object({
  ...Build.entries,
  format: v.literal(1),
  /** 40 hexadecimal digits, or missing if it was not built from a commit. */
  commit: v.pipe(v.string(), v.regex(/^([0-9a-f]{40})?$/)),
  /** The author's name of the commit. */
  author: v.optional(v.pipe(v.string(), v.maxLength(AUTHOR_MAX))),
  /** The first line of the commit's message. */
  note: v.optional(v.pipe(v.string(), v.maxLength(NOTE_MAX))),
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
