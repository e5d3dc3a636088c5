import type { Compiler } from 'webpack';

/**
 * The federation plugin requests the name of the remote entry before hashes exist, and webpack 5.111 then fails with
 * "Path variable [contenthash:10] not implemented in this context". This inserts a placeholder until there is a hash.
 */
export class ContentHashFixPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('ContentHashFixPlugin', (compilation) => {
      compilation.hooks.assetPath.tap({ name: 'ContentHashFixPlugin', stage: -100 }, (path: unknown, data) => {
        if (typeof path !== 'string' || !path.includes('[contenthash')) return path as string;
        const ofChunk = data.chunk && 'contentHash' in data.chunk ? data.chunk.contentHash : undefined;
        const known = data.contentHash ?? (data.contentHashType ? ofChunk?.[data.contentHashType] : undefined);
        return known ? path : path.replace(/\[contenthash(?::\d+)?\]/g, '0000000000');
      });
    });
  }
}
