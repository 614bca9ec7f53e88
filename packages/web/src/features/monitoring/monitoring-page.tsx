import { lazyOverlay } from '#shared/loading/lazy-overlay.tsx';
import { lazyPart } from '#shared/loading/lazy-part.ts';
import { Button } from '@mantine/core';
import type { Agent, Escort, LiveCall } from '@trunkline/contract';
import { Suspense, useEffect, useEffectEvent, useMemo, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { realtime } from '#shared/api/realtime.ts';
import { useAgents, useSession } from '#shared/api/session.ts';
import { PageTitle } from '#shared/ui/layout/page-title.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { AlertList } from './alerts/alert-list.tsx';
import { useFloorAlerts } from './alerts/use-floor-alerts.ts';
import { CallRow } from './call-row.tsx';
import { AgentsPart } from './floor/agents-part.tsx';
import type { Board } from './floor/board.ts';
import { FigureLine } from './floor/figure-line.tsx';
import { FloorClock } from './floor/floor-clock.tsx';
import floorClasses from './floor/floor.module.css';
import { Freshness } from './floor/freshness.tsx';
import { ServicePart } from './floor/service-part.tsx';
import { useFloor, type LiveFloor } from './floor/use-floor.ts';
import { WaitingPart } from './floor/waiting-part.tsx';
import { inOrder } from './live-calls.ts';
import { MissedCalls } from './missed-calls.tsx';
import classes from './monitoring.module.css';

const AgentDrawer = lazyOverlay(() =>
  import('./actions/agent-drawer.tsx').then((module) => ({ default: module.AgentDrawer })),
);
const AlertsDrawer = lazyOverlay(() =>
  import('./alerts/alerts-drawer.tsx').then((module) => ({ default: module.AlertsDrawer })),
);
const NoticeDialog = lazyOverlay(() =>
  import('./actions/notice-dialog.tsx').then((module) => ({ default: module.NoticeDialog })),
);
const ReplayPart = lazyPart(() =>
  import('./replay/replay-part.tsx').then((module) => ({ default: module.ReplayPart })),
);
const WallsDialog = lazyOverlay(() =>
  import('./wall/walls-dialog.tsx').then((module) => ({ default: module.WallsDialog })),
);

/** The monitoring board with the supervisor's actions. */
export function MonitoringPage() {
  const { t } = useTranslation('monitoring');
  const { t: floorText } = useTranslation('monitoring/floor');
  const { can } = useSession();
  const [isReplay, setReplay] = useState(false);
  const floor = useFloor();
  const scroller = useRef<HTMLDivElement>(null);
  useEscortToasts();
  return (
    <div ref={scroller} className={classes['page']}>
      <PageTitle title={t('title')} note={floor && !isReplay && <Freshness floor={floor} />}>
        {!isReplay && (
          <Button variant="default" onClick={() => setReplay(true)}>
            {floorText('replay')}
          </Button>
        )}
        {can('MONITORING:CONTROL') && <HeadButtons />}
      </PageTitle>
      {isReplay && (
        <Suspense fallback={<Skeletons rows={8} height={44} />}>
          <ReplayPart onClose={() => setReplay(false)} />
        </Suspense>
      )}
      {!isReplay && !floor && <Skeletons rows={8} height={44} />}
      {!isReplay && floor && <Parts floor={floor} scroller={scroller} />}
    </div>
  );
}

type PartsProps = { floor: LiveFloor; scroller: RefObject<HTMLDivElement | null> };

function Parts({ floor: { board, isOld }, scroller }: PartsProps) {
  const { can } = useSession();
  const [openId, setOpenId] = useState<number | null>(null);
  const alerts = useFloorAlerts();
  const open = board.agents.find(({ id }) => id === openId);
  const { offsetMs, at } = board;
  const targetSeconds = board.service_rule.target_seconds;
  const clock = useMemo(
    () => ({ offsetMs, stoppedAt: isOld ? Date.parse(at) : null, targetSeconds }),
    [offsetMs, isOld, at, targetSeconds],
  );
  return (
    <FloorClock value={clock}>
      <div className={floorClasses['board']} data-old={isOld || undefined}>
        <div data-part>
          <MissedCalls agents={board.agents} />
          <AlertList alerts={alerts} />
          <FigureLine board={board} alerts={alerts} />
          <CallPart board={board} />
          <div className={floorClasses['pair']}>
            <WaitingPart waiting={board.waiting} />
            <ServicePart service={board.service} rule={board.service_rule} />
          </div>
        </div>
        <AgentsPart
          agents={board.agents}
          scroller={scroller}
          onOpen={can('MONITORING:CONTROL') ? setOpenId : undefined}
        />
      </div>
      {open && <AgentDrawer key={open.id} agent={open} onClose={() => setOpenId(null)} />}
    </FloorClock>
  );
}

function HeadButtons() {
  const { t } = useTranslation('monitoring/floor');
  const [open, setOpen] = useState<'alerts' | 'message' | 'walls' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Button variant="default" onClick={() => setOpen('alerts')}>
        {t('alerts')}
      </Button>
      <Button variant="default" onClick={() => setOpen('walls')}>
        {t('walls')}
      </Button>
      <Button variant="default" onClick={() => setOpen('message')}>
        {t('message')}
      </Button>
      <>
        {open === 'alerts' && <AlertsDrawer onClose={close} />}
        {open === 'message' && <NoticeDialog onClose={close} />}
        {open === 'walls' && <WallsDialog onClose={close} />}
      </>
    </>
  );
}

function CallPart({ board: { calls, escorts } }: { board: Board }) {
  const { t } = useTranslation('monitoring');
  return (
    <section className={floorClasses['part']}>
      <h2>{t('calls')}</h2>
      {calls.length === 0 && <p className={floorClasses['quiet']}>{t('none-hint')}</p>}
      {calls.length > 0 && <CallTable calls={calls} escorts={escorts} />}
    </section>
  );
}

function CallTable({ calls, escorts }: { calls: readonly LiveCall[]; escorts: readonly Escort[] }) {
  const { t } = useTranslation('monitoring');
  const { data: agents = [] } = useAgents();
  const names = new Map(agents.map(({ id, fullname }: Agent) => [id, fullname]));
  return (
    <div role="table" aria-label={t('calls')}>
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

/** Shows why the supervisor's phone could not join the call. */
function useEscortToasts(): void {
  const { t } = useTranslation('monitoring');
  const tell = useEffectEvent(({ outcome }: Escort) => {
    if (outcome !== null && outcome !== 'over') toast(t(`outcome.${outcome}`), { kind: 'failed' });
  });
  useEffect(() => realtime.on('escort-changed', (escort) => tell(escort)), []);
}
