import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { useSession } from '#shared/api/session.ts';
import { relativeTime } from '#shared/lib/format.ts';
import { MessagingFaultText } from '#shared/messaging/fault.tsx';
import { TemplateReason, TemplateState } from '#shared/messaging/template-state.tsx';
import { FormSection } from '#shared/ui/layout/form-section.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  canFillTemplate,
  listAccountTemplates,
  refreshAccountTemplates,
  type MessagingAccount,
  type MessagingTemplate,
} from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import classes from '../settings.module.css';
import { saveFailure } from '#shared/forms/save-failure.ts';
import own from './accounts.module.css';

type Props = { account: MessagingAccount; canEdit: boolean };

/** Templates for customers who have not written for a day, with their approval state. */
export function AccountTemplates({ account: { id, business_id: business }, canEdit }: Props) {
  const { t } = useTranslation('settings/accounts');
  const { t: settings } = useTranslation('settings');
  const { can } = useSession();
  const queryKey = ['message-templates', id, business];
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      call(listAccountTemplates, { params: { id }, signal }).then((answer) => answer.data),
  });
  const refresh = useMutation({
    mutationFn: () =>
      call(refreshAccountTemplates, { params: { id }, body: {} }).then((answer) => answer.data),
    onSuccess: ({ templates, fetched_at }) => queryClient.setQueryData(queryKey, { templates, fetched_at }),
  });
  return (
    <FormSection title={t('templates')} hint={t('templates-hint')}>
      <div className={classes['fields']}>
        {business === '' && <p className={classes['dim']}>{t('templates-need')}</p>}
        {data && data.templates.length > 0 && (
          <ul className={own['templates']}>
            {data.templates.map((template) => (
              <Template key={template.id} template={template} />
            ))}
          </ul>
        )}
        {data && business !== '' && (
          <p className={classes['dim']} role="status">
            {data.fetched_at
              ? t('templates-fetched', { when: relativeTime(data.fetched_at) })
              : t('templates-never')}{' '}
            {data.fetched_at && data.templates.length === 0 && t('templates-none')}
          </p>
        )}
        <div className={own['template-buttons']}>
          {canEdit && business !== '' && (
            <Button variant="default" loading={refresh.isPending} onClick={() => refresh.mutate()}>
              {t('templates-refresh')}
            </Button>
          )}
          {can('TEMPLATE_CONTENT:VIEW') && (
            <Button
              variant="subtle"
              renderRoot={(props) => (
                <Link to="/settings/media_template_content" search={{ part: 'whatsapp' }} {...props} />
              )}
            >
              {t('templates-page')}
            </Button>
          )}
        </div>
        {refresh.data?.fault && (
          <Notice kind="failed">
            {t('templates-bad')} <MessagingFaultText fault={refresh.data.fault} said={refresh.data.said} />
          </Notice>
        )}
        {refresh.isError && <Notice kind="failed">{settings(saveFailure(refresh.error))}</Notice>}
      </div>
    </FormSection>
  );
}

function Template({ template }: { template: MessagingTemplate }) {
  const { t } = useTranslation('settings/accounts');
  const { name, language, category, state, reason, content } = template;
  return (
    <li>
      <span className={own['named']}>
        <strong>{name}</strong>
        <span className={classes['dim']}>
          {language} · {category}
        </span>
        <span className={own['state']}>
          <TemplateState state={state} />
        </span>
      </span>
      <span className={own['words']} dir="auto">
        {content.body}
      </span>
      {reason && (
        <span className={classes['dim']}>
          <TemplateReason reason={reason} />
        </span>
      )}
      {!canFillTemplate(content) && <span className={classes['dim']}>{t('templates-unfit')}</span>}
    </li>
  );
}
