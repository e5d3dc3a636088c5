import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, notify, type CertificateFiles, type Ssl, t } from '@panel/core';
import { sslQuery } from './ssl.queries.ts';

/** Keeps the answer of a change as what the page shows. */
function useKeep(id: string) {
  const cache = useQueryClient();
  return (ssl: Ssl) => void cache.setQueryData(sslQuery(id).queryKey, ssl);
}

/** Requests a new certificate; the task shows how it goes. */
export function useRequestCertificate(id: string, onStarted: (taskId: string) => void) {
  return useMutation({
    mutationFn: () => api.ssl.request({ id }, { context: { failure: 'notice' } }),
    onSuccess: ({ task_id }) => onStarted(task_id),
  });
}

/** Looks at what is served now. */
export function useCheckSsl(id: string) {
  const keep = useKeep(id);
  return useMutation({
    mutationFn: () => api.ssl.check({ id }, { context: { failure: 'notice' } }),
    onSuccess: keep,
  });
}

type Choice = Pick<Ssl, 'force_https' | 'hsts'>;

/** Changes the switches. `expected`: as the page shows them. */
export function useUpdateSsl(id: string) {
  const keep = useKeep(id);
  return useMutation({
    mutationFn: (choice: Choice & { expected: Choice }) => api.ssl.update({ id, ...choice }),
    onSuccess: keep,
  });
}

/** Serves a certificate of one's own. */
export function useUploadCertificate(id: string) {
  const keep = useKeep(id);
  return useMutation({
    mutationFn: (files: CertificateFiles) => api.ssl.upload({ id, ...files }),
    onSuccess(ssl) {
      keep(ssl);
      notify({ kind: 'success', title: t('Success'), message: t('Your certificate is served.') });
    },
  });
}

/** Removes one's own certificate. */
export function useRemoveUpload(id: string, onDone: () => void) {
  const keep = useKeep(id);
  return useMutation({
    mutationFn: () => api.ssl.removeUpload({ id }),
    onSuccess(ssl) {
      keep(ssl);
      onDone();
    },
  });
}
