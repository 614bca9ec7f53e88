import type { MessagingFault } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';

/** Why the provider of a messaging channel did not do something, and what it said where it said something. */
export function Fault({ fault, said }: { fault: MessagingFault | null; said: string }) {
  const { t } = useTranslation('messaging');
  return (
    <>
      {t(`fault.${fault ?? 'other'}`)}
      {said && (
        <>
          {' '}
          <bdi>{t(fault === 'unreachable' ? 'why' : 'said', { said })}</bdi>
        </>
      )}
    </>
  );
}
