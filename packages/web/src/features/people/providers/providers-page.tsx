import { useReference, useSession } from '#shared/api/session.ts';
import { PeopleNav } from '#shared/people-nav/people-nav.tsx';
import { PageTitle } from '#shared/ui/layout/page-title.tsx';
import { EmptyState } from '#shared/ui/states/empty-state.tsx';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { Button } from '@mantine/core';
import { IconPlus, IconShieldLock } from '@tabler/icons-react';
import type { SignInProvider } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLevelNames, useProviders } from './api.ts';
import { ProviderDrawer } from './provider-drawer.tsx';
import classes from './providers.module.css';

/** The providers by which people sign in. */
export function ProvidersPage() {
  const { t } = useTranslation('people/providers');
  const { can } = useSession();
  const canEdit = can('USERS:EDIT');
  const providers = useProviders();
  const levels = useLevelNames();
  const reference = useReference();
  const [opened, setOpened] = useState<number | 'new' | null>(null);
  const chosen = providers.data?.find(({ id }) => id === opened) ?? null;
  const isReady = levels.data !== undefined && reference.data !== undefined;
  return (
    <div className={classes['page']}>
      <PageTitle title={t('title')} note={t('note')}>
        {canEdit && (
          <Button
            leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
            disabled={!isReady}
            onClick={() => setOpened('new')}
          >
            {t('new')}
          </Button>
        )}
      </PageTitle>
      <PeopleNav current="sign-in" />
      <div className={classes['scroll']}>
        {providers.isPending && <Skeletons rows={3} height={52} />}
        {providers.isError && <ErrorState error={providers.error} onRetry={() => void providers.refetch()} />}
        {providers.data?.length === 0 && (
          <EmptyState icon={IconShieldLock} title={t('none')} hint={t('none-hint')} />
        )}
        {providers.data && providers.data.length > 0 && (
          <ul className={classes['list']} aria-label={t('title')}>
            {providers.data.map((provider) => (
              <Row key={provider.id} provider={provider} onOpen={() => setOpened(provider.id)} />
            ))}
          </ul>
        )}
      </div>
      {isReady && (opened === 'new' || chosen) && (
        <ProviderDrawer
          key={chosen ? `${chosen.id} ${chosen.version}` : 'new'}
          provider={chosen}
          levels={levels.data.data}
          departments={reference.data.departments}
          canEdit={canEdit}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  );
}

function Row({ provider, onOpen }: { provider: SignInProvider; onOpen: () => void }) {
  const { t } = useTranslation('people/providers');
  const { name, issuer, people, is_active: isActive, missing } = provider;
  return (
    <li>
      <button type="button" className={classes['open']} onClick={onOpen}>
        <strong>{name}</strong>
        <span className={classes['dim']}>{issuer}</span>
        <span className={classes['dim']}>
          {t(isActive ? 'active' : 'inactive')} · {t('people', { count: people })}
          {missing && ` · ${t('claim-missing')}`}
        </span>
      </button>
    </li>
  );
}
