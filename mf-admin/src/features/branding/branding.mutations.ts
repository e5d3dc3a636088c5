import { useMutation } from '@tanstack/react-query';
import { api, notify, type BrandImage } from '@panel/core';
import { useSaveVersion } from '../version/version.mutations.ts';
import { brandingQuery } from './branding.queries.ts';

type SaveInput = Parameters<typeof api.partnerAdmin.saveBranding>[0];

/** Makes the brand live; the frame around the page follows at once. */
export const useSaveBranding = () =>
  useSaveVersion((input: SaveInput) => api.partnerAdmin.saveBranding(input, { context: { failure: 'caller' } }), brandingQuery.queryKey);

/** In pieces: a whole picture is more than one call of a function takes as arguments. */
function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

/** Stores a picture and gives its address; it is part of the brand once the form is saved. */
export function useUploadImage(image: BrandImage) {
  return useMutation({
    mutationFn: async (file: File) => {
      const data = base64Of(new Uint8Array(await file.arrayBuffer()));
      return (await api.partnerAdmin.uploadImage({ image, data }, { context: { failure: 'caller' } })).address;
    },
    onError: (error) => notify({ kind: 'error', title: 'The picture was not taken', message: error.message }),
  });
}
