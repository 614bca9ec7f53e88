import { Button, Group } from '@mantine/core';
import { signAgentOut, type FloorAgent } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#shared/api/call.ts';
import { useSession } from '#shared/api/session.ts';
import { useActivityName } from '#shared/activities/use-activity-name.ts';
import { Drawer } from '#shared/ui/dialogs/drawer.tsx';
import { groupOf } from '../floor/agent-order.ts';
import { Since } from '../since.tsx';
import classes from './actions.module.css';
import { ActivityForm } from './activity-form.tsx';
import { AgentTickets } from './agent-tickets.tsx';
import { useFloorAction } from './use-floor-action.ts';

type Props = { agent: FloorAgent; onClose: () => void };

/** An agent with the actions of a supervisor. */
export function AgentDrawer({ agent, onClose }: Props) {
  const { user, can } = useSession();
  const nameOf = useActivityName();
  const isOther = agent.id !== user.id;
  return (
    <Drawer opened onClose={onClose} title={<span dir="auto">{agent.fullname}</span>} width={560}>
      <p className={classes['now']}>
        {nameOf(agent)} · <Since at={agent.activity_since} />
      </p>
      {isOther && <ActivityForm agent={agent} />}
      {isOther && groupOf(agent) !== 'offline' && <SignOut agent={agent} />}
      {can('TICKETS:VIEW') && <AgentTickets agent={agent} />}
    </Drawer>
  );
}

/** Signs an agent out; a second click confirms it. */
function SignOut({ agent }: Pick<Props, 'agent'>) {
  const { t } = useTranslation('monitoring/actions');
  const { isBusy, act } = useFloorAction();
  const [isAsked, setAsked] = useState(false);
  const { id, fullname: name } = agent;
  const isInCall = groupOf(agent) === 'call';
  return (
    <section className={classes['part']}>
      {!isAsked && (
        <Button variant="default" disabled={isInCall} onClick={() => setAsked(true)}>
          {t('sign-out')}
        </Button>
      )}
      {isAsked && (
        <>
          <p>{t('sign-out-asks', { name })}</p>
          <Group gap={8}>
            <Button
              color="red"
              loading={isBusy}
              onClick={() =>
                void act(async () => {
                  await call(signAgentOut, { params: { id }, body: {} });
                  return t('signed-out', { name });
                }).then(() => setAsked(false))
              }
            >
              {t('sign-out-now')}
            </Button>
            <Button variant="default" onClick={() => setAsked(false)}>
              {t('cancel')}
            </Button>
          </Group>
        </>
      )}
    </section>
  );
}
