import type { PhoneFault } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';

/** Why a gateway is not reached, what to do about it, and what it said where it said something. */
export function Fault({ fault, said }: { fault: PhoneFault; said: string }) {
  const { t } = useTranslation('settings/telephony');
  return (
    <>
      {t(`faults.${fault}`)} {said && <bdi>{t('said', { said })}</bdi>}
    </>
  );
}
