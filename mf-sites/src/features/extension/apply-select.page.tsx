import { t } from '@panel/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { AvailableSite, Extension, ExtensionKind } from '@panel/core';
import { Navigate, useNavigate } from '@panel/core/router';
import { Button, ButtonLink, Card, Checkbox, EmptyState, Stack } from '@panel/ui';
import { availableSitesQuery, extensionPaths, extensionQuery } from '@panel/resources/extension';
import { useApplyDraft } from './apply-draft.ts';
import { ApplyPage } from './apply.page.tsx';
import { useKind } from './use-kind.ts';

/** /plugins/apply-select?id= and the same below /themes. */
export function Component() {
  const kind = useKind();
  const { id } = useApplyDraft();
  return id ? <Select key={id} kind={kind} id={id} /> : <Navigate to={extensionPaths(kind).library} replace />;
}

function Select({ kind, id }: { kind: ExtensionKind; id: string }) {
  const { data: extension } = useSuspenseQuery(extensionQuery(kind, id));
  const { data: sites } = useSuspenseQuery(availableSitesQuery(kind, extension));
  return (
    <ApplyPage
      kind={kind}
      id={id}
      step="select"
      title={t('Install {name} {version}', { name: extension.name, version: extension.version })}
      subtitle={t('Select the sites that should get it.')}
    >
      {sites.length === 0 ? (
        <EmptyState
          icon="sites"
          title={t('No WordPress sites yet')}
          text={t('A {kind, select, plugin {plugin} other {theme}} can be installed on your WordPress sites.', {
            kind,
          })}
          action={<ButtonLink to="/create-site-with-wordpress">{t('Create site')}</ButtonLink>}
        />
      ) : (
        <Choice kind={kind} extension={extension} sites={sites} />
      )}
    </ApplyPage>
  );
}

/** Why a site cannot be selected, or what it has now. */
const helpOf = ({ reason, installed_version, active }: AvailableSite, { version }: Extension): string => {
  if (reason) return reason;
  if (installed_version === null) return t('Not installed yet.');
  if (installed_version === version) return t('Has this version, inactive. You can activate it in the next step.');
  return active
    ? t('Has version {installed_version}, active. It is replaced by {version}.', { installed_version, version })
    : t('Has version {installed_version}. It is replaced by {version}.', { installed_version, version });
};

type ChoiceProps = { kind: ExtensionKind; extension: Extension; sites: readonly AvailableSite[] };

function Choice({ kind, extension, sites }: ChoiceProps) {
  const { id, draft, update } = useApplyDraft();
  const navigate = useNavigate();
  const possible = sites.filter(({ reason }) => reason === null).map(({ site_id }) => site_id);
  const chosen = possible.filter((site) => draft.sites.includes(site));
  const all = chosen.length === possible.length && possible.length > 0;
  const toggle = (site: string, on: boolean) =>
    update({ sites: on ? [...chosen, site] : chosen.filter((one) => one !== site) });
  return (
    <>
      <Card title={t('Your WordPress sites')}>
        <Stack gap={3}>
          <Checkbox
            label={t('All sites ({length})', { length: possible.length })}
            checked={all}
            indeterminate={chosen.length > 0 && !all}
            disabled={possible.length === 0}
            onChange={(on) => update({ sites: on ? possible : [] })}
          />
          {sites.map((site) => (
            <Checkbox
              key={site.site_id}
              label={site.fqdn}
              help={helpOf(site, extension)}
              checked={chosen.includes(site.site_id)}
              disabled={site.reason !== null}
              onChange={(on) => toggle(site.site_id, on)}
            />
          ))}
        </Stack>
      </Card>
      <div className="p-form-foot">
        <ButtonLink icon="arrow-left" to={extensionPaths(kind).library}>
          {t('Back')}
        </ButtonLink>
        <Button
          kind="primary"
          iconEnd="arrow-right"
          disabledReason={chosen.length === 0 ? t('Select at least one site.') : null}
          onClick={() => {
            update({ sites: chosen });
            void navigate(extensionPaths(kind).confirm(id));
          }}
        >
          {t('Continue')}
        </Button>
      </div>
    </>
  );
}
