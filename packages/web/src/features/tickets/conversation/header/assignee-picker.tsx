import { Activity, AVAILABILITY_STATES, type Agent, type AgentAvailability } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { useActivityName } from '#shared/activities/use-activity-name.ts';
import { useAgents, useSession } from '#shared/api/session.ts';
import { Avatar } from '#shared/ui/marks/avatar.tsx';
import { useTicketNames } from '#shared/tickets/names.ts';
import { Picker, type PickerOption } from '#features/tickets/picker.tsx';
import { useOpenTicket } from '#features/tickets/page/ticket-context.ts';
import { useAvailability } from './use-availability.ts';

const NOBODY = 'none';

/** Shows and changes the assignee; whoever is free comes first, and of those colleagues of the ticket's department. */
export function AssigneePicker() {
  const { t } = useTranslation('tickets');
  const { t: shared } = useTranslation('shared');
  const { detail, actions, menu, setMenu } = useOpenTicket();
  const { can, user } = useSession();
  const { data: agents } = useAgents();
  const nameOf = useActivityName();
  const names = useTicketNames();
  const { data: now } = useAvailability(menu === 'assign');
  const availability = new Map(now?.agents.map((one) => [one.id, one]));
  const { ticket } = detail;
  const name = ticket.assignee_id === null ? t('filter.nobody') : names.agent(ticket.assignee_id);

  function optionOf(agent: Agent): PickerOption {
    const isMe = agent.id === user.id;
    const { state, load } = availability.get(agent.id) ?? {};
    return {
      value: String(agent.id),
      label: isMe ? t('assign.me', { name: agent.fullname }) : agent.fullname,
      icon: <Avatar name={agent.fullname} size={20} />,
      note: state === 'free' || state === 'full' ? t(`assign.${state}`) : nameOf(agent),
      isFaded: stateOf(agent) === 'away',
      ...(load && { detail: loadWords(load) }),
    };
  }

  function loadWords({ load, capacity, conversations }: NonNullable<AgentAvailability['load']>): string {
    const each = conversations.map(({ media_id: media, count }) => `${shared(`media.${media}`)} ${count}`);
    return [t('assign.load', { load, capacity }), ...each].join(' · ');
  }

  /** Until the answer has arrived, agents who are offline count as away. */
  const stateOf = ({ id, user_activity_id: activity }: Agent) =>
    availability.get(id)?.state ?? (activity === Activity.offline ? 'away' : 'busy');
  const rank = (agent: Agent) =>
    (agent.id === user.id ? 0 : 1) * 8 +
    AVAILABILITY_STATES.indexOf(stateOf(agent)) * 2 +
    (agent.department_ids.includes(ticket.department_id) ? 0 : 1);
  const nobody = { value: NOBODY, label: t('assign.nobody') };
  const people = (agents ?? []).toSorted((a, b) => rank(a) - rank(b) || a.fullname.localeCompare(b.fullname));
  return (
    <Picker
      label={`${t('field.assignee_id')}: ${name}`}
      hint="A"
      search={t('assign.search')}
      value={ticket.assignee_id === null ? NOBODY : String(ticket.assignee_id)}
      // The list opens at its current value, which would hide the first people if it were the last entry.
      options={
        ticket.assignee_id === null ? [nobody, ...people.map(optionOf)] : [...people.map(optionOf), nobody]
      }
      disabled={!can('TICKETS:ASSIGN')}
      opened={menu === 'assign'}
      onOpenChange={(opened) => setMenu(opened ? 'assign' : null)}
      onPick={(picked) => void actions.assign(picked === NOBODY ? null : Number(picked))}
    >
      {ticket.assignee_id !== null && <Avatar name={name} size={20} />}
      <span className="truncate">{name}</span>
    </Picker>
  );
}
