import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type BuilderContent, type BuilderDraft, type Site } from '@panel/core';
import { useRefreshSites } from '../site/site-changed.ts';
import { useMarkStale } from '../stale.ts';
import { builderDraftQuery, builderPicturesQuery, builderPublicationQuery } from './site-builder.queries.ts';

/** Asks for the address of a site's editor. */
export function useEditorAddress({ fqdn }: Pick<Site, 'fqdn'>) {
  return useMutation({
    mutationFn: async (domain: string) => {
      const { url } = await api.siteBuilder.editor({ fqdn, domain }, { context: { failure: 'notice' } });
      return new URL(url).pathname;
    },
  });
}

/** Saves a version of the draft over the one that was edited. */
export function useSaveDraft(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (draft: BuilderContent & { revision: number }) => api.siteBuilder.save({ id, ...draft }),
    onSuccess: ({ data }, { lang, pages }) => {
      cache.setQueryData(
        builderDraftQuery(id).queryKey,
        (before: BuilderDraft | undefined) => before && { ...before, ...data, lang, pages },
      );
      cache.setQueryData(builderPublicationQuery(id).queryKey, data);
    },
  });
}

/** Publishes a version of the draft; a task replaces the files of the live site. */
export function usePublishDraft(id: string) {
  const refresh = useRefreshSites();
  return useMutation({
    mutationFn: (revision: number) => api.siteBuilder.publish({ id, revision }),
    onSuccess: refresh,
  });
}

/** Uploads a picture. */
export function useAddPicture(id: string) {
  const refresh = useMarkStale([builderPicturesQuery(id).queryKey]);
  return useMutation({
    mutationFn: (file: File) => api.siteBuilder.addPicture({ id, file }),
    onSuccess: refresh,
  });
}

/** Deletes a picture. */
export function useRemovePicture(id: string) {
  const refresh = useMarkStale([builderPicturesQuery(id).queryKey]);
  return useMutation({
    mutationFn: (name: string) => api.siteBuilder.removePicture({ id, name }),
    onSuccess: refresh,
  });
}
