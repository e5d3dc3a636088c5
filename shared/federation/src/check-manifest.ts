export { checkManifest, checkTogether } from '@panel/contract/release-checks';
