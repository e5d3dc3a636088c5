/** The pictures stand in the contract, because the server paints the frame with them first. */
export { iconOf, iconPaths, isIconName, type IconName } from '@panel/frame';
