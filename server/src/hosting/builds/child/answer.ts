/** What a program of ours in the sandbox of a build says, and what the panel checks. */
export type FetchFault =
  | 'private'
  | 'gone'
  | 'empty'
  | 'branch'
  | 'commit'
  | 'unreachable'
  | 'link'
  | 'large'
  | 'folder'
  | 'manifest'
  | 'failed';

export type PrepareInput = {
  git: {
    url: string;
    branch: string;
    commit: string | null;
    token: string | null;
    plain: boolean;
    /** Null for a repository that is beside the code: then only files are allowed. */
    proxy: string | null;
  } | null;
  rootFolder: string;
  maxFiles: number;
  maxBytes: number;
  /** Where `@netlify/build-info` is. */
  recognizer: string;
};

/** What is known of the code. Texts are bounded by who writes them, and once more by who reads them. */
export type Facts = {
  commit: { id: string; message: string; author: string } | null;
  files: number;
  bytes: number;
  hasPackage: boolean;
  hasIndex: boolean;
  framework: { id: string; name: string } | null;
  /** The folder of the output, as the framework has it. */
  output: string | null;
  manager: 'npm' | 'pnpm' | 'yarn' | 'bun' | null;
  isBerry: boolean;
  /** Names of lock files beside the code or above it. */
  locks: string[];
  /** Whether the lock file is at the root of the repository and the code is not. */
  isWorkspace: boolean;
  scripts: string[];
  /** What the script `start:prod`, otherwise `start`, is, where nothing runs before or after it. */
  start: string | null;
  /** Of the packages that decide how an application runs. */
  packages: string[];
  main: string | null;
  node: string | null;
  /** Whether a configuration says that the framework only makes files. */
  exportsFiles: boolean;
  /** Whether a layout of Next.js uses fonts that its build fetches from Google. */
  fetchesFonts: boolean;
};

export type PrepareAnswer = { ok: true; facts: Facts } | { ok: false; fault: FetchFault; detail: string };
