import { constants } from 'node:fs';

/** The shared WordPress: its `entries` lie in `folder` and appear in the folder `at`, both as paths of the worker. */
export type ReadOnlyCore = { at: string; folder: string; entries: readonly string[] };

type Node = { parent: Node; name: string };
type Stream = { node: Node; flags: number };

/**
 * The part of Emscripten's `NODEFS` that is used here. Emscripten calls itself by these names, so they can be
 * replaced.
 */
export type NodeFs = {
  realPath(node: Node): string;
  getMode(path: string): number;
  convertNodeCode(error: { code: string }): number | undefined;
  flagsForNode(flags: number): number;
  node_ops: {
    readdir(node: Node): string[];
    symlink(...given: unknown[]): void;
    statfs: unknown;
    setattr(node: Node, attributes: unknown): void;
    mknod(parent: Node, name: string, mode: number, device: number): unknown;
    rename(node: Node, parent: Node, name: string): void;
    unlink(parent: Node, name: string): void;
    rmdir(parent: Node, name: string): void;
  };
  stream_ops: { open(stream: Stream): void };
};

/** `EROFS` and `EACCES` of Emscripten. */
const READ_ONLY = 69;
const NO_ACCESS = 2;
/** Write permission for all users. */
const WRITABLE = 0o222;
const CHANGING = constants.O_WRONLY | constants.O_RDWR | constants.O_TRUNC | constants.O_APPEND;

/**
 * Mounts the shared WordPress read-only in the document root. Reads resolve to the shared folder; writes fail as on a
 * read-only disk. The permissions of this process protect the folder independently.
 */
export function showCore(
  {
    ErrnoError,
    filesystems: { NODEFS },
  }: { ErrnoError: new (errno: number) => Error; filesystems: { NODEFS: NodeFs } },
  core: ReadOnlyCore,
): void {
  const entries = new Set(core.entries);
  const moved = (path: string): string => {
    if (!path.startsWith(`${core.at}/`)) return path;
    const rest = path.slice(core.at.length + 1);
    return entries.has(rest.split('/', 1)[0] ?? '') ? `${core.folder}/${rest}` : path;
  };
  const isCore = (path: string): boolean => path.startsWith(`${core.folder}/`);
  const refuse = (path: string): void => {
    if (isCore(moved(path))) throw new ErrnoError(READ_ONLY);
  };

  const { realPath, getMode, convertNodeCode, node_ops, stream_ops } = NODEFS;
  NODEFS.realPath = (node) => moved(realPath(node));
  NODEFS.getMode = (path) => (isCore(moved(path)) ? getMode(moved(path)) & ~WRITABLE : getMode(path));
  NODEFS.convertNodeCode = (error) => (error.code === 'ERR_ACCESS_DENIED' ? NO_ACCESS : convertNodeCode(error));

  const of = (parent: Node, name: string): string => `${NODEFS.realPath(parent)}/${name}`;
  const { setattr, mknod, rename, unlink, rmdir } = node_ops;
  node_ops.setattr = (node, attributes) => (refuse(NODEFS.realPath(node)), setattr(node, attributes));
  node_ops.mknod = (parent, name, mode, device) => (refuse(of(parent, name)), mknod(parent, name, mode, device));
  node_ops.rename = (node, parent, name) => {
    refuse(NODEFS.realPath(node));
    refuse(of(parent, name));
    rename(node, parent, name);
  };
  node_ops.unlink = (parent, name) => (refuse(of(parent, name)), unlink(parent, name));
  node_ops.rmdir = (parent, name) => (refuse(of(parent, name)), rmdir(parent, name));
  const { open } = stream_ops;
  stream_ops.open = (stream) => {
    if ((NODEFS.flagsForNode(stream.flags) & CHANGING) !== 0) refuse(NODEFS.realPath(stream.node));
    open(stream);
  };
}
