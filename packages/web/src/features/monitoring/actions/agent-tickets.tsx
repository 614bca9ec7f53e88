import { Button, Checkbox, Group, Select } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  GIVE_TICKETS_MAX,
  giveTickets,
  listTickets,
  type FloorAgent,
  type Ticket,
} from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#shared/api/call.ts';
import { useAgents, useSession } from '#shared/api/session.ts';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import classes from './actions.module.css';
import { TicketLine } from './ticket-line.tsx';
import { useFloorAction } from './use-floor-action.ts';

/** An agent's tickets: a supervisor can read them, leave a note for the agent, or assign them to somebody else. */
export function AgentTickets({ agent }: { agent: FloorAgent }) {
  const { t } = useTranslation('monitoring/actions');
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const { data, error, refetch } = useTickets(agent);
  const tickets = data ?? [];
  const ids = tickets.map(({ id }) => id).filter((id) => chosen.has(id));
  const toggle = (id: number) =>
    setChosen((known) => new Set(known.has(id) ? [...known].filter((one) => one !== id) : [...known, id]));
  return (
    <section className={classes['part']}>
      <h2>{t('tickets')}</h2>
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeletons rows={3} height={44} />}
      {data?.length === 0 && <p className={classes['hint']}>{t('no-tickets')}</p>}
      {tickets.length > 0 && (
        <>
          <Checkbox
            label={t('select-all')}
            checked={ids.length === tickets.length}
            indeterminate={ids.length > 0 && ids.length < tickets.length}
            onChange={() =>
              setChosen(new Set(ids.length === tickets.length ? [] : tickets.map(({ id }) => id)))
            }
          />
          <ul className={classes['tickets']}>
            {tickets.map((ticket) => (
              <TicketLine
                key={ticket.id}
                ticket={ticket}
                isChosen={chosen.has(ticket.id)}
                onToggle={() => toggle(ticket.id)}
              />
            ))}
          </ul>
          <Give from={agent} ids={ids} onGiven={() => void refetch()} />
        </>
      )}
    </section>
  );
}

/** The agent's tickets that are not closed; fetched anew when the board reports other numbers. */
function useTickets(agent: FloorAgent) {
  return useQuery({
    queryKey: ['monitoring', 'tickets', agent.id, agent.unanswered, agent.unanswered_since, agent.loads],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<Ticket[]> => {
      const query = { assignee: String(agent.id), limit: GIVE_TICKETS_MAX };
      return (await call(listTickets, { query, signal })).data;
    },
  });
}

type GiveProps = { from: FloorAgent; ids: readonly number[]; onGiven: () => void };

function Give({ from, ids, onGiven }: GiveProps) {
  const { t } = useTranslation('monitoring/actions');
  const { user } = useSession();
  const { data: agents = [] } = useAgents();
  const { isBusy, act } = useFloorAction();
  const [to, setTo] = useState<string | null>(null);
  async function assignTo(assigneeId: number): Promise<void> {
    await act(async () => {
      const { data } = await call(giveTickets, { body: { ticket_ids: [...ids], assignee_id: assigneeId } });
      return data.left.length > 0
        ? t('given-partly', { given: data.given.length, left: data.left.length })
        : t('given', { count: data.given.length });
    });
    onGiven();
  }
  return (
    <Group gap={8} align="flex-end">
      {from.id !== user.id && (
        <Button
          variant="default"
          disabled={ids.length === 0}
          loading={isBusy}
          onClick={() => void assignTo(user.id)}
        >
          {t('take-over', { count: ids.length })}
        </Button>
      )}
      <Select
        searchable
        aria-label={t('give-to')}
        placeholder={t('give-to')}
        data={agents
          .filter(({ id }) => id !== from.id)
          .map(({ id, fullname }) => ({ value: String(id), label: fullname }))}
        value={to}
        onChange={setTo}
      />
      <Button
        disabled={ids.length === 0 || to === null}
        loading={isBusy}
        onClick={() => void assignTo(Number(to))}
      >
        {t('give', { count: ids.length })}
      </Button>
    </Group>
  );
}
