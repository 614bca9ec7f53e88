-- Supervisors attend calls in rooms as well: one table for both.
alter table phone_escorts rename to call_escorts;
alter index phone_escorts_on rename to call_escorts_on;
alter index phone_escorts_call rename to call_escorts_call;
alter table call_escorts alter column name drop not null;
alter table call_escorts add column session_id bigint;
comment on table call_escorts is 'Supervisors who attend a call, or did.';
comment on column call_escorts.name is
  'What the telephone gateway is told to call it: the ActionID, and the Uniqueid of their phone''s channel. Null in rooms.';
comment on column call_escorts.session_id is 'In rooms: it ends with this session of the supervisor''s.';
comment on view report_escorts_on is 'Who attends a call at this moment, for monitoring.';

-- As before, with whether supervisors can attend it.
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
    p.call_id is not null as is_telephone,
    p.call_id is not null or (c.room_name is not null and c.platform = 'embedded') as can_attend
  from calls c
    left join phone_calls p on p.call_id = c.id
    left join customers k on k.id = c.customer_id
    left join tickets t on t.id = c.ticket_id
    left join report_channel_accounts a on a.id = p.gateway_id
    left join conversations o on o.id = c.conversation_id
  where c.state <> 'ended';
