import { EmptyState } from '#shared/ui/states/empty-state.tsx';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { Button } from '@mantine/core';
import {
  IconListNumbers,
  IconMicrophone,
  IconPhone,
  IconPlugConnected,
  IconPlus,
  IconUsersGroup,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { PhoneSetupItem, PhoneItemKind } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSetup } from './api.ts';
import { ItemDrawer } from './item-drawer.tsx';
import { ItemRow } from './item-row.tsx';
import classes from './phone-setup.module.css';
import { SetupNav } from './setup-nav.tsx';
import { SetupState } from './setup-state.tsx';

type Props = { gatewayId: number; kind: PhoneItemKind; canEdit: boolean };

const ICONS = {
  number: IconPhone,
  menu: IconListNumbers,
  queue: IconUsersGroup,
  prompt: IconMicrophone,
  trunk: IconPlugConnected,
};

/** The numbers, menus, queues, prompts or trunks of a gateway, and whether the gateway has their current state. */
export function SetupView({ gatewayId, kind, canEdit }: Props) {
  const { t } = useTranslation('settings/phone-setup');
  const setup = useSetup(gatewayId);
  const [open, setOpen] = useState<{ item?: PhoneSetupItem } | null>(null);
  const own = setup.data?.items.filter((item) => item.kind === kind) ?? [];
  const add = canEdit && (
    <Button
      size="xs"
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
      onClick={() => setOpen({})}
    >
      {t(`new.${kind}`)}
    </Button>
  );
  return (
    <>
      <SetupNav gatewayId={gatewayId} />
      <div className={classes['bar']}>
        <Button
          variant="default"
          renderRoot={(props) => <Link to="/configurasi/config_app" search={{ part: 'phone' }} {...props} />}
        >
          {t('all-gateways')}
        </Button>
        {own.length > 0 && add}
      </div>
      {setup.isError && <ErrorState error={setup.error} onRetry={() => void setup.refetch()} />}
      {setup.isPending && <Skeletons rows={4} height={52} />}
      {setup.data && (
        <>
          <div className={classes['state']}>
            <SetupState gatewayId={gatewayId} state={setup.data.state} canEdit={canEdit} />
          </div>
          <p className={classes['intro']}>{t(`intro.${kind}`)}</p>
          {own.length === 0 ? (
            <EmptyState icon={ICONS[kind]} title={t(`none.${kind}`)}>
              {add}
            </EmptyState>
          ) : (
            <ul className={classes['list']} aria-label={t(`views.${kind}`)}>
              {own.map((item) => (
                <ItemRow
                  key={item.id}
                  item={item}
                  items={setup.data.items}
                  gatewayId={gatewayId}
                  onOpen={() => setOpen({ item })}
                />
              ))}
            </ul>
          )}
          {open && (
            <ItemDrawer
              {...{ gatewayId, kind, canEdit, item: open.item, items: setup.data.items }}
              onClose={() => setOpen(null)}
            />
          )}
        </>
      )}
    </>
  );
}
