/** Why a database cannot be dumped or restored, of which its owner may be the cause. Without its content. */
export class DumpError extends Error {
  override readonly name = 'DumpError';
}
