import { IconPhone } from '@tabler/icons-react';
import type { Agent, Escort, LiveCall } from '@trunkline/contract';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { realtime } from '#shared/api/realtime.ts';
import { useAgents } from '#shared/api/session.ts';
import { EmptyState } from '#shared/ui/states/empty-state.tsx';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { PageTitle } from '#shared/ui/layout/page-title.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { useLiveCalls } from './api.ts';
import { CallRow } from './call-row.tsx';
import { figuresOf, inOrder } from './live-calls.ts';
import { MissedCalls } from './missed-calls.tsx';
import classes from './monitoring.module.css';
import { Since } from './since.tsx';

/** The calls of this moment, and what a supervisor can do about them. */
export function MonitoringPage() {
  const { t } = useTranslation('monitoring');
  const { data, error, refetch } = useLiveCalls();
  useTelling();
  return (
    <div className={classes['page']}>
      <PageTitle title={t('title')} />
      <MissedCalls />
      {data && <FigureLine calls={data.calls} />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeletons rows={6} height={56} />}
      {data?.calls.length === 0 && <EmptyState icon={IconPhone} title={t('none')} hint={t('none-hint')} />}
      {data && data.calls.length > 0 && <CallTable calls={data.calls} escorts={data.escorts} />}
    </div>
  );
}

function FigureLine({ calls }: { calls: readonly LiveCall[] }) {
  const { t } = useTranslation('monitoring');
  const { menu, waiting, talking, longest } = figuresOf(calls);
  const figures = [
    { name: t('figure.menu'), value: menu },
    { name: t('figure.waiting'), value: waiting },
    { name: t('figure.talking'), value: talking },
    { name: t('figure.longest'), value: longest === null ? '–' : <Since at={longest} /> },
  ];
  return (
    <dl className={classes['figures']}>
      {figures.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function CallTable({ calls, escorts }: { calls: readonly LiveCall[]; escorts: readonly Escort[] }) {
  const { t } = useTranslation('monitoring');
  const { data: agents = [] } = useAgents();
  const names = new Map(agents.map(({ id, fullname }: Agent) => [id, fullname]));
  return (
    <div role="table" aria-label={t('calls')} className={classes['table']}>
      <div role="row" className={classes['head']}>
        {(['caller', 'state', 'time', 'attends', 'actions'] as const).map((column) => (
          <span key={column} role="columnheader">
            {t(`column.${column}`)}
          </span>
        ))}
      </div>
      {inOrder(calls).map((call) => (
        <CallRow
          key={call.call_id}
          call={call}
          escorts={escorts.filter(({ call_id: id }) => id === call.call_id)}
          names={names}
        />
      ))}
    </div>
  );
}

/** Says why one’s own phone is not in the call that was asked for. */
function useTelling(): void {
  const { t } = useTranslation('monitoring');
  const tell = useEffectEvent(({ outcome }: Escort) => {
    if (outcome !== null && outcome !== 'over') toast(t(`outcome.${outcome}`), { kind: 'failed' });
  });
  useEffect(() => realtime.on('escort-changed', (escort) => tell(escort)), []);
}
