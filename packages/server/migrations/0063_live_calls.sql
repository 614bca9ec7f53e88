create table phone_escorts (
  id bigint generated always as identity primary key,
  call_id bigint not null references calls,
  user_id bigint not null references users,
  client_key text not null,
  name text not null unique,
  mode text not null check (mode in ('listen', 'whisper', 'barge')),
  state text not null check (state in ('ringing_you', 'attending', 'ended')),
  outcome text check (outcome in (
    'over', 'phone_unreachable', 'phone_no_answer', 'phone_declined',
    'gateway_unreachable', 'gateway_refused', 'unknown'
  )),
  began_at timestamptz(3) not null,
  ended_at timestamptz(3),
  check ((state = 'ended') = (outcome is not null)),
  unique (user_id, client_key)
);
create index phone_escorts_on on phone_escorts (user_id) where state <> 'ended';
create index phone_escorts_call on phone_escorts (call_id);
comment on table phone_escorts is 'Supervisors who attend a telephone call, or did.';
comment on column phone_escorts.client_key is 'Chosen by their page: asked for twice, it is one.';
comment on column phone_escorts.name is 'What the gateway is told to call it: the ActionID, and the Uniqueid of their phone''s channel.';
comment on column phone_escorts.mode is 'As it is now, or was last; each change is in audit_log.';

create view report_escorts_on as
  select id, call_id, user_id, mode, state, outcome, began_at from phone_escorts where state <> 'ended';
comment on view report_escorts_on is 'Who attends a call at this moment, for monitoring.';

create view report_live_calls as
  select c.id as call_id, c.media_id, c.direction, c.state, coalesce(p.number, '') as number,
    c.customer_id, k.name as customer_name, c.ticket_id, c.user_id,
    coalesce(t.department_id, a.department_id) as department_id,
    coalesce(p.queue, '') as queue, coalesce(p.ivr_keypress, '') as ivr_keypress,
    exists (select from jsonb_array_elements(p.told -> 'holds') h where h ->> 'to' is null) as is_held,
    c.started_at,
    coalesce(
      (select to_timestamp(max((span ->> 'from')::float8) / 1000)
        from jsonb_array_elements(p.told -> case c.state
          when 'queue' then 'queues' when 'ringing' then 'rings' when 'connected' then 'talks' end) span
        where span ->> 'to' is null),
      case when c.state = 'connected' then c.answered_at end,
      c.started_at
    )::timestamptz(3) as since,
    p.call_id is not null as is_telephone
  from calls c
    left join phone_calls p on p.call_id = c.id
    left join customers k on k.id = c.customer_id
    left join tickets t on t.id = c.ticket_id
    left join report_channel_accounts a on a.id = p.gateway_id
  where c.state <> 'ended';
comment on view report_live_calls is 'The calls of this moment with what supervisors look at, for monitoring.';
