import { useSession } from '#shared/api/session.ts';
import { EmptyState } from '#shared/ui/states/empty-state.tsx';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { PageTitle } from '#shared/ui/layout/page-title.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { Button } from '@mantine/core';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { Webhook } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import settings from '../settings.module.css';
import { useWebhooks } from './api.ts';
import classes from './integrations.module.css';
import { WebhookDrawer } from './webhook-drawer.tsx';
import { WebhookView } from './webhook-view.tsx';

/** The list of webhooks, or one webhook with its deliveries. */
export function WebhooksPage() {
  const { t } = useTranslation('settings/integrations');
  const { can } = useSession();
  const canEdit = can('CONFIG_APP:EDIT');
  const navigate = useNavigate();
  const { id } = useSearch({ from: '/shell/configurasi/config_app' });
  const webhooks = useWebhooks();
  const [isCreating, setCreating] = useState(false);
  const pick = (next: number | undefined) =>
    void navigate({
      to: '/configurasi/config_app',
      search: next === undefined ? { part: 'webhooks' } : { part: 'webhooks', id: next },
    });
  const chosen = webhooks.data?.find((webhook) => webhook.id === id);
  return (
    <div className={settings['page']}>
      <PageTitle title={chosen?.name ?? t('hooks.title')}>
        {canEdit && !chosen && (
          <Button
            size="xs"
            leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
            onClick={() => setCreating(true)}
          >
            {t('hooks.new')}
          </Button>
        )}
      </PageTitle>
      <div className={settings['scroll']}>
        {webhooks.isPending && <Skeletons rows={4} height={52} />}
        {webhooks.isError && <ErrorState error={webhooks.error} onRetry={() => void webhooks.refetch()} />}
        {chosen ? (
          <WebhookView key={chosen.id} webhook={chosen} canEdit={canEdit} onLeave={() => pick(undefined)} />
        ) : (
          webhooks.data && <All webhooks={webhooks.data} />
        )}
      </div>
      {isCreating && <WebhookDrawer webhook={undefined} onClose={() => setCreating(false)} onMade={pick} />}
    </div>
  );
}

function All({ webhooks }: { webhooks: readonly Webhook[] }) {
  const { t } = useTranslation('settings/integrations');
  return (
    <>
      <p className={classes['intro']}>{t('hooks.intro')}</p>
      {webhooks.length === 0 ? (
        <EmptyState icon={IconWebhook} title={t('hooks.none')} hint={t('hooks.none-hint')} />
      ) : (
        <ul className={classes['list']} aria-label={t('hooks.title')}>
          {webhooks.map(({ id, name, url, state, waiting }) => (
            <li key={id} className={classes['row']}>
              <Link
                to="/configurasi/config_app"
                search={{ part: 'webhooks', id }}
                className={classes['about']}
              >
                <strong>{name}</strong>
                <span className={classes['dim']}>{url}</span>
                {waiting > 0 && (
                  <span className={classes['dim']}>{t('hooks.waiting', { count: waiting })}</span>
                )}
              </Link>
              <span className={classes['state']} data-state={state}>
                {t(`hooks.state.${state}`)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
