create table user_activities (
  id int primary key,
  name text not null,
  is_chosen boolean not null
);
comment on table user_activities is 'Ids are fixed: see Activity in the contract.';
insert into user_activities (id, name, is_chosen) values
  (1, 'Offline', true),
  (2, 'Messages only', true),
  (3, 'On break', true),
  (6, 'Ready', true),
  (7, 'Ringing', false),
  (11, 'In a call', false),
  (12, 'After-call work', false),
  (17, 'Idle after a call', false),
  (18, 'In a room call', false);

create table agent_states (
  user_id bigint primary key references users on delete cascade,
  user_activity_id int not null default 1 references user_activities,
  break_reason_id bigint references break_reasons,
  activity_since timestamptz(3) not null default now(),
  idle_since timestamptz(3) not null default now(),
  last_seen_at timestamptz(3),
  left_at timestamptz(3)
);
comment on column agent_states.left_at is 'When the last screen was closed; null while one is open. Nothing is offered to somebody who cannot see it.';
comment on table agent_states is 'What everybody is doing now; the history is in user_activity_log.';
comment on column agent_states.idle_since is 'Since when nothing was given to this person: the longest idle is offered work first.';
comment on column agent_states.last_seen_at is 'Last sign of an open screen; long ago means the person is gone, whatever the activity says.';

create table user_activity_log (
  id bigint generated always as identity,
  user_id bigint not null,
  user_activity_id int not null,
  break_reason_id bigint,
  started_at timestamptz(3) not null,
  cause text not null,
  primary key (id, started_at)
) partition by range (started_at);
create index user_activity_log_user on user_activity_log (user_id, started_at);
comment on table user_activity_log is 'Every activity change with its time, append-only: an activity lasts until the next row of that user.';
comment on column user_activity_log.cause is 'chosen, signed-out, gone, or what in the system changed it.';
