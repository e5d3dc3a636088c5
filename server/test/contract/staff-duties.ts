import type { StaffDuty } from '@panel/contract';

/** Calls of one group. */
const of = (group: string, names: string): string[] => names.split(' ').map((name) => `${group}.${name}`);

/** Which calls are for some roles of staff only, and what `any` of them may call though it is no plain reading; the test compares them with the contract. */
export const DUTIES: Readonly<Record<StaffDuty, readonly string[]>> = {
  any: [
    ...of('blueprint', 'ofPartner'),
    ...of('fleet', 'preview'),
    ...of('license', 'available developer'),
    ...of('payment', 'prices'),
    ...of('dns', 'readZoneFile'),
    ...of('app', 'buildsBetween'),
    ...of('platform', 'clearOverride'),
    ...of('report', 'saveMail sendMail'),
    ...of('view', 'create change remove'),
  ],
  support: [
    ...of('announcement', 'dismiss create save end preview'),
    ...of('submission', 'mark remove'),
    ...of('account', 'changeEmail stopEmailChange remove startExport exportLink'),
    ...of(
      'customer',
      'create readImport import update assignSites invite bulk bulkRemove suspend unsuspend remove restore',
    ),
    ...of('bulk', 'sites apps'),
    ...of('tag', 'save'),
    ...of('apiToken', 'create revoke revokeAll'),
    ...of('device', 'approve deny'),
    ...of('member', 'invite inviteAgain change remove'),
    ...of(
      'site',
      'create import finalize upgrade changePhp rename update updateStatus remove removeFailed assignCustomer',
    ),
    ...of('backup', 'saveSettings create createSite dismissRestored rename remove restore restoreFiles prove download'),
    ...of('bin', 'restore remove'),
    ...of('blueprint', 'create update remove'),
    ...of('plugin', 'upload change remove addFromDirectory'),
    ...of('theme', 'upload change remove addFromDirectory'),
    ...of('extensionRun', 'decide'),
    ...of('fleet', 'start decide'),
    ...of('migration', 'create update updateStatus uploadArchive retry remove'),
    ...of('cdn', 'update purge updateApp purgeApp'),
    ...of('siteTool', 'searchReplace clearCache logIn runCron setDebugLog emptyDebugLog setPhpSettings'),
    ...of('staging', 'create publish publishDate revert refresh differenceText'),
    ...of('siteAccess', 'startFtp endFtp startMysql linkMysql endMysql'),
    ...of('siteBuilder', 'save publish addPicture removePicture'),
    ...of('github', 'createRepo getToken disconnect deploy appConnect appDisconnect'),
    ...of('file', 'read search save create move copy remove mode upload beginUpload uploadPart dropUpload zip unzip'),
    ...of('studio', 'file commit start'),
    ...of('impersonation', 'start'),
    ...of('incident', 'create save update'),
    ...of('help', 'create save publish restore remove preview'),
    ...of('dns', 'watchPropagation update deleteRrset'),
    ...of('ssl', 'request update upload removeUpload check'),
    ...of('domain', 'update check connect remove'),
    ...of('task', 'cancel'),
    ...of(
      'app',
      'deploy cancelBuild publishBuild startRun cancelRun addSchedule changeSchedule removeSchedule dbCredentials createDatabase rotateDatabase removeDatabase savePreviews buildPreview promotePreview extendPreview removePreview newPushSecret createProject existingApp fullstackApp manualCreate manualUpdate update remove removeProject restore purge saveSettings saveVariables restoreVariables ssl',
    ),
  ],
  manage: [
    ...of('staff', 'invite inviteAgain changeRole remove'),
    ...of('security', 'saveStaffPolicy'),
    ...of('loginProvider', 'create change remove'),
    ...of('paymentAccount', 'connect check disconnect'),
    ...of('audit', 'saveSettings'),
    ...of('partnerAdmin', 'saveBranding uploadImage switchSection saveTexts restore'),
    ...of('platform', 'setOverride'),
  ],
  billing: [
    ...of('catalog', 'save saveCurrency'),
    ...of('coupon', 'create end check'),
    ...of('revenue', 'get'),
    ...of('license', 'renewal deactivate assign assignApp distribute'),
    ...of('bulk', 'siteLicenses appLicenses'),
    ...of('customer', 'bulkLicense'),
    ...of(
      'payment',
      'set checkout confirm addCard defaultCard removeCard saveBilling renewal cancel proration upgrade upgradeInvoice database refund saveBuyLinks',
    ),
  ],
  // Which of the calls about staff concern an owner depends on whom they are about.
  owner: [],
};
