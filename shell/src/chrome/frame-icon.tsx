import { iconView } from '@panel/frame';
import { reactRenderer } from '@panel/ui';

/** An icon of the frame. */
export const FrameIcon = ({ name }: { name: string }) => iconView(reactRenderer, name);
