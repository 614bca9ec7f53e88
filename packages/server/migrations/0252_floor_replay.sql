-- What is kept of calls and activities, for a moment of the board that is past. Each view belongs to the module that owns the tables.
create view report_calls_kept as
  select c.id as call_id, c.media_id, c.direction, c.started_at, c.answered_at, c.ended_at, c.user_id, c.held_at,
    coalesce(t.department_id, a.department_id) as department_id,
    case when p.call_id is not null then jsonb_build_object('queues', p.told -> 'queues', 'rings', p.told -> 'rings',
      'talks', p.told -> 'talks', 'holds', p.told -> 'holds') end as spans
  from calls c
    left join phone_calls p on p.call_id = c.id
    left join tickets t on t.id = c.ticket_id
    left join report_channel_accounts a on a.id = p.gateway_id;
comment on view report_calls_kept is 'Every call with what its gateway told of it, for monitoring.';

create view report_activity_changes as
  select id, user_id, user_activity_id, break_reason_id, cause, started_at from user_activity_log;
comment on view report_activity_changes is 'Who began which activity when, as it was recorded, for monitoring.';

create view report_chats_held as select user_id, began_at, ended_at from conversation_legs;
comment on view report_chats_held is 'Who had a live chat from when to when, for monitoring.';
