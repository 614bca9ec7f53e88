import { realtime } from '#shared/api/realtime.ts';
import { useReference, useSession } from '#shared/api/session.ts';
import { EmptyState } from '#shared/ui/states/empty-state.tsx';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { PageTitle } from '#shared/ui/layout/page-title.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { Button } from '@mantine/core';
import { IconPhone, IconPlus } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { PhoneGateway, PhoneItemKind as SetupKind, Reference } from '@trunkline/contract';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import settings from '../settings.module.css';
import { gatewaysChanged, useGateways } from './api.ts';
import { SetupView } from '../phone-setup/setup-view.tsx';
import { GatewayEditor } from './gateway-editor.tsx';
import classes from '../integrations/integrations.module.css';

/** The list of telephone gateways, or the settings of one. */
export function TelephonyPage() {
  const { t } = useTranslation('settings/telephony');
  const { can } = useSession();
  const canEdit = can('CONFIG_APP:EDIT');
  const navigate = useNavigate();
  const { id, view } = useSearch({ from: '/shell/configurasi/config_app' });
  const reference = useReference();
  const gateways = useGateways();
  const [isCreating, setCreating] = useState(false);
  // The state of gateways can change while the page is open.
  useEffect(() => realtime.on('phone-gateway-health', () => void gatewaysChanged()), []);
  const pick = (next?: number) => {
    setCreating(false);
    const search = { part: 'phone' as const, ...(next !== undefined && { id: next }) };
    void navigate({ to: '/configurasi/config_app', search });
  };
  const chosen = gateways.data?.find((gateway) => gateway.id === id);
  const isOpen = isCreating || chosen !== undefined;
  return (
    <div className={settings['page']}>
      <PageTitle title={isCreating ? t('new') : (chosen?.name ?? t('title'))}>
        {canEdit && !isOpen && (
          <Button
            size="xs"
            leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
            onClick={() => setCreating(true)}
          >
            {t('new')}
          </Button>
        )}
      </PageTitle>
      <div className={settings['scroll']}>
        {gateways.isError ? (
          <ErrorState error={gateways.error} onRetry={() => void gateways.refetch()} />
        ) : (
          <Loaded
            gateways={gateways.data}
            departments={reference.data?.departments}
            chosen={chosen}
            isCreating={isCreating}
            view={view}
            canEdit={canEdit}
            onLeave={pick}
          />
        )}
      </div>
    </div>
  );
}

type LoadedProps = {
  gateways: readonly PhoneGateway[] | undefined;
  departments: Reference['departments'] | undefined;
  chosen: PhoneGateway | undefined;
  isCreating: boolean;
  view: SetupKind | undefined;
  canEdit: boolean;
  onLeave: (id?: number) => void;
};

function Loaded({ gateways, departments, chosen, isCreating, view, canEdit, onLeave }: LoadedProps) {
  if (!gateways || !departments) return <Skeletons rows={4} height={52} />;
  if (!isCreating && !chosen) return <All gateways={gateways} />;
  const own = isCreating ? undefined : chosen;
  if (own && view)
    return <SetupView key={`${own.id} ${view}`} gatewayId={own.id} kind={view} canEdit={canEdit} />;
  return (
    <GatewayEditor
      key={own?.id ?? 'new'}
      gateway={own}
      departments={departments}
      canEdit={canEdit}
      onLeave={onLeave}
    />
  );
}

function All({ gateways }: { gateways: readonly PhoneGateway[] }) {
  const { t } = useTranslation('settings/telephony');
  return (
    <>
      <p className={classes['intro']}>{t('intro')}</p>
      {gateways.length === 0 ? (
        <EmptyState icon={IconPhone} title={t('none')} hint={t('none-hint')} />
      ) : (
        <ul className={classes['list']} aria-label={t('title')}>
          {gateways.map(({ id, name, host, port, health: { state } }) => (
            <li key={id} className={classes['row']}>
              <Link to="/configurasi/config_app" search={{ part: 'phone', id }} className={classes['about']}>
                <strong>{name}</strong>
                <span className={classes['dim']}>
                  {host}:{port}
                </span>
              </Link>
              <span className={classes['state']} data-state={state}>
                {t(`health.${state}`)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
