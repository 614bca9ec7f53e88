import { Button } from '@mantine/core';
import { IconRobot } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { RuleRun } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { exactTime, relativeTime } from '#shared/lib/format.ts';
import { Drawer } from '#shared/ui/dialogs/drawer.tsx';
import { EmptyState } from '#shared/ui/states/empty-state.tsx';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { useRuleRuns } from './api.ts';
import classes from './rules.module.css';
import { RuleResultLines } from './rule-result-lines.tsx';

type Props = {
  /** Limits the log to this rule. */
  rule: number | undefined;
  onClose: () => void;
};

/** The activity log: what rules did, and what they skipped and why. */
export function RunsDrawer({ rule, onClose }: Props) {
  const { t } = useTranslation('lists/rules');
  const runs = useRuleRuns(rule);
  const entries = runs.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <Drawer opened onClose={onClose} title={t('runs.title')} width={520}>
      {runs.isPending && <Skeletons rows={8} height={52} />}
      {runs.isError && entries.length === 0 && (
        <ErrorState error={runs.error} onRetry={() => void runs.refetch()} />
      )}
      {runs.isSuccess && entries.length === 0 && (
        <EmptyState icon={IconRobot} title={t('runs.empty')} hint={t('runs.empty-hint')} />
      )}
      <ol className={classes['entries']} aria-label={t('runs.title')}>
        {entries.map((run) => (
          <RunEntry key={run.id} run={run} />
        ))}
      </ol>
      {runs.hasNextPage && (
        <Button
          variant="default"
          fullWidth
          mt={12}
          loading={runs.isFetchingNextPage}
          onClick={() => void runs.fetchNextPage()}
        >
          {t('runs.more')}
        </Button>
      )}
    </Drawer>
  );
}

function RunEntry({ run }: { run: RuleRun }) {
  const { t } = useTranslation('lists/rules');
  const { ticket, outcome, at } = run;
  return (
    <li>
      <span className={classes['head']}>
        <strong>
          <bdi>{run.rule_name}</bdi>
        </strong>
        {ticket ? (
          <span>
            <Link to="/tickets/detail" search={{ id: ticket.id }} preload={false}>
              {ticket.number}
            </Link>{' '}
            <bdi>{ticket.subject}</bdi>
          </span>
        ) : (
          <span>{t('runs.hidden')}</span>
        )}
        <time dateTime={at} title={exactTime(at)}>
          {relativeTime(at)}
        </time>
      </span>
      {outcome !== 'done' && <div className={classes['none']}>{t(`outcome.${outcome}`)}</div>}
      <RuleResultLines work={run} />
    </li>
  );
}
