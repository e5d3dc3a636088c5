import type { ExtensionKind } from '@panel/contract';
import { calls } from '../../context/implement.ts';
import { said, withMessage } from '../../context/said.ts';
import { wireExtension } from '../extension/extension.routes.ts';
import { addFromDirectory, directoryDetails, searchDirectory } from './directory.service.ts';

/** The calls about the directory, which plugins and themes have in their own groups. */
export const directoryRoutes = (kind: ExtensionKind) => {
  const group = calls[kind];
  return {
    directory: group.directory.handler(({ context, input }) => searchDirectory(context, kind, input)),
    directoryItem: group.directoryItem.handler(({ context, input }) => directoryDetails(context, kind, input.slug)),
    addFromDirectory: group.addFromDirectory.handler(async ({ context, input }) => {
      const row = await addFromDirectory(context, kind, input.slug);
      const text = said('{name} added to your library.', { name: `${row.name} ${row.version}` });
      return { status: true, ...withMessage(text), data: wireExtension(row) };
    }),
  };
};
