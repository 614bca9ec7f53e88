import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { revokeOwnSessions, revokeUserSessions } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorCode } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { useSession } from '../api/session.ts';
import { Dialog } from '../ui/dialogs/dialog.tsx';
import { toast } from '../ui/states/toast.ts';

type Props = {
  /** The person whose sessions end; the signed-in user by default. */
  person?: { id: number; fullname: string };
  onDone?: () => void;
};

/** Ends all sessions of a person, and optionally their API keys, after a confirmation, because it cannot be undone. */
export function SignOutEverywhere({ person, onDone }: Props) {
  const { t } = useTranslation('shared/sessions');
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <div>
        <Button variant="default" size="xs" onClick={() => setAsked(true)}>
          {t('action')}…
        </Button>
      </div>
      {isAsked && (
        <SignOutDialog
          {...(person && { person })}
          onClose={() => setAsked(false)}
          onDone={() => {
            setAsked(false);
            onDone?.();
          }}
        />
      )}
    </>
  );
}

function SignOutDialog({
  person,
  onClose,
  onDone,
}: Pick<Props, 'person'> & { onClose: () => void; onDone: () => void }) {
  const { t } = useTranslation('shared/sessions');
  const { can } = useSession();
  const [withKeys, setWithKeys] = useState(false);
  const whose = person ? 'other' : 'own';
  const name = person?.fullname;
  const signOut = useMutation({
    mutationFn: () => {
      const body = { api_keys: withKeys };
      return person
        ? call(revokeUserSessions, { params: { id: person.id }, body })
        : call(revokeOwnSessions, { body });
    },
    onSuccess() {
      toast(t(`done-${whose}`, { name }));
      onDone();
    },
    onError: (error) =>
      toast(t(errorCode(error) === 'not_grantable' ? 'not_grantable' : 'failed'), { kind: 'failed' }),
  });
  return (
    <Dialog title={t('action')} onClose={onClose} width={440}>
      <Stack gap={16}>
        <p>{t(`ask-${whose}`, { name })}</p>
        {(person ?? can('CONFIG_APP:EDIT')) && (
          <Checkbox
            label={t(`api-keys-${whose}`)}
            description={t('api-keys-hint')}
            checked={withKeys}
            onChange={(event) => setWithKeys(event.currentTarget.checked)}
          />
        )}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button color="red" loading={signOut.isPending} onClick={() => signOut.mutate()}>
            {t('action')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
