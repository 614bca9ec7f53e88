-- What the board of monitoring reads. Each view belongs to the module that owns the tables.

-- As before; a call in a room is held too, and has rung since it was offered.
create or replace view report_live_calls as
  select c.id as call_id, c.media_id, c.direction, c.state, coalesce(p.number, '') as number,
    c.customer_id, k.name as customer_name, c.ticket_id, c.user_id,
    coalesce(t.department_id, a.department_id) as department_id,
    coalesce(p.queue, '') as queue, coalesce(p.ivr_keypress, '') as ivr_keypress,
    c.held_at is not null
      or exists (select from jsonb_array_elements(p.told -> 'holds') h where h ->> 'to' is null) as is_held,
    c.started_at,
    coalesce(
      (select to_timestamp(max((span ->> 'from')::float8) / 1000)
        from jsonb_array_elements(p.told -> case c.state
          when 'queue' then 'queues' when 'ringing' then 'rings' when 'connected' then 'talks' end) span
        where span ->> 'to' is null),
      case c.state when 'connected' then c.answered_at when 'ringing' then o.offered_at end,
      c.started_at
    )::timestamptz(3) as since,
    p.call_id is not null as is_telephone
  from calls c
    left join phone_calls p on p.call_id = c.id
    left join customers k on k.id = c.customer_id
    left join tickets t on t.id = c.ticket_id
    left join report_channel_accounts a on a.id = p.gateway_id
    left join conversations o on o.id = c.conversation_id
  where c.state <> 'ended';
drop view report_calls_on;

create view report_agent_loads as
  select user_id, media_id, count(*)::int as total from (
    select agent_id as user_id, media_id from conversations where status = 'active' and agent_id is not null
    union all
    select offered_to, media_id from conversations where status = 'offered' and offered_to is not null
  ) own group by user_id, media_id;
comment on view report_agent_loads is 'The conversations that people have and are offered, for monitoring.';

-- The oldest of each assignee is looked up while the board is on screens.
create index tickets_unanswered on tickets (assignee_id, waiting_since) where waiting_since is not null;
create view report_unanswered as
  select assignee_id as user_id, count(*)::int as total, min(waiting_since) as since from tickets
  where waiting_since is not null and assignee_id is not null and merged_into is null and status in ('open', 'pending', 'on_hold')
  group by assignee_id;
comment on view report_unanswered is 'Tickets whose customer waits for an answer, by who has them, for monitoring.';

-- What a responder holds waits for nobody yet.
create view report_conversations_waiting as
  select ticket_id, media_id, department_id, waiting_since from conversations
  where status in ('waiting', 'offered') and held_by is null;
create view report_tickets_waiting as
  select id as ticket_id, media_id, department_id, waiting_since from tickets
  where waiting_since is not null and assignee_id is null and merged_into is null and status in ('open', 'pending', 'on_hold');
comment on view report_conversations_waiting is 'Conversations that nobody has taken yet, for monitoring.';
comment on view report_tickets_waiting is 'Tickets that nobody has and whose customer waits for an answer, for monitoring.';

-- The first stay in a queue; who hung up in the menu, or called somebody directly, was in none.
create view report_call_waits as
  select c.id as call_id, c.media_id, coalesce(t.department_id, a.department_id) as department_id, c.user_id,
    case when p.call_id is null then c.started_at
      else to_timestamp((p.told -> 'queues' -> 0 ->> 'from')::float8 / 1000) end::timestamptz(3) as entered_at,
    c.started_at, c.answered_at, c.ended_at,
    coalesce(c.end_reason in ('call_back', 'message'), false) as is_left_by_wish
  from calls c
    left join phone_calls p on p.call_id = c.id
    left join tickets t on t.id = c.ticket_id
    left join report_channel_accounts a on a.id = p.gateway_id
  where c.direction = 'inbound' and (p.call_id is null or jsonb_array_length(p.told -> 'queues') > 0);
comment on view report_call_waits is 'Calls that came into a queue, and what became of the wait, for monitoring.';
