import type { PhoneFault } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';

/** Why a gateway cannot be reached, what to do, and the gateway's own message where there is one. */
export function Fault({ fault, said }: { fault: PhoneFault; said: string }) {
  const { t } = useTranslation('settings/telephony');
  return (
    <>
      {t(`faults.${fault}`)} {said && <bdi>{t('said', { said })}</bdi>}
    </>
  );
}
