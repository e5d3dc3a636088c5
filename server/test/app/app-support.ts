import type { App, AppBuild, Notification, Page } from '@panel/contract';
import assert from 'node:assert/strict';
import { until, type Client, type TestServer } from '../../src/testing/index.ts';
import { tenant, type Tenant } from '../site/site-support.ts';

export type AppTenant = Tenant & {
  create(name: string, more?: Record<string, unknown>): Promise<Created>;
  app(id: string): Promise<App>;
  build(id: string): Promise<AppBuild>;
  /** Waits until a build has ended. */
  builtTo(id: string, status: AppBuild['status']): Promise<AppBuild>;
};
export type Created = { app_id: string; build_id: string; task_id: string; fqdn: string };

/** A customer of a special partner, who sees applications. */
export async function appTenant(
  server: TestServer,
  user: { isAbuseSystem?: boolean } = {},
  of?: Tenant['partner'],
): Promise<AppTenant> {
  const own = await tenant(server, user, of ?? (await server.scenario.partner({ isSpecial: true })));
  const { client } = own;
  const build = async (id: string): Promise<AppBuild> => {
    const answer = await client.get<AppBuild>(`/nucal/app/build/${id}/details`);
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  return {
    ...own,
    build,
    async create(name, more = {}) {
      const answer = await client.post<Created>('/nucal/create/project', {
        fqdn: name,
        template_id: 'static-page',
        ...more,
      });
      assert.equal(answer.status, 200, answer.text);
      return answer.body;
    },
    async app(id) {
      const answer = await client.get<App>(`/nucal/${id}`);
      assert.equal(answer.status, 200, answer.text);
      return answer.body;
    },
    builtTo: (id, status) =>
      until(`build ${id} is ${status}`, async () => {
        const now = await build(id);
        return now.status === status ? now : undefined;
      }),
  };
}

/** The body that creates an application from a repository whose branch tells the fake how the build ends. */
export const fromGit = (name: string, branch = 'main') => ({
  fqdn: name,
  from: { source: 'git', repository: 'https://git.example.com/team/app.git', branch, token: 'secret-token' },
});

/** A GET that changes something needs the token of forms. */
export const csrf = ({ jar }: Pick<Client, 'jar'>): Record<string, string> => ({
  'x-xsrf-token': jar.get('XSRF-TOKEN') ?? '',
});

/** Where the newest notification of a type leads. */
export async function linkOf({ client }: AppTenant, type: Notification['type']): Promise<string | null | undefined> {
  const { body } = await client.get<Page<Notification>>('/notification');
  return body.pageElements.find((one) => one.type === type)?.link;
}
