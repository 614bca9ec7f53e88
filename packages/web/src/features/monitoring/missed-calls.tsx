import type { FloorAgent } from '@trunkline/contract';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '#shared/ui/states/notice.tsx';
import { Since } from './since.tsx';

/** Who has not answered a call and takes none since then: nobody else tells them. */
export function MissedCalls({ agents }: { agents: readonly FloorAgent[] }) {
  const { t } = useTranslation('monitoring');
  const missed = agents.filter(({ activity_cause: cause }) => cause === 'missed_call');
  if (missed.length === 0) return null;
  return (
    <Notice kind="warning">
      {t('missed')}{' '}
      {missed.map(({ id, fullname, activity_since: since }, at) => (
        <Fragment key={id}>
          {at > 0 && ', '}
          <span dir="auto">{fullname}</span> (<Since at={since} />)
        </Fragment>
      ))}
    </Notice>
  );
}
