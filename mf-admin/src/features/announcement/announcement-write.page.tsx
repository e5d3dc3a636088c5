import { useEffect, useState } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { queryClient, t, useUser, type PageContext } from '@panel/core';
import { Navigate, useNavigate, useParams } from '@panel/core/router';
import { announcementDraftQuery, useCreateAnnouncement, useSaveAnnouncement } from '@panel/resources/announcement';
import { Checkbox, Page, toast } from '@panel/ui';
import { Form, FormField, useForm } from '@panel/ui/form';
import { AnnouncementFields } from './announcement-fields.tsx';
import { AnnouncementForm, EMPTY, typedOf } from './announcement-form.ts';

const LIST = '/admin/announcements';

export const prefetch = ({ params: { id } }: PageContext) =>
  id && queryClient.prefetchQuery(announcementDraftQuery(id));

function Create() {
  const create = useCreateAnnouncement();
  const navigate = useNavigate();
  const isOperator = useUser().role === 'superadmin';
  const [saved, setSaved] = useState(false);
  const form = useForm({
    schema: AnnouncementForm,
    values: EMPTY,
    onSubmit: async ({ version: _none, ...input }) => {
      await create.mutateAsync(input);
      toast.success({ message: t('Announcement saved.') });
      setSaved(true);
    },
  });
  const { dirty } = form;
  // Once nothing counts as unsaved any more.
  useEffect(() => {
    if (saved && !dirty) void navigate(LIST, { replace: true });
  }, [saved, dirty, navigate]);
  return (
    <Page title={t('Write an announcement')} width="form">
      <Form form={form} submitLabel={t('Announce')} call="announcement.create">
        <AnnouncementFields form={form} begun={false} mailLocked={false} />
        {isOperator && (
          <FormField form={form} name="all_partners" label={t('Partners')} hideLabel>
            {({ value, onChange }) => (
              <Checkbox
                label={t('To customers of all partners')}
                help={t('Without it, only to customers of this panel.')}
                checked={value}
                onChange={onChange}
              />
            )}
          </FormField>
        )}
      </Form>
    </Page>
  );
}

function Edit({ id }: { id: string }) {
  const { data } = useSuspenseQuery(announcementDraftQuery(id));
  const save = useSaveAnnouncement();
  const form = useForm({
    schema: AnnouncementForm,
    values: typedOf(data),
    onSubmit: async ({ all_partners: _fixed, ...input }) => {
      await save.mutateAsync({ ...input, id });
      toast.success({ message: t('Announcement saved.') });
    },
  });
  // What was typed stays: it can be copied into a new one.
  if (data.state === 'ended' && !form.dirty) return <Navigate to={LIST} replace />;
  return (
    <Page title={data.title} width="form">
      <Form
        form={form}
        call="announcement.save"
        submitLabel={t('Save')}
        submitDisabledReason={form.dirty ? null : t('Change something first.')}
      >
        <AnnouncementFields
          form={form}
          begun={data.state === 'current'}
          mailLocked={data.mail !== null && data.mail.state !== 'waiting'}
        />
      </Form>
    </Page>
  );
}

/** /admin/announcements/write/{id}: an announcement, and a new one without an id. */
export function Component() {
  const { id } = useParams();
  return id === undefined ? <Create /> : <Edit key={id} id={id} />;
}
