import { useSession } from '#shared/api/session.ts';
import { relativeTime } from '#shared/lib/format.ts';
import { MessagingFaultText } from '#shared/messaging/fault.tsx';
import { TemplateState } from '#shared/messaging/template-state.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { MessagingTemplate, TemplateAccount } from '@trunkline/contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefreshTemplates } from './api.ts';
import { useLanguageNames } from '#shared/messaging/language-names.ts';
import classes from './provider-templates.module.css';

type Props = {
  account: TemplateAccount;
  /** The templates of the account that match the search. */
  templates: readonly MessagingTemplate[];
  q: string;
  canEdit: boolean;
};

/** The templates of one account, and when they were last fetched. */
export function AccountPart({ account, templates, q, canEdit }: Props) {
  const { t } = useTranslation('lists/provider-templates');
  const { account_id: id, name, shown_address: shown, has_business: hasBusiness } = account;
  const titleId = useId();
  const refresh = useRefreshTemplates(id);
  return (
    <section aria-labelledby={titleId} className={classes['account']}>
      <div className={classes['head']}>
        <h2 id={titleId}>
          <bdi>{name}</bdi>
        </h2>
        <bdi className={classes['dim']}>{shown}</bdi>
        <Fetched account={account} />
        {canEdit && hasBusiness && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconRefresh size={14} stroke={1.75} aria-hidden />}
            loading={refresh.isPending}
            onClick={() => refresh.mutate()}
          >
            {t('refresh')}
          </Button>
        )}
      </div>
      {!hasBusiness && <NoBusiness id={id} />}
      {refresh.data?.fault && (
        <Notice kind="failed">
          {t('refresh-bad')} <MessagingFaultText fault={refresh.data.fault} said={refresh.data.said} />
        </Notice>
      )}
      {refresh.isError && <Notice kind="failed">{t('refresh-bad')}</Notice>}
      {templates.length > 0 && (
        <ul className={classes['list']} aria-labelledby={titleId}>
          {templates.map((template) => (
            <Row key={template.id} template={template} q={q} />
          ))}
        </ul>
      )}
      {hasBusiness && account.templates.length === 0 && account.fetched_at && (
        <p className={classes['dim']}>{t('none')}</p>
      )}
    </section>
  );
}

function Fetched({ account: { has_business: hasBusiness, fetched_at: at } }: Pick<Props, 'account'>) {
  const { t } = useTranslation('lists/provider-templates');
  if (!hasBusiness) return null;
  return (
    <span className={classes['fetched']} role="status">
      {at ? t('fetched', { when: relativeTime(at) }) : t('never')}
    </span>
  );
}

function NoBusiness({ id }: { id: number }) {
  const { t } = useTranslation('lists/provider-templates');
  const { can } = useSession();
  return (
    <Notice
      kind="warning"
      actions={
        can('CONFIG_SOCIAL_MEDIA:VIEW') && (
          <Button
            size="compact-sm"
            variant="subtle"
            renderRoot={(props) => <Link to="/configurasi/config_socmed" search={{ id }} {...props} />}
          >
            {t('to-account')}
          </Button>
        )
      }
    >
      {t('no-business')}
    </Notice>
  );
}

function Row({ template, q }: { template: MessagingTemplate; q: string }) {
  const { t } = useTranslation('lists/provider-templates');
  const nameOf = useLanguageNames();
  const { id, name, language, category, state, content } = template;
  return (
    <li className={classes['row']}>
      <Link
        to="/settings/media_template_content"
        search={q === '' ? { part: 'whatsapp', id } : { part: 'whatsapp', q, id }}
        className={classes['about']}
      >
        <span className={classes['named']}>
          <strong>{name}</strong>
          <span className={classes['dim']}>
            {nameOf(language)} · {t(`category.${isWritten(category) ? category : 'other'}`, { category })}
          </span>
        </span>
        <span className={classes['words']} dir="auto">
          {content.body}
        </span>
      </Link>
      <TemplateState state={state} />
    </li>
  );
}

const WRITTEN = ['utility', 'marketing', 'authentication'] as const;
const isWritten = (category: string): category is (typeof WRITTEN)[number] =>
  (WRITTEN as readonly string[]).includes(category);
