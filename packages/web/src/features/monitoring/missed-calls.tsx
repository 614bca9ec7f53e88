import type { FloorAgent } from '@trunkline/contract';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '#shared/ui/states/notice.tsx';
import { Since } from './since.tsx';

/** Agents who missed a call and get no further ones until they change their status, so that a supervisor can tell them. */
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
