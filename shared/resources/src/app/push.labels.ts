import { t } from '@panel/core';
import type { AppDelivery, PushSecret } from '@panel/contract';
import type { StatusTone } from '@panel/contract/status';

/** What became of a push that was told. */
export const deliveryLabels: Readonly<Record<AppDelivery['result'], { label: string; tone: StatusTone }>> = {
  receiving: { label: t('Being received'), tone: 'info' },
  build: { label: t('Build started'), tone: 'success' },
  preview: { label: t('Preview started'), tone: 'success' },
  ended: { label: t('Preview ended'), tone: 'neutral' },
  off: { label: t('Deploy on push is off'), tone: 'neutral' },
  branch: { label: t('Another branch'), tone: 'neutral' },
  event: { label: t('No push of a branch'), tone: 'neutral' },
  repeated: { label: t('Delivered before'), tone: 'neutral' },
  signature: { label: t('Wrong signature'), tone: 'danger' },
  unreadable: { label: t('Not readable'), tone: 'danger' },
  limit: { label: t('No build time left'), tone: 'danger' },
};

const SENDERS: Readonly<Record<AppDelivery['sender'], string>> = {
  github: t('GitHub'),
  gitlab: t('GitLab'),
  gitea: t('Gitea or Forgejo'),
  bitbucket: t('Bitbucket'),
  hook: t('Deploy hook'),
  panel: t('The panel’s Git'),
};

export const senderLabel = (sender: AppDelivery['sender']): string => SENDERS[sender];

const SECRETS: Readonly<Record<PushSecret, string>> = {
  webhook: t('Webhook secret'),
  hook: t('Deploy hook'),
  git: t('Deploy token'),
};

export const pushSecretLabel = (kind: PushSecret): string => SECRETS[kind];
