import type { FtpStarted } from '@panel/contract';
import assert from 'node:assert/strict';
import ssh2, { type Client as SshClient, type ConnectConfig, type SFTPWrapper } from 'ssh2';

const { Client, utils } = ssh2;

/** A signed-in SFTP client. */
export type Sftp = {
  client: SshClient;
  sftp: SFTPWrapper;
  read(file: string): Promise<string>;
  write(file: string, text: string): Promise<void>;
  names(folder: string): Promise<string[]>;
  /** Resolves when the file server ends. */
  left: Promise<void>;
  /** Resolves when the server ends the connection. */
  closed: Promise<void>;
};

type Target = { port: number; username: string; password: string } & Partial<ConnectConfig>;

/** Connects and signs in. Rejects with the client's error, or when the server closes the connection before. */
export async function connect(target: Target): Promise<{ client: SshClient; closed: Promise<void> }> {
  const client = new Client();
  const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    client.once('ready', resolve);
    client.once('error', reject);
    client.once('close', () => reject(new Error('the connection was closed')));
    client.connect({ host: '127.0.0.1', readyTimeout: 30_000, ...target });
  });
  client.on('error', () => undefined);
  return { client, closed };
}

export const targetOf = ({ server, access, password }: FtpStarted): Target => ({
  port: server?.port ?? 0,
  username: access?.user_name ?? '',
  password,
});

export async function openSftp(target: Target): Promise<Sftp> {
  const { client, closed } = await connect(target);
  const sftp = await promised<SFTPWrapper>((done) => client.sftp(done));
  const left = new Promise<void>((resolve) => sftp.once('close', () => resolve()));
  return {
    ...{ client, sftp, left, closed },
    read: async (file) => String(await promised<Buffer>((done) => sftp.readFile(file, done))),
    write: (file, text) => promised<void>((done) => sftp.writeFile(file, text, done)),
    names: async (folder) =>
      (await promised<{ filename: string }[]>((done) => sftp.readdir(folder, done)))
        .map(({ filename }) => filename)
        .sort(),
  };
}

/** The result of a function that takes a callback. */
export const promised = <T>(start: (done: (error: Error | null | undefined, value?: T) => void) => void): Promise<T> =>
  new Promise<T>((resolve, reject) => start((error, value) => (error ? reject(error) : resolve(value as T))));

/** The status of the SFTP protocol with which a request was refused. */
export async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => assert.fail('the request was accepted'),
    (reason: unknown) => reason as Error & { code?: number },
  );
  const status = Object.entries(utils.sftp.STATUS_CODE).find(([, code]) => code === error.code);
  return status?.[0] ?? error.message;
}
