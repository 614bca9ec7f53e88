-- Who had a chat from when to when: a conversation says only who has it now.
create table conversation_legs (
  id bigint generated always as identity primary key,
  conversation_id bigint not null references conversations on delete cascade,
  user_id bigint not null references users,
  began_at timestamptz(3) not null,
  ended_at timestamptz(3),
  check (ended_at >= began_at)
);
comment on table conversation_legs is
  'Live chats by agent, from taking one to its end or to the next agent. Without an end while it goes on.';

insert into conversation_legs (conversation_id, user_id, began_at, ended_at)
select id, agent_id, coalesce(taken_at, started_at),
  case when status <> 'active' then greatest(ended_at, taken_at, started_at) end
from conversations
where media_id = 6 and agent_id is not null and (status = 'active' or ended_at is not null)
order by coalesce(taken_at, started_at);

create index conversation_legs_user on conversation_legs (user_id, began_at);
create index conversation_legs_ended on conversation_legs (ended_at);
create unique index conversation_legs_on on conversation_legs (conversation_id) where ended_at is null;

create function keep_conversation_leg() returns trigger language plpgsql as $$
declare
  -- When it happened: what changes hands with its ticket has the moment of the ticket.
  changed_at timestamptz(3) := coalesce(
    new.ended_at,
    case when new.status = 'waiting' then new.waiting_since end,
    (select updated_at from tickets where id = new.ticket_id));
  was_taken_at timestamptz(3);
  last_ended_at timestamptz(3);
begin
  if tg_op = 'UPDATE' then
    was_taken_at := old.taken_at;
    update conversation_legs set ended_at = greatest(began_at, changed_at)
    where conversation_id = new.id and ended_at is null;
  end if;
  if new.agent_id is null or (new.status <> 'active' and tg_op = 'UPDATE') then
    return null;
  end if;
  select max(ended_at) into last_ended_at from conversation_legs where conversation_id = new.id;
  insert into conversation_legs (conversation_id, user_id, began_at, ended_at)
  select new.id, new.agent_id, began_at, case when new.status <> 'active' then greatest(new.ended_at, began_at) end
  from (select greatest(
    case when tg_op = 'INSERT' then coalesce(new.taken_at, new.started_at)
      when new.taken_at is distinct from was_taken_at then coalesce(new.taken_at, changed_at)
      else changed_at end,
    -- One that goes back to somebody goes on from where it was left.
    last_ended_at) as began_at) b
  where new.status = 'active' or new.ended_at is not null;
  return null;
end $$;
create trigger conversations_leg_insert after insert on conversations
  for each row when (new.media_id = 6 and new.agent_id is not null) execute function keep_conversation_leg();
create trigger conversations_leg_update after update of agent_id, status on conversations
  for each row when (
    new.media_id = 6
    and (old.agent_id is distinct from new.agent_id or (old.status = 'active') <> (new.status = 'active'))
  ) execute function keep_conversation_leg();

-- Calls that ended in a time are what agents have handled.
create index calls_ended on calls (ended_at) where ended_at is not null and answered_at is not null;
