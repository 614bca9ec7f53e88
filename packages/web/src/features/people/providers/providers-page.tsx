import { useReference, useSession } from '#shared/api/session.ts';
import { PageTitle } from '#shared/ui/layout/page-title.tsx';
import { EmptyState } from '#shared/ui/states/empty-state.tsx';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { Button } from '@mantine/core';
import { IconPlus, IconShieldLock } from '@tabler/icons-react';
import type { listSignInProviders, ResponseOf, SignInProvider } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLevelNames, useProviders } from './api.ts';
import { ProviderDrawer } from './provider-drawer.tsx';
import classes from './providers.module.css';

type Passkeys = ResponseOf<typeof listSignInProviders>['passkeys'];

/** The single sign-on providers of the workspace. */
export function ProvidersPage() {
  const { t } = useTranslation('people/providers');
  const { can } = useSession();
  const canEdit = can('USERS:EDIT');
  const providers = useProviders();
  const levels = useLevelNames();
  const reference = useReference();
  const [opened, setOpened] = useState<number | 'new' | null>(null);
  const chosen = providers.data?.data.find(({ id }) => id === opened) ?? null;
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
      <div className={classes['scroll']}>
        {providers.isPending && <Skeletons rows={3} height={52} />}
        {providers.isError && <ErrorState error={providers.error} onRetry={() => void providers.refetch()} />}
        {providers.data && (
          <>
            <All providers={providers.data.data} onOpen={setOpened} />
            <PasskeyNote {...providers.data.passkeys} />
          </>
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

type AllProps = { providers: readonly SignInProvider[]; onOpen: (id: number) => void };

function All({ providers, onOpen }: AllProps) {
  const { t } = useTranslation('people/providers');
  if (providers.length === 0)
    return <EmptyState icon={IconShieldLock} title={t('none')} hint={t('none-hint')} />;
  return (
    <ul className={classes['list']} aria-label={t('title')}>
      {providers.map((provider) => (
        <Row key={provider.id} provider={provider} onOpen={() => onOpen(provider.id)} />
      ))}
    </ul>
  );
}

/** Warns of a change of the workspace's address, because a passkey works only at the address for which it was created. */
function PasskeyNote({ rp_id: address, people, elsewhere, only_way: onlyWay }: Passkeys) {
  const { t } = useTranslation('people/providers');
  if (people + elsewhere === 0) return null;
  return (
    <section className={classes['note']}>
      <h2>{t('passkeys')}</h2>
      {people > 0 && <p>{t('passkeys-here', { count: people, address })}</p>}
      {onlyWay > 0 && <Notice kind="warning">{t('passkeys-only', { count: onlyWay })}</Notice>}
      {elsewhere > 0 && <p>{t('passkeys-elsewhere', { count: elsewhere })}</p>}
    </section>
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
