import { calendarDate, clockTime } from '#shared/lib/format.ts';
import { Notice } from '#shared/ui/states/notice.tsx';
import type { ActivityFinding } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFindings } from '../api.ts';
import classes from './activity.module.css';

const SHOWN = 5;

/** Problems found by the nightly check, each with a link to the agent's day. */
export function Findings({ onOpen }: { onOpen: (finding: ActivityFinding) => void }) {
  const { t } = useTranslation('reporting');
  const { data = [] } = useFindings();
  const [isWhole, setWhole] = useState(false);
  if (data.length === 0) return null;
  const shown = isWhole ? data : data.slice(0, SHOWN);
  return (
    <Notice kind="warning">
      <span>{t('activity.findings', { count: data.length })}</span>
      <ul className={classes['findings']}>
        {shown.map((finding) => (
          <li key={`${finding.user_id} ${finding.kind} ${finding.at}`}>
            <button type="button" onClick={() => onOpen(finding)}>
              {t(`activity.finding.${finding.kind}`, {
                name: finding.fullname,
                day: calendarDate(finding.day),
                time: clockTime(finding.at),
              })}
            </button>
          </li>
        ))}
      </ul>
      {data.length > shown.length && (
        <button type="button" className={classes['all']} onClick={() => setWhole(true)}>
          {t('activity.all-findings')}
        </button>
      )}
    </Notice>
  );
}
