import { call } from '#shared/api/call.ts';
import { ChangesSection } from '#shared/audit/subject-changes.tsx';
import { relativeTime } from '#shared/lib/format.ts';
import { Notice } from '#shared/ui/states/notice.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { Button } from '@mantine/core';
import {
  createPhoneGateway,
  removePhoneGateway,
  updatePhoneGateway,
  type PhoneGateway,
  type Reference,
} from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RemoveSection } from '../remove-section.tsx';
import { SaveBar } from '#shared/forms/save-bar.tsx';
import { useSavedForm } from '#shared/forms/use-saved-form.ts';
import settings from '../settings.module.css';
import { SetupNav } from '../phone-setup/setup-nav.tsx';
import { gatewaysChanged } from './api.ts';
import { Fault } from './fault.tsx';
import { gatewayBody, gatewayFormOf, gatewayProblems, newGateway } from './gateway-form.ts';
import { BrowserSection, PromptDownloadSection, LineSection, ManagerSection } from './gateway-sections.tsx';
import { GatewayTest } from './gateway-test.tsx';
import classes from './telephony.module.css';

type Props = {
  /** Undefined for a new gateway. */
  gateway: PhoneGateway | undefined;
  departments: Reference['departments'];
  canEdit: boolean;
  /** Called with the id of a gateway that was created. */
  onLeave: (id?: number) => void;
};

/** The form of one gateway; a new one exists once it is saved. */
export function GatewayEditor({ gateway, departments, canEdit, onLeave }: Props) {
  const { t } = useTranslation('settings/telephony');
  const { t: words } = useTranslation('settings');
  const [fresh] = useState(() => newGateway(departments.find(({ is_active: isOn }) => isOn)?.id ?? 0));
  const { draft, problems, error, bar } = useSavedForm({
    key: `phone gateway ${gateway?.id ?? 'new'}`,
    saved: gateway ? gatewayFormOf(gateway) : fresh,
    problemsOf: (form) => gatewayProblems(form, gateway),
    async send(form) {
      const body = gatewayBody(form);
      const { data } = gateway
        ? await call(updatePhoneGateway, { params: { id: gateway.id }, body })
        : await call(createPhoneGateway, { body: { ...body, secret: form.secret } });
      await gatewaysChanged();
      if (gateway) return;
      toast(t('created', { name: data.name }));
      onLeave(data.id);
    },
  });
  const section = { form: draft.value, problems, change: draft.set };
  return (
    <>
      {gateway && <SetupNav gatewayId={gateway.id} />}
      <div className={classes['bar']}>
        <Button variant="default" onClick={() => onLeave()}>
          {gateway ? t('all') : t('discard')}
        </Button>
        <SaveBar canEdit={canEdit} {...bar} />
      </div>
      {error && <Notice kind="failed">{words(error)}</Notice>}
      {gateway && <Health gateway={gateway} />}
      <fieldset disabled={!canEdit} className={settings['sections']}>
        <LineSection {...section} departments={departments} />
        <ManagerSection {...section} gateway={gateway} />
        <BrowserSection {...section} />
        <PromptDownloadSection {...section} />
        {canEdit && <GatewayTest form={draft.value} gateway={gateway} />}
        {canEdit && gateway && <Remove gateway={gateway} onLeave={onLeave} />}
      </fieldset>
      {gateway && (
        <div className={settings['sections']}>
          <ChangesSection about="phone-gateway" subject={gateway.id} />
        </div>
      )}
    </>
  );
}

function Remove({ gateway: { id, name }, onLeave }: { gateway: PhoneGateway } & Pick<Props, 'onLeave'>) {
  const { t } = useTranslation('settings/telephony');
  return (
    <RemoveSection
      words={{
        title: t('remove.title'),
        hint: t('remove.hint'),
        ask: t('remove.ask', { name }),
        removed: t('remove.removed', { name }),
        switchedOff: t('remove.switched-off', { name }),
      }}
      remove={async () => (await call(removePhoneGateway, { params: { id } })).removed}
      switchOn={() => call(updatePhoneGateway, { params: { id }, body: { is_active: true } })}
      onChanged={async (isGone) => {
        await gatewaysChanged();
        if (isGone) onLeave();
      }}
    />
  );
}

function Health({ gateway: { health } }: { gateway: PhoneGateway }) {
  const { t } = useTranslation('settings/telephony');
  const { state, fault, said, since } = health;
  if (state !== 'failing' || fault === null) return null;
  return (
    <Notice kind="failed">
      {since && t('failing-since', { when: relativeTime(since) })} <Fault fault={fault} said={said} />
    </Notice>
  );
}
