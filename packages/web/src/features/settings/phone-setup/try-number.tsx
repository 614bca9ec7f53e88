import { claimTab, useActiveTab } from '#shared/api/feed/active-tab.ts';
import { useSession } from '#shared/api/session.ts';
import { dialer } from '#shared/dialing/dialer.ts';
import { useStore } from '#shared/lib/store.ts';
import { Dialog } from '#shared/ui/dialogs/dialog.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { Button, Group, TextInput } from '@mantine/core';
import { IconPhoneOutgoing } from '@tabler/icons-react';
import { TEST_CALL_CODE } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import settings from '../settings.module.css';

const SHOWN = /^\+?\d{3,15}$/;

/** Calls a number of the set-up with the browser phone, as a customer with the given number would. */
export function TryNumber({ number, name }: { number: string; name: string }) {
  const { t } = useTranslation('settings/phone-setup');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPhoneOutgoing size={14} stroke={1.75} aria-hidden />}
        aria-label={t('try.label', { name })}
        onClick={() => setOpen(true)}
      >
        {t('try.try')}
      </Button>
      {isOpen && <Trial number={number} onClose={() => setOpen(false)} />}
    </>
  );
}

function Trial({ number, onClose }: { number: string; onClose: () => void }) {
  const { t } = useTranslation('settings/phone-setup');
  const { extension } = useSession();
  const dial = useStore(dialer);
  const [shown, setShown] = useState('081200000001');
  const own = shown.replaceAll(/[\s().-]/g, '');
  const isGood = SHOWN.test(own);
  const call = () => {
    if (dial?.(`${TEST_CALL_CODE}${number}*${own}`)) onClose();
  };
  return (
    <Dialog title={t('try.title', { number })} onClose={onClose} width={440}>
      <div className={settings['fields']}>
        <p>{t('try.hint')}</p>
        {extension === '' ? (
          <Notice kind="warning">{t('try.no-extension')}</Notice>
        ) : (
          dial === null && <NoLine />
        )}
        <TextInput
          label={t('try.shown')}
          type="tel"
          data-autofocus
          value={shown}
          maxLength={24}
          error={!isGood && t('try.shown-bad')}
          onChange={(event) => setShown(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button disabled={dial === null || !isGood} onClick={call}>
            {t('try.call')}
          </Button>
        </Group>
      </div>
    </Dialog>
  );
}

/** Shown where another tab has the browser phone, with a button to move it to this one. */
function NoLine() {
  const { t } = useTranslation(['settings/phone-setup', 'shell']);
  const { isActive } = useActiveTab();
  const claim = () => void claimTab().catch(() => toast(t('shell:connection.down'), { kind: 'failed' }));
  if (isActive) return <Notice kind="warning">{t('try.no-line')}</Notice>;
  return (
    <Notice
      kind="warning"
      actions={
        <Button size="compact-sm" variant="default" onClick={claim}>
          {t('shell:tabs.claim')}
        </Button>
      }
    >
      {t('shell:tabs.other')}
    </Notice>
  );
}
