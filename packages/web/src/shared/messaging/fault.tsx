import type { MessagingFault } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';

/** Nobody said anything: what stands there are our words. */
const UNSAID = new Set<MessagingFault | null>(['unreachable', 'unanswered']);

/** Why the provider of a messaging channel did not do something, and what it said where it said something. */
export function Fault({ fault, said }: { fault: MessagingFault | null; said: string }) {
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
