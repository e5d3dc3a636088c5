import { calls } from '../../context/implement.ts';
import { signedIn } from '../../context/call-context.ts';
import { ownIdentities, unlink } from './identity.service.ts';
import { beginAtProvider, offeredProviders, offersProviders } from './login-attempt.ts';
import type { ProviderRow } from './login-provider.repo.ts';
import { changeProvider, createProvider, ownProviders, removeProvider } from './login-provider.service.ts';
import { returnFromProvider } from './provider-sign-in.ts';

const done = { status: true as const };
const offered = ({ slug, kind, name }: ProviderRow) => ({ slug, kind, name });

export const loginProviderRoutes = {
  offered: calls.loginProvider.offered.handler(async ({ context }) => ({
    rows: (await offeredProviders(context)).map(offered),
  })),

  start: calls.loginProvider.start.handler(async ({ context, input: { slug, next } }) => ({
    ...done,
    redirectUrl: await beginAtProvider(context, slug, { next }),
  })),

  link: calls.loginProvider.link.handler(async ({ context, input: { slug } }) => ({
    ...done,
    redirectUrl: await beginAtProvider(context, slug, { userId: signedIn(context).id }),
  })),

  callback: calls.loginProvider.callback.handler(({ context, input }) => returnFromProvider(context, input)),

  identities: calls.loginProvider.identities.handler(async ({ context }) => ({
    rows: await ownIdentities(context),
    offered: (await offeredProviders(context)).map(offered),
  })),

  unlink: calls.loginProvider.unlink.handler(async ({ context, input }) => {
    await unlink(context, input.id);
    return done;
  }),

  list: calls.loginProvider.list.handler(async ({ context }) => ({
    rows: await ownProviders(context),
    is_offered: offersProviders(context.partner),
  })),

  create: calls.loginProvider.create.handler(async ({ context, input }) => ({
    ...done,
    data: await createProvider(context, input),
  })),

  change: calls.loginProvider.change.handler(async ({ context, input }) => ({
    ...done,
    data: await changeProvider(context, input),
  })),

  remove: calls.loginProvider.remove.handler(async ({ context, input }) => {
    await removeProvider(context, input.id);
    return done;
  }),
};
