export { checkManifest, checkTogether, explainIssue } from '@panel/contract/release-checks';
