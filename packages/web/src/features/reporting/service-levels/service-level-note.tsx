import { useSession } from '#shared/api/session.ts';
import { calendarDate, durationText } from '#shared/lib/format.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServiceLevels } from '../api.ts';
import classes from '../reporting.module.css';
import { ServiceLevelForm } from './service-level-form.tsx';

/** Shows today's service level rule and the next one, with a button to change it for users who may. */
export function ServiceLevelNote() {
  const { t } = useTranslation('reporting');
  const { can } = useSession();
  const { data: rules } = useServiceLevels();
  const [isOpen, setOpen] = useState(false);
  if (!rules) return null;
  const now = rules.data.find(({ valid_from: from }) => from <= rules.today);
  const next = rules.data.findLast(({ valid_from: from }) => from > rules.today);
  return (
    <>
      <div className={classes['rule']}>
        {now && <span>{t('service-level.now', rule(now))}</span>}
        {next && (
          <span>{t('service-level.next', { ...rule(next), day: calendarDate(next.valid_from) })}</span>
        )}
        {can('CONFIG_APP:EDIT') && !isOpen && (
          <Button variant="subtle" size="compact-xs" onClick={() => setOpen(true)}>
            {t('service-level.change')}
          </Button>
        )}
      </div>
      {isOpen && now && <ServiceLevelForm today={rules.today} before={now} onClose={() => setOpen(false)} />}
    </>
  );
}

type Rule = { target_seconds: number; short_abandon_seconds: number };
const rule = ({ target_seconds: target, short_abandon_seconds: short }: Rule) => ({
  target: durationText(target),
  short: durationText(short),
});
