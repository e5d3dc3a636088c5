import { SLOWER } from '../../scripts/lib/slower.mjs';
import { Client } from '@panel/server/testing/client';
import { originOf } from '../lib/server.ts';
import { partnerOf } from '../lib/sign-in.ts';
import { expect, runningPanel } from '../lib/test.ts';
import { ADMIN_PASSWORD } from '../lib/wizard.ts';

export type Made = { site_id: string; fqdn: string };
type Started = { task_id: string };
type Task = { status: string; ended_at: string | null; site_id: string; error: unknown };

/** What is there before a journey begins, made by the API of a customer or of their partner's staff. */
export class Preparation {
  readonly client: Client;
  readonly #partner: string;

  /** @param panel another one than all tests have */
  constructor(email: string, { port, sessions } = runningPanel()) {
    this.#partner = partnerOf(email);
    const cookies = (sessions[email] ?? []).map(({ name, value }): [string, string] => [name, value]);
    this.client = new Client(port, new URL(originOf(this.#partner, port)).hostname, Object.fromEntries(cookies));
  }

  async #sent<T>(method: string, path: string, body?: unknown): Promise<T> {
    const { status, text } = await this.client.send(method, path, body);
    if (status !== 200) throw new Error(`${method} ${path}: ${status} ${text}`);
    return JSON.parse(text) as T;
  }

  /** Waits until the task has succeeded. */
  async #done({ task_id }: Started): Promise<Task> {
    const read = () => this.#sent<Task>('GET', `/site/check/${task_id}`);
    await expect.poll(async () => (await read()).ended_at, { timeout: 200_000 * SLOWER }).not.toBeNull();
    const task = await read();
    if (task.status !== 'succeeded') throw new Error(JSON.stringify(task.error));
    return task;
  }

  /** A WordPress that answers. */
  async site(name: string, title: string): Promise<Made> {
    const fqdn = `${name}.${this.#partner}-sites.localhost`;
    const wp_info = { title, admin_user: 'owner', admin_email: 'owner@example.com', admin_password: ADMIN_PASSWORD };
    const { site_id } = await this.#done(await this.#sent('POST', '/site', { fqdn, type: 'wordpress', wp_info }));
    return { site_id, fqdn };
  }

  /** The name servers that the owner of the domain of a site has to enter. */
  async nameservers(site_id: string): Promise<string[]> {
    return (await this.#sent<{ nameservers: string[] }>('GET', `/site/${site_id}/domain`)).nameservers;
  }

  /** The customer's sites whose names begin so. */
  async sitesNamed(name: string): Promise<Made[]> {
    const { pageElements } = await this.#sent<{ pageElements: Made[] }>(
      'GET',
      `/site/filter?keyword=${name}&pageIndex=0&pageSize=20`,
    );
    return pageElements.filter(({ fqdn }) => fqdn.startsWith(name));
  }

  /** The staging environment of a site. */
  async stagingOf(site_id: string): Promise<Made> {
    return (await this.#sent<{ staging: Made }>('GET', `/site/parent/${site_id}/staging`)).staging;
  }

  /** Backs a site up as "Before the sale". */
  async backUp(site_fqdn: string): Promise<void> {
    await this.#done(await this.#sent('POST', '/backup', { site_fqdn, name: 'Before the sale' }));
  }

  /** Writes a file into a site, as its owner can. */
  async write(site_id: string, folder: string, name: string, text: string): Promise<void> {
    const form = new FormData();
    for (const [key, value] of Object.entries({ id: site_id, name, folder, replace: 'true' })) form.append(key, value);
    form.append('file', new File([text], name));
    const answer = await this.client.form(`/files/${site_id}/upload`, form);
    if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${answer.text}`);
  }

  /** The text of a file of a site; empty without it. */
  async read(site_id: string, path: string): Promise<string> {
    const { status, text } = await this.client.get(`/files/${site_id}/text?path=${encodeURIComponent(path)}`);
    return status === 200 ? (JSON.parse(text) as { text: string }).text : '';
  }

  /** Checks a site until its checks fail. It is not checked again within some seconds. */
  async untilDown(site_id: string): Promise<void> {
    const read = () =>
      this.#sent<{ site: { health: { level: string } } }>('GET', `/site/${site_id}/overview?check=now`);
    await expect.poll(async () => (await read()).site.health.level).toBe('down');
  }
}
