-- What somebody really did, said by a supervisor: what was recorded is kept, and counts no more for that time.
create table user_activity_corrections (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  during tstzrange not null check (not isempty(during) and not lower_inf(during) and not upper_inf(during)),
  user_activity_id int not null references user_activities,
  break_reason_id bigint references break_reasons,
  reason text not null,
  corrected_by bigint not null references users,
  corrected_at timestamptz(3) not null,
  withdrawn_by bigint references users,
  withdrawn_at timestamptz(3)
);
create index user_activity_corrections_user on user_activity_corrections (user_id, corrected_at)
  where withdrawn_at is null;
comment on table user_activity_corrections is
  'Counts instead of user_activity_log for that time. Of two that overlap the later one holds.';

create table user_activity_findings (
  day date not null,
  user_id bigint not null references users,
  kind text not null check (kind in ('closed_by_system', 'out_of_order', 'state_differs')),
  at timestamptz(3) not null,
  primary key (day, user_id, kind, at)
);
create table user_activity_checks (day date primary key, checked_at timestamptz(3) not null);
comment on table user_activity_findings is 'What the nightly check found in the history of activities.';

-- Who was in which call, and when, of the telephone and in rooms.
create view report_call_legs as
  select a.call_id, a.user_id, a.since as began_at, coalesce(a.left_at, c.ended_at) as ended_at, c.ticket_id, c.customer_id
  from call_agents a join calls c on c.id = a.call_id where c.answered_at is not null
  union all
  select c.id, c.user_id, c.answered_at, c.ended_at, c.ticket_id, c.customer_id
  from calls c where c.user_id is not null and c.answered_at is not null
    and not exists (select from call_agents a where a.call_id = c.id);
comment on view report_call_legs is 'Who was in which call, and when; without an end while it goes on. For reporting.';
create index calls_user_answered on calls (user_id, answered_at) where answered_at is not null;
create index call_agents_user_since on call_agents (user_id, since);

-- Whoever controls what goes on corrects what is recorded of it.
update user_level_modules m set module_activity_code = m.module_activity_code || ',EDIT'
where m.module_code = 'USER-ACTIVITY' and exists (
  select from user_level_modules s
  where s.user_level_id = m.user_level_id and s.module_code = 'MONITORING'
    and 'CONTROL' = any (string_to_array(s.module_activity_code, ',')) and s.is_active
);

create view report_customer_names as select id, name as label from customers;

-- What was written on a channel in a time is reported.
create index messages_reported on messages (media_id, created_at) where kind in ('inbound', 'outbound');
