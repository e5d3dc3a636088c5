import type { Inputs, Outputs } from '../../protocol.ts';
import { readStart } from '../site-files.ts';
import type { Folder } from '../site-files.ts';

/** The beginning of a text file. */
export function text(root: Folder, { file }: Inputs['text']): Outputs['text'] {
  return readStart(root, file, 65_536);
}
