import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '@panel/core';
import { Banner, Button, Dialog, Field, Select, Skeleton, Stack, Text, TextInput } from '@panel/ui';
import { type ChangeInput, previewQuery, type ReleaseOverview, useChangeChannel } from '@panel/resources/release';
import { ChangeEffects } from './change-effects.tsx';
import { changeOf, percentOf, PERCENT_ERROR } from './change-form.ts';
import { ACTIONS, type Subject } from './release.actions.ts';
import { scopesOf, type ReleaseAction } from './release.can.ts';
import { policyOf } from './rollout-policy.ts';
import { shortVersion } from './release-words.ts';

const ALL = 'all';
const IDLE: ChangeInput = { package: 'shell', action: 'enable' };
const NOTES: Partial<Record<ReleaseAction, string>> = {
  canary: 'Each user stays on the version they get.',
  pin: 'It takes priority over stable and canary until you unpin it.',
  follow:
    'Removes its own policy, so the settings for all partners apply here too. Versions held back here stay held back.',
  block: 'Its users get the previous stable version instead.',
  disable: 'Its menu entries, pages and search entries disappear immediately for everyone.',
};

const isConflict = (error: unknown): boolean => error instanceof ApiError && error.code === 'CONFLICT';

type Props = {
  action: ReleaseAction;
  subject: Subject;
  data: ReleaseOverview;
  onClose: () => void;
  onDone: (detail: string) => void;
};

/** One change of the registry: for whom, what it changes, and then the doing. Previewed by the server, with its refusals. */
export function ChangeDialog({ action, subject, data, onClose, onDone }: Props) {
  const { label, title, danger, ofRelease } = ACTIONS[action];
  const scopes = scopesOf(data, action, subject);
  const [chosen, setChosen] = useState(() => subject.partner ?? scopes.find(({ reason }) => !reason)?.scope ?? ALL);
  const scope = chosen === ALL ? null : chosen;
  const policy = policyOf(data, subject.package, scope);
  const [percentText, setPercentText] = useState(() =>
    String(policy.ownCanary === subject.version && policy.canaryPercent > 0 ? policy.canaryPercent : 10),
  );
  const percent = percentOf(percentText);
  const change = changeOf(action, subject, scope, percent);
  const preview = useQuery({ ...previewQuery(change ?? IDLE), enabled: change !== null });
  const run = useChangeChannel((detail) => {
    onClose();
    onDone(detail);
  });
  const shown = change && !preview.isError ? preview.data : undefined;
  const about = ofRelease && subject.version ? `${subject.package} ${shortVersion(subject.version)}` : subject.package;
  const blocked = !change
    ? PERCENT_ERROR
    : preview.isError
      ? 'This is not possible.'
      : shown
        ? null
        : 'Wait for the preview of the changes.';
  const choose = (value: string) => {
    run.reset();
    setChosen(value);
  };
  return (
    <Dialog
      open
      title={title(about)}
      tone={danger ? 'danger' : 'default'}
      onClose={onClose}
      busy={run.isPending}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind={danger ? 'danger' : 'primary'}
            loading={run.isPending}
            disabledReason={blocked}
            onClick={() => change && shown && run.mutate({ ...change, base: shown.base })}
          >
            {label}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        {run.isError && !preview.isError && (
          <Banner
            kind={isConflict(run.error) ? 'warning' : 'danger'}
            live
            title={isConflict(run.error) ? 'Nothing was changed. The current state is shown below.' : undefined}
          >
            {run.error.message}
          </Banner>
        )}
        {NOTES[action] && (
          <Text as="p" tone="soft">
            {NOTES[action]}
          </Text>
        )}
        <Field label="For">
          <Select
            value={chosen}
            onChange={choose}
            options={scopes.map(({ scope: value, name, reason }) => ({
              value: value ?? ALL,
              label: reason && (value ?? ALL) !== chosen ? `${name}: ${reason}` : name,
              disabled: reason !== undefined && (value ?? ALL) !== chosen,
            }))}
          />
        </Field>
        {action === 'canary' && (
          <Field label="Percent of users" required error={percent === null ? PERCENT_ERROR : undefined}>
            <TextInput
              value={percentText}
              onChange={setPercentText}
              inputMode="numeric"
              maxLength={5}
              suffix="%"
              autoFocusInDialog
            />
          </Field>
        )}
        {change && preview.isError && (
          <Banner kind="danger" live title={preview.error instanceof ApiError ? preview.error.title : undefined}>
            {preview.error.message}
          </Banner>
        )}
        {change && !preview.isError && !shown && <Skeleton kind="text" rows={2} label="Working out what changes" />}
        {shown && <ChangeEffects effects={shown.effects} />}
      </Stack>
    </Dialog>
  );
}
