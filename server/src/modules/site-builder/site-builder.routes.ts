import { calls } from '../../context/implement.ts';
import { addPicture, removePicture, showPictures } from './picture.service.ts';
import * as service from './site-builder.service.ts';

const { siteBuilder } = calls;

export const siteBuilderRoutes = {
  editor: siteBuilder.editor.handler(async ({ context, input }) => ({
    status: true,
    url: await service.editorAddress(context, input),
  })),
  draft: siteBuilder.draft.handler(({ context, input }) => service.showDraft(context, input.id)),
  publication: siteBuilder.publication.handler(({ context, input }) => service.showPublication(context, input.id)),
  save: siteBuilder.save.handler(async ({ context, input }) => ({
    status: true,
    data: await service.saveDraft(context, input),
  })),
  publish: siteBuilder.publish.handler(({ context, input }) => service.publishDraft(context, input)),
  pictures: siteBuilder.pictures.handler(({ context, input }) => showPictures(context, input.id)),
  addPicture: siteBuilder.addPicture.handler(async ({ context, input }) => ({
    status: true,
    data: await addPicture(context, input),
  })),
  removePicture: siteBuilder.removePicture.handler(async ({ context, input }) => {
    await removePicture(context, input);
    return { status: true };
  }),
};
