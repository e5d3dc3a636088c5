import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allCalls } from './calls.ts';
import type { SchemaNode } from './wrong-input.ts';

/* Nobody overwrites what they have not seen: a call that changes what there is knows what its caller was shown. */

/** Names that carry what the caller was shown: a version, or the values themselves. */
const VERSIONS = ['expected', 'base', 'serial', 'revision'];
/** Calls whose field `version` is that of what is saved; elsewhere it names software. */
const OWN_VERSION = [
  'announcement.save',
  'app.saveSettings',
  'app.saveVariables',
  'catalog.save',
  'file.save',
  'help.save',
  'incident.save',
  'incident.update',
];

/** Calls that change what there is and carry no version, and why nothing is overwritten unseen. */
const WITHOUT: Readonly<Record<string, string>> = {
  'passkey.rename': 'The name of the caller’s own passkey; no other person sees or changes it.',
  'help.vote': 'The caller’s own answer.',
  'help.publish': 'A switch: it says which state is wanted, and there are two.',
  'audit.saveSettings': 'One value: it says how long lines are kept.',
  'catalog.saveCurrency': 'One value: it says which currency is wanted.',
  'app.manualUpdate': 'Adds a release; the one before is kept, and published again with one click.',
  'app.update': 'Each field is a choice of its own: an address that is checked, a branch, a switch.',
  'approval.setRule': 'A switch: it says which state is wanted, and there are two.',
  'file.mode': 'One value: it says which permissions are wanted; the content stays.',
  'domain.update': 'Claims a domain; a site that has one is refused with DOMAIN_EXISTS.',
  'license.deactivate': 'Ends a license; it has one end.',
  'license.renewal': 'A switch: it says which state is wanted, and there are two.',
  'machine.setRecovery': 'One value: it says after how many minutes, and there is nothing else to set.',
  'migration.updateStatus': 'A step from one status to the next; from another one it is refused.',
  'notification.bulk': 'Marks as read; it has one end.',
  'notification.update': 'Marks as read; it has one end.',
  'payment.confirm': 'Asks the payment provider; only its answer changes something.',
  'payment.defaultCard': 'A choice among cards: it says which one is wanted.',
  'report.saveMail': 'A switch of the caller’s own.',
  'view.change': 'The caller’s own view; no other person sees or changes it.',
  'platform.setOverride': 'Of the caller’s own session.',
  'security.saveStaffPolicy': 'A switch: it says which state is wanted, and there are two.',
  'site.changePhp': 'A task that backs up first and names the version before; a second one is refused while it runs.',
  'site.moveDatabase': 'An operator’s command: it says where the tables are wanted, and there are two places.',
  'site.rename': 'Its path names the address that the caller was shown.',
  'site.updateStatus': 'A step from one status to the next; from another one it is refused.',
  'site.upgrade': 'Only to a newer version; an older one is refused.',
  'siteTool.setDebugLog': 'A switch: it says which state is wanted, and there are two.',
  'submission.mark': 'A switch: it says which state is wanted, and there are two.',
  'ssl.upload': 'Adds a certificate; nothing that was typed is replaced.',
  'user.setLanguage': 'The caller’s own choice; no other person sees or changes it.',
  'staging.publishDate': 'Marks as read; it has one end.',
};

/** Forms that save with POST, as the specification has them. */
const SAVES = ['backup.saveSettings', 'dns.update', 'partnerAdmin.restore'];

function namesOf(node: SchemaNode | undefined): string[] {
  if (!node) return [];
  const schema = node.pipe?.[0] ?? node;
  const options = (schema.options ?? []).filter((each): each is SchemaNode => typeof each === 'object');
  return [...Object.keys(schema.entries ?? {}), ...options.flatMap(namesOf), ...namesOf(schema.entries?.['body'])];
}

test('each call that changes what there is carries a version, or says why it needs none', () => {
  const changing = allCalls.filter(({ name, method }) => method === 'PUT' || SAVES.includes(name));
  const without = changing
    .filter(({ name, input }) => {
      const accepted = OWN_VERSION.includes(name) ? [...VERSIONS, 'version'] : VERSIONS;
      return !namesOf(input as SchemaNode | undefined).some((field) => accepted.includes(field));
    })
    .map(({ name }) => name);
  assert.deepEqual(without.sort(), Object.keys(WITHOUT).sort());
});

test('a call with a version answers CONFLICT', () => {
  const wrong = allCalls
    .filter(({ input }) => namesOf(input as SchemaNode | undefined).includes('expected'))
    .filter(({ meta }) => !meta.errors.includes('CONFLICT'))
    .map(({ name }) => name);
  assert.deepEqual(wrong, []);
});
