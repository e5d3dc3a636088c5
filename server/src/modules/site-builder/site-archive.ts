import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { BUILDER_PICTURES, type BuilderContent } from '@panel/contract';
import { TAR_END, tarHeader, tarPadding } from '../../hosting/agent/child/tar-blocks.ts';
import type { Storage } from '../../storage/storage.ts';
import { builderPictureKey, usedPictures } from './picture-files.ts';
import { builderTexts, type BuilderFile } from '../../uploads/readers/render-site.ts';
import type { PictureRow } from './site-builder.repo.ts';

type Parts = {
  storage: Storage;
  siteId: string;
  content: BuilderContent;
  pictures: readonly PictureRow[];
  at: Date;
  /** The text of a file; pages are made one at a time. */
  textOf: (file: BuilderFile) => Promise<string>;
};

const TOP = 'site/';

async function* blocks({ storage, siteId, content, pictures, at, textOf }: Parts): AsyncGenerator<Uint8Array> {
  for (const file of builderTexts(content)) {
    const bytes = Buffer.from(await textOf(file));
    yield tarHeader(TOP + file.name, 'File', bytes.length, at);
    yield bytes;
    yield tarPadding(bytes.length);
  }
  for (const { name, bytes } of usedPictures(content, pictures)) {
    yield tarHeader(TOP + BUILDER_PICTURES + name, 'File', bytes, at);
    for await (const chunk of await storage.read(builderPictureKey(siteId, name))) yield chunk as Uint8Array;
    yield tarPadding(bytes);
  }
  yield TAR_END;
}

/** The files of the published site as a compressed archive with a single top folder, as `HostingDriver.deploy` takes it. */
export function siteArchive(parts: Parts): Readable {
  const gzip = createGzip();
  // The reader of the archive sees the error of the stream.
  pipeline(Readable.from(blocks(parts), { objectMode: false }), gzip, () => undefined);
  return gzip;
}
