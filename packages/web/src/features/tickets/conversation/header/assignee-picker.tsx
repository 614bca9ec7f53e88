import { Activity, type Agent } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { useActivityName } from '#shared/activities/use-activity-name.ts';
import { useAgents, useSession } from '#shared/api/session.ts';
import { Avatar } from '#shared/ui/marks/avatar.tsx';
import { useNames } from '#shared/tickets/names.ts';
import { Picker, type PickerOption } from '#features/tickets/picker.tsx';
import { useOpenTicket } from '#features/tickets/page/ticket-context.ts';

const NOBODY = 'none';

/** Shows and changes the assignee; colleagues of the ticket's department come first. */
export function AssigneePicker() {
  const { t } = useTranslation('tickets');
  const { detail, actions, menu, setMenu } = useOpenTicket();
  const { can, user } = useSession();
  const { data: agents } = useAgents();
  const nameOf = useActivityName();
  const names = useNames();
  const { ticket } = detail;
  const name = ticket.assignee_id === null ? t('filter.nobody') : names.agent(ticket.assignee_id);

  function optionOf(agent: Agent): PickerOption {
    const isMe = agent.id === user.id;
    return {
      value: String(agent.id),
      label: isMe ? t('assign.me', { name: agent.fullname }) : agent.fullname,
      icon: <Avatar name={agent.fullname} size={20} />,
      note: nameOf(agent),
    };
  }

  const rank = (agent: Agent) =>
    (agent.id === user.id ? 0 : 1) * 4 +
    (agent.department_ids.includes(ticket.department_id) ? 0 : 2) +
    (agent.user_activity_id === Activity.offline ? 1 : 0);
  const people = (agents ?? []).toSorted((a, b) => rank(a) - rank(b) || a.fullname.localeCompare(b.fullname));
  return (
    <Picker
      label={`${t('field.assignee_id')}: ${name}`}
      hint="A"
      search={t('assign.search')}
      value={ticket.assignee_id === null ? NOBODY : String(ticket.assignee_id)}
      options={[...people.map(optionOf), { value: NOBODY, label: t('assign.nobody') }]}
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
