import { gzipSync } from 'node:zlib';
import { TAR_END, tarHeader, tarPadding } from '../../../src/hosting/agent/child/tar-blocks.ts';

/** Path → text as a compressed tar archive. */
export const gzippedTar = (files: Readonly<Record<string, string>>): Buffer =>
  gzipSync(
    Buffer.concat([
      ...Object.entries(files).flatMap(([name, text]) => {
        const bytes = Buffer.from(text);
        return [tarHeader(name, 'File', bytes.length, new Date()), bytes, tarPadding(bytes.length)];
      }),
      TAR_END,
    ]),
  );
