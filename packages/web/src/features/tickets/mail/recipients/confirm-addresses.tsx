import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Notice } from '#shared/ui/states/notice.tsx';

type Props = {
  asked: readonly string[];
  confirmed: readonly string[];
  onConfirm: (address: string, isConfirmed: boolean) => void;
};

/** Confirmation of Reply-To addresses, before anything is sent there. */
export function ConfirmAddresses({ asked, confirmed, onConfirm }: Props) {
  const { t } = useTranslation('tickets/mail');
  return asked.map((address) => (
    <Notice kind="warning" key={address}>
      <Checkbox
        label={t('write.confirm', { address })}
        checked={confirmed.includes(address)}
        onChange={(event) => onConfirm(address, event.currentTarget.checked)}
      />
    </Notice>
  ));
}
