import { call } from '#shared/api/call.ts';
import { useSession } from '#shared/api/session.ts';
import { ChangesSection } from '#shared/audit/subject-changes.tsx';
import { calendarDate, relativeTime } from '#shared/lib/format.ts';
import { EmptyState } from '#shared/ui/states/empty-state.tsx';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { PageTitle } from '#shared/ui/layout/page-title.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { Button } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { restoreApiKey, revokeApiKey, type ApiKey } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import settings from '../settings.module.css';
import { keysChanged, useKeys } from './api.ts';
import classes from './integrations.module.css';
import { KeyDrawer } from './key-drawer.tsx';

/** The API keys for other systems. */
export function KeysPage() {
  const { t } = useTranslation('settings/integrations');
  const { can } = useSession();
  const canEdit = can('CONFIG_APP:EDIT');
  const keys = useKeys();
  const [isCreating, setCreating] = useState(false);
  return (
    <div className={settings['page']}>
      <PageTitle title={t('keys.title')}>
        {canEdit && (
          <Button
            size="xs"
            leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
            disabled={!keys.data}
            onClick={() => setCreating(true)}
          >
            {t('keys.new')}
          </Button>
        )}
      </PageTitle>
      <div className={settings['scroll']}>
        <p className={classes['intro']}>
          {t('keys.intro')}{' '}
          <a href="/api/docs" target="_blank" rel="noreferrer" className={classes['link']}>
            {t('keys.docs')}
          </a>
        </p>
        {keys.isPending && <Skeletons rows={4} height={52} />}
        {keys.isError && <ErrorState error={keys.error} onRetry={() => void keys.refetch()} />}
        {keys.data?.data.length === 0 && (
          // Within a box, so that it does not push the changes below the page.
          <div>
            <EmptyState icon={IconKey} title={t('keys.none')} hint={t('keys.none-hint')} />
          </div>
        )}
        {keys.data && keys.data.data.length > 0 && (
          <ul className={classes['list']} aria-label={t('keys.title')}>
            {keys.data.data.map((key) => (
              <KeyRow key={key.id} apiKey={key} canEdit={canEdit} />
            ))}
          </ul>
        )}
        <ChangesSection about="api-key" />
      </div>
      {isCreating && keys.data && <KeyDrawer codes={keys.data.codes} onClose={() => setCreating(false)} />}
    </div>
  );
}

function KeyRow({ apiKey, canEdit }: { apiKey: ApiKey; canEdit: boolean }) {
  const { t } = useTranslation('settings/integrations');
  const { id, name, prefix, codes, owner, last_used_at: used, expires_at: expires } = apiKey;
  const revoke = useRevoke(id, name);
  const isOver = expires !== null && new Date(expires) <= new Date();
  return (
    <li className={classes['row']}>
      <div className={classes['about']}>
        <strong>{name}</strong>
        <span className={classes['dim']}>
          <span className={classes['code']}>{prefix}…</span> · {t('keys.codes', { count: codes.length })} ·{' '}
          {t('keys.owner', { name: owner.fullname })}
        </span>
        <span className={classes['dim']}>
          {used === null ? t('keys.unused') : t('keys.used', { when: relativeTime(used) })}
          {expires !== null &&
            ` · ${t(isOver ? 'keys.over' : 'keys.until', { date: calendarDate(expires.slice(0, 10)) })}`}
        </span>
      </div>
      {canEdit && (
        <Button
          variant="default"
          size="xs"
          loading={revoke.isPending}
          aria-label={`${t('keys.revoke')}: ${name}`}
          onClick={() => revoke.mutate()}
        >
          {t('keys.revoke')}
        </Button>
      )}
    </li>
  );
}

/** Returns the function that revokes a key at once, with Undo in its toast. */
function useRevoke(id: number, name: string) {
  const { t } = useTranslation('settings/integrations');
  return useMutation({
    mutationFn: () => call(revokeApiKey, { params: { id } }),
    onSuccess() {
      const undo = () =>
        call(restoreApiKey, { params: { id } }).then(
          () => {
            toast(t('undone'));
            return keysChanged();
          },
          () => toast(t('not-undone'), { kind: 'failed' }),
        );
      toast(t('keys.revoked', { name }), { action: { label: t('undo'), run: () => void undo() } });
      return keysChanged();
    },
    onError: () => toast(t('failed'), { kind: 'failed' }),
  });
}
