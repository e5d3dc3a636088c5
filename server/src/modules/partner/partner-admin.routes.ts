import { SECTION_ATTRIBUTE, type Branding, type Sections } from '@panel/contract';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import { PanelError } from '../../kernel/errors.ts';
import { said, withMessage } from '../../context/said.ts';
import { calls } from '../../context/implement.ts';
import { publicUser } from '../user/public-user.ts';
import { checkUploaded, uploadImage } from './brand-image.service.ts';
import { findTexts, ownTexts } from './own-text.service.ts';
import { stateOf, withOwnTexts } from './partner-state.ts';
import { pageOfVersions, readLive, restoreVersion, saveVersion } from './partner-version.service.ts';
import { publicPartner } from '../../context/public-partner.ts';
import { sectionCustomers } from './section-customers.repo.ts';
import { checkSender } from './sender-check.service.ts';
import { manifestsOf, sectionStates, type RemotesFor } from './section-facts.ts';

/** The caller's remotes, as this process serves them now. */
export type OpenRemotes = (context: CallContext) => Promise<RemotesFor>;

async function brandingOf(context: CallContext): Promise<Branding> {
  const { row, ...saved } = await readLive(context, 'branding');
  const { logo = '', logo_small = '', favicon = '', ...attributes } = stateOf(row, 'branding');
  return { ...saved, attributes, logo, logo_small, favicon };
}

async function sectionsOf(context: CallContext, open: OpenRemotes): Promise<Sections> {
  const { row, ...saved } = await readLive(context, 'sections');
  const partner = publicPartner(context.app.config, row);
  const remotesFor = await open(context);
  return {
    ...saved,
    sections: sectionStates(
      partner,
      await manifestsOf(remotesFor, partner, publicUser(signedIn(context), row)),
      await sectionCustomers(context.app.db, row.id),
    ),
  };
}

/** Entries without unset ones. */
const set = (values: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1])));

/** `open` comes from the front end that this process serves, which knows each section's pages. */
export const partnerAdminRoutes = (open: OpenRemotes) => ({
  branding: calls.partnerAdmin.branding.handler(({ context }) => brandingOf(context)),

  saveBranding: calls.partnerAdmin.saveBranding.handler(
    async ({ context, input: { base, note, attributes, images } }) => {
      await saveVersion(context, {
        kind: 'branding',
        base,
        note,
        async next({ logo, logo_small, favicon }, row, tx) {
          await checkUploaded(tx, row.id, set(images));
          return set({ ...attributes, logo, logo_small, favicon, ...images });
        },
      });
      return {
        status: true as const,
        title: 'Success',
        ...withMessage(said('The brand is live.')),
        data: await brandingOf(context),
      };
    },
  ),

  uploadImage: calls.partnerAdmin.uploadImage.handler(async ({ context, input }) => ({
    status: true as const,
    address: await uploadImage(context, input.image, input.data),
  })),

  sections: calls.partnerAdmin.sections.handler(({ context }) => sectionsOf(context, open)),

  switchSection: calls.partnerAdmin.switchSection.handler(async ({ context, input: { base, section, on } }) => {
    await saveVersion(context, {
      kind: 'sections',
      base,
      next(state, row) {
        if (on && section === 'applications' && !row.isSpecial)
          throw new PanelError(
            'VALIDATION',
            {},
            { fields: { on: 'Applications need the special-partner flag, which this account does not have.' } },
          );
        const { [SECTION_ATTRIBUTE[section]]: _, ...others } = state;
        return on ? others : { ...others, [SECTION_ATTRIBUTE[section]]: 'false' };
      },
    });
    return { status: true as const, data: await sectionsOf(context, open) };
  }),

  senderCheck: calls.partnerAdmin.senderCheck.handler(({ context, input }) => checkSender(context, input.selector)),

  texts: calls.partnerAdmin.texts.handler(({ context, input }) => ownTexts(context, input.language)),

  findTexts: calls.partnerAdmin.findTexts.handler(({ input }) => findTexts(input.language, input.search)),

  saveTexts: calls.partnerAdmin.saveTexts.handler(async ({ context, input: { base, language, texts } }) => {
    await saveVersion(context, { kind: 'texts', base, next: (state) => withOwnTexts(state, language, texts) });
    return {
      status: true as const,
      title: 'Success',
      ...withMessage(said('Your texts are live. Pages show them when they are next loaded.')),
      data: await ownTexts(context, language),
    };
  }),

  versions: calls.partnerAdmin.versions.handler(({ context, input }) => pageOfVersions(context, input)),

  restore: calls.partnerAdmin.restore.handler(async ({ context, input: { kind, base, version } }) => {
    await restoreVersion(context, kind, base, version);
    const live = await readLive(context, kind);
    return {
      status: true as const,
      title: 'Success',
      ...withMessage(
        version === 0
          ? said('The state before the first change is live again, as version {live}.', { live: String(live.version) })
          : said('Version {version} is live again, as version {live}.', {
              ...{ version: String(version), live: String(live.version) },
            }),
      ),
      version: live.version,
    };
  }),
});
