import type { MessagingFault } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';

/** Faults for which the provider sent no text of its own. */
const UNSAID = new Set<MessagingFault | null>(['unreachable', 'unanswered']);

/** Shows why a provider did not carry something out, with the provider's own message where there is one. */
export function MessagingFaultText({ fault, said }: { fault: MessagingFault | null; said: string }) {
  const { t } = useTranslation('shared/messaging');
  return (
    <>
      {t(`fault.${fault ?? 'other'}`)}
      {said && (
        <>
          {' '}
          <bdi>{t(UNSAID.has(fault) ? 'why' : 'said', { said })}</bdi>
        </>
      )}
    </>
  );
}
