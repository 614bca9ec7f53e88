-- What telephone calls are reported by: kept when it happens, so that a report need not read all that was told of each call.
alter table phone_calls
  add column counted_at timestamptz(3),
  add column is_offered boolean not null default false,
  add column waited_until timestamptz(3),
  add column first_queue text not null default '',
  add column ended_by text check (ended_by in ('customer', 'agent', 'system'));
comment on column phone_calls.counted_at is 'The moment that reports go by: when it came into its first queue or rang at somebody, else when it began.';
comment on column phone_calls.is_offered is 'It came from outside, and past the menu: a queue, or somebody''s phone.';
comment on column phone_calls.waited_until is 'When it was answered, or nobody waited any more; null while they do.';
comment on column phone_calls.ended_by is 'Who hung up; null while it goes on, and where that was not told.';

create table phone_legs (
  call_id bigint not null references calls on delete cascade,
  leg text not null,
  began_at timestamptz(3) not null,
  user_id bigint references users,
  extension text not null,
  ended_at timestamptz(3),
  holds tstzmultirange not null default '{}',
  is_passed_on boolean not null default false,
  primary key (call_id, leg, began_at)
);
create index phone_legs_user on phone_legs (user_id, began_at);
comment on table phone_legs is 'Who of ours talked in a telephone call, from when to when; who had that phone then, whoever has it now.';
comment on column phone_legs.leg is 'The gateway''s name for the channel of the phone.';
comment on column phone_legs.is_passed_on is 'They transferred it.';

alter table phone_after_calls add column began_at timestamptz(3);
comment on column phone_after_calls.began_at is 'When their after-call work began; it ends with the next activity.';

update phone_calls p set
  counted_at = coalesce(
    (select to_timestamp(min((s ->> 'from')::float8) / 1000) from jsonb_array_elements(p.told -> 'queues') s),
    c.started_at)::timestamptz(3),
  is_offered = c.direction = 'inbound' and (jsonb_array_length(p.told -> 'queues') > 0 or c.answered_at is not null),
  waited_until = coalesce(c.answered_at,
    (select to_timestamp(max((s ->> 'to')::float8) / 1000) from jsonb_array_elements(p.told -> 'queues') s),
    c.ended_at)::timestamptz(3),
  first_queue = coalesce(p.told -> 'queues' -> 0 ->> 'queue', '')
from calls c where c.id = p.call_id;
alter table phone_calls alter column counted_at set not null;
create index phone_calls_counted on phone_calls (counted_at);

-- Whose phone it is now stands for whose it was: nothing better is known of calls of before.
insert into phone_legs (call_id, leg, began_at, user_id, extension, ended_at, holds)
select p.call_id, t ->> 'legId', to_timestamp((t ->> 'from')::float8 / 1000), u.id, t ->> 'extension',
  to_timestamp((t ->> 'to')::float8 / 1000),
  coalesce((select range_agg(tstzrange(to_timestamp((h ->> 'from')::float8 / 1000), to_timestamp((h ->> 'to')::float8 / 1000)))
    from jsonb_array_elements(p.told -> 'holds') h where h ->> 'legId' = t ->> 'legId' and h ->> 'to' is not null), '{}')
from phone_calls p cross join lateral jsonb_array_elements(p.told -> 'talks') t
  left join users u on u.extension = t ->> 'extension' and u.extension <> ''
on conflict do nothing;

update phone_after_calls a set began_at = (
  select l.started_at from user_activity_log l
  where l.user_id = a.user_id and l.user_activity_id = 12 and l.started_at <= coalesce(a.finished_at, a.ends_at)
  order by l.started_at desc limit 1);

-- Within how many seconds calls are to be answered: each row holds from its day to that of the next.
create table service_levels (
  valid_from date primary key,
  target_seconds int not null check (target_seconds between 1 and 3600),
  short_abandon_seconds int not null check (short_abandon_seconds between 0 and 600),
  set_by bigint references users,
  set_at timestamptz(3) not null
);
comment on table service_levels is 'What the service level of the telephone counts, by day of the workspace: the past keeps the rule of its day.';
comment on column service_levels.short_abandon_seconds is 'Whoever hangs up within so long was not lost.';
insert into service_levels (valid_from, target_seconds, short_abandon_seconds, set_at) values ('2000-01-01', 20, 5, now());

-- Room calls are reported by when they began.
create index calls_started on calls (started_at);
