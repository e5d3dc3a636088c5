import { calls } from '../../context/implement.ts';
import { changeFile, listFolder, readText, saveText, uploadFile } from './file.service.ts';

const { file } = calls;
const done = { status: true as const };
/** An empty file, where there is none. */
const NOTHING = { bytes: 0, over: 'nothing' } as const;

export const fileRoutes = {
  list: file.list.handler(({ context, input: { id, ...asked } }) => listFolder(context, id, asked)),
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
  move: file.move.handler(async ({ context, input: { id, path, to } }) => {
    await changeFile(context, id, { action: 'move', path, to });
    return done;
  }),
  mode: file.mode.handler(async ({ context, input: { id, path, mode } }) => {
    await changeFile(context, id, { action: 'mode', path, mode });
    return done;
  }),
  remove: file.remove.handler(async ({ context, input: { id, path } }) => {
    await changeFile(context, id, { action: 'remove', path });
    return done;
  }),
};
