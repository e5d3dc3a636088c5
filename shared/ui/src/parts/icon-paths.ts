/** The icons are in @panel/frame, because the server renders the frame with them first. */
export { iconOf, iconPaths, isIconName, type IconName } from '@panel/frame';
