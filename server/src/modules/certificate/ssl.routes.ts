import { calls } from '../../context/implement.ts';
import { checkSsl, removeUpload, requestCertificate, showSsl, updateSsl, uploadCertificate } from './ssl.service.ts';

const { ssl } = calls;

export const sslRoutes = {
  get: ssl.get.handler(({ context, input }) => showSsl(context, input.id)),
  request: ssl.request.handler(({ context, input }) => requestCertificate(context, input.id)),
  update: ssl.update.handler(({ context, input: { id, ...choice } }) => updateSsl(context, id, choice)),
  upload: ssl.upload.handler(({ context, input: { id, ...files } }) => uploadCertificate(context, id, files)),
  removeUpload: ssl.removeUpload.handler(({ context, input }) => removeUpload(context, input.id)),
  check: ssl.check.handler(({ context, input }) => checkSsl(context, input.id)),
};
