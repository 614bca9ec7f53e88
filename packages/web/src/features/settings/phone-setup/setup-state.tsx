import { relativeTime } from '#shared/lib/format.ts';
import { Notice } from '#shared/ui/states/notice.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { PhoneSetupState } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { applyAgain } from './api.ts';

type Props = { gatewayId: number; state: PhoneSetupState; canEdit: boolean };

const KINDS = { applied: 'done', waiting: 'info', failed: 'failed' } as const;

/** Whether the gateway has the current set-up, and if not, what to do. */
export function SetupState({ gatewayId, state: { state, fault, said, since }, canEdit }: Props) {
  const { t } = useTranslation('settings/phone-setup');
  const again = useMutation({
    mutationFn: () => applyAgain(gatewayId),
    onError: () => toast(t('refusal.failed'), { kind: 'failed' }),
  });
  if (state === 'none') return null;
  return (
    <Notice
      kind={KINDS[state]}
      actions={
        canEdit && (
          <Button size="xs" variant="default" loading={again.isPending} onClick={() => again.mutate()}>
            {t('state.again')}
          </Button>
        )
      }
    >
      {t(`state.${state}`, { when: since ? relativeTime(since) : '' })}{' '}
      {fault && t(`fault.${fault}`, { said })}{' '}
      {fault && said && fault !== 'not_included' && fault !== 'no_address' && (
        <bdi>{t('said', { said })}</bdi>
      )}
    </Notice>
  );
}
