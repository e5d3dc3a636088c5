import { calls } from '../../context/implement.ts';
import { copyFile, unzip, zip } from './file-archive.service.ts';
import { beginUpload, dropUpload, uploadPart } from './file-part.service.ts';
import { changeFile, listFolder, readText, saveText, searchFolder, uploadFile } from './file.service.ts';

const { file } = calls;
const done = { status: true as const };
/** An empty file, where there is none. */
const NOTHING = { bytes: 0, over: 'nothing' } as const;

export const fileRoutes = {
  list: file.list.handler(({ context, input: { id, ...asked } }) => listFolder(context, id, asked)),
  search: file.search.handler(({ context, input: { id, folder, ...wanted } }) =>
    searchFolder(context, id, folder, wanted),
  ),
  read: file.read.handler(({ context, input: { id, path } }) => readText(context, id, path)),
  save: file.save.handler(async ({ context, input }) => ({ status: true, version: await saveText(context, input) })),
  create: file.create.handler(async ({ context, input: { id, path, kind } }) => {
    const change = kind === 'folder' ? { action: kind, path } : { action: 'put' as const, path, ...NOTHING };
    await changeFile(context, id, change);
    return done;
  }),
  upload: file.upload.handler(async ({ context, input }) => {
    await uploadFile(context, input);
    return done;
  }),
  beginUpload: file.beginUpload.handler(({ context, input }) => beginUpload(context, input)),
  uploadPart: file.uploadPart.handler(({ context, input }) => uploadPart(context, input)),
  dropUpload: file.dropUpload.handler(async ({ context, input }) => {
    await dropUpload(context, input);
    return done;
  }),
  copy: file.copy.handler(async ({ context, input }) => {
    await copyFile(context, input);
    return done;
  }),
  zip: file.zip.handler(async ({ context, input }) => ({ ...done, skipped: await zip(context, input) })),
  unzip: file.unzip.handler(async ({ context, input }) => ({ ...done, ...(await unzip(context, input)) })),
  move: file.move.handler(async ({ context, input: { id, path, to } }) => {
    await changeFile(context, id, { action: 'move', path, to });
    return done;
  }),
  mode: file.mode.handler(async ({ context, input: { id, path, mode, reach } }) => {
    await changeFile(context, id, { action: 'mode', path, mode, reach });
    return done;
  }),
  remove: file.remove.handler(async ({ context, input: { id, path } }) => {
    await changeFile(context, id, { action: 'remove', path });
    return done;
  }),
};
