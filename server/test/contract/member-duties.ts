/** Calls of one group. */
const of = (group: string, names: string): string[] => names.split(' ').map((name) => `${group}.${name}`);

/** Which calls of customers are for some roles of members only; the test compares them with the contract. */
export const MEMBER_CALLS = {
  own: [
    ...of('account', 'emailChange changeEmail stopEmailChange'),
    ...of(
      'security',
      'sessions endSession endOtherSessions prove factors beginTotp confirmTotp removeTotp newRecoveryCodes',
    ),
    ...of('passkey', 'proofOptions begin add rename remove'),
    ...of('loginProvider', 'link identities unlink'),
    ...of('user', 'profile updateProfile byId'),
    ...of('notification', 'list byId bulk update remove'),
  ],
  any: [
    ...of('announcement', 'current banner dismiss'),
    ...of('license', 'list available developer ofApps'),
    ...of('payment', 'prices currency licenses licensesOfSites subscriptions usage licenseTypes buyLink buyLinks'),
  ],
  create: [
    ...of('site', 'create import'),
    ...of('backup', 'createSite'),
    ...of('license', 'checkWordPress'),
    ...of('plugin', 'upload remove addFromDirectory'),
    ...of('theme', 'upload remove addFromDirectory'),
    ...of('extensionRun', 'decide'),
    ...of('fleet', 'decide'),
    ...of('migration', 'create update updateStatus uploadArchive retry remove'),
    ...of(
      'github',
      'createRepo repos branches getToken disconnect appConnect appDisconnect appInstallations appRepos appBranches',
    ),
    ...of('app', 'createProject existingApp fullstackApp manualCreate removeProject checkRepository'),
  ],
  billing: [
    ...of('coupon', 'check'),
    ...of('license', 'renewal deactivate assign assignApp'),
    ...of('bulk', 'siteLicenses appLicenses'),
    ...of(
      'payment',
      'set checkout payment confirm publishableKey paymentMethods addCard defaultCard removeCard billing',
    ),
    ...of('payment', 'saveBilling renewal cancel proration upgrade upgradeInvoice database invoices'),
  ],
  manage: [...of('member', 'list workloads invite inviteAgain change remove'), ...of('audit', 'own')],
  /** Nobody but the customer. */
  customer: of('account', 'belongings remove export startExport exportLink'),
  /** What only reads has a body. */
  readingByPost: [
    ...of('announcement', 'dismiss'),
    ...of('blueprint', 'ofPartner'),
    ...of('fleet', 'preview'),
    ...of('license', 'available developer'),
    ...of('payment', 'prices'),
    ...of('dns', 'readZoneFile'),
    ...of('app', 'buildsBetween'),
  ],
} as const;
