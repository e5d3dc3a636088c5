import { read } from '@panel/contract/reads';

/** The brand as it is edited: attributes, images and the version that the page shows. */
export const brandingRead = read('partnerAdmin.branding', {});

/** The section switches. */
export const sectionsRead = read('partnerAdmin.sections', {});
