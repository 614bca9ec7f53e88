import { Button, Select } from '@mantine/core';
import { IconTestPipe } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { SettingsList, ListValues, ResponseOf, tryRule } from '@trunkline/contract';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { number } from '#shared/lib/format.ts';
import { Notice } from '#shared/ui/states/notice.tsx';
import { useTryRule } from './api.ts';
import classes from './rules.module.css';
import { RuleResultLines } from './rule-result-lines.tsx';

type Props = { list: SettingsList; values: ListValues };
type RuleTestResult = ResponseOf<typeof tryRule>['data'];

const DAYS = [1, 7, 30, 90];

/** Tests what a rule would do to the tickets of the last days, before it is saved. */
export function TryRule({ list, values }: Props) {
  const { t } = useTranslation('lists/rules');
  const id = useId();
  const [days, setDays] = useState(30);
  const attempt = useTryRule();
  // The rule has been edited since it was tested, so the result does not apply to it any more.
  const isOld =
    attempt.variables !== undefined && JSON.stringify(attempt.variables.values) !== JSON.stringify(values);
  const isReady = list.input.safeParse(values).success && list.wrong(values).length === 0;
  return (
    <section className={classes['try']} aria-labelledby={id}>
      <h3 id={id}>{t('try.title')}</h3>
      <div className={classes['how']}>
        <Select
          label={t('try.days')}
          comboboxProps={{ withinPortal: false }}
          data={DAYS.map((count) => ({ value: String(count), label: t('try.day', { count }) }))}
          value={String(days)}
          allowDeselect={false}
          onChange={(next) => setDays(Number(next))}
        />
        <Button
          variant="default"
          leftSection={<IconTestPipe size={16} stroke={1.75} aria-hidden />}
          disabled={!isReady}
          loading={attempt.isPending}
          onClick={() => attempt.mutate({ values, days })}
        >
          {t('try.run')}
        </Button>
      </div>
      <p className={classes['none']}>{t(isReady ? 'try.hint' : 'try.not-ready')}</p>
      <div role="status">
        {attempt.isError && <Notice kind="failed">{t('try.failed')}</Notice>}
        {attempt.data && !attempt.isPending && <Outcome tried={attempt.data} isOld={isOld} />}
      </div>
      {attempt.data && !isOld && <Tickets tried={attempt.data} />}
    </section>
  );
}

function Outcome({ tried, isOld }: { tried: RuleTestResult; isOld: boolean }) {
  const { t } = useTranslation('lists/rules');
  if (isOld) return <Notice>{t('try.old')}</Notice>;
  const { matched, looked_at: looked, is_all: isAll } = tried;
  return (
    <Notice kind={matched > 0 ? 'done' : 'info'}>
      {t('try.matched', { matched: number(matched), looked: number(looked) })} {!isAll && t('try.newest')}
    </Notice>
  );
}

function Tickets({ tried }: { tried: RuleTestResult }) {
  const { t } = useTranslation('lists/rules');
  return (
    <ul className={classes['entries']} aria-label={t('try.title')}>
      {tried.tickets.map(({ ticket, ...work }) => (
        <li key={ticket.id}>
          <span className={classes['head']}>
            <Link to="/tickets/detail" search={{ id: ticket.id }} preload={false}>
              {ticket.number}
            </Link>
            <bdi>{ticket.subject}</bdi>
          </span>
          <RuleResultLines work={work} />
        </li>
      ))}
    </ul>
  );
}
