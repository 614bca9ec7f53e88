-- When a department works: deadlines count in these hours.
create table office_hours (
  id bigint generated always as identity primary key,
  name text not null unique,
  time_zone text not null,
  periods jsonb not null,
  is_default boolean not null default false,
  version int not null default 1,
  updated_at timestamptz(3) not null default now()
);
create unique index office_hours_default on office_hours (is_default) where is_default;
comment on column office_hours.periods is 'Weekday (1 is Monday), from and to in minutes of the day as clocks on the wall show it.';
comment on column office_hours.is_default is 'Exactly one: it holds for departments that have none of their own.';

-- What has held so far: every minute counts.
insert into office_hours (name, time_zone, periods, is_default)
select 'Around the clock', 'UTC',
  jsonb_agg(jsonb_build_object('weekday', weekday, 'from_minute', 0, 'to_minute', 1440) order by weekday), true
from generate_series(1, 7) as weekday;

create table holidays (
  id bigint generated always as identity primary key,
  name text not null,
  date date not null,
  is_yearly boolean not null,
  periods jsonb not null default '[]',
  office_hours_id bigint references office_hours on delete cascade,
  version int not null default 1,
  updated_at timestamptz(3) not null default now()
);
create unique index holidays_once on holidays (date, is_yearly, coalesce(office_hours_id, 0));
comment on column holidays.periods is 'When it is open on that day all the same; none is closed.';
comment on column holidays.office_hours_id is 'Null: a holiday for all office hours.';

alter table departments add column office_hours_id bigint references office_hours on delete set null;
comment on column departments.office_hours_id is 'Null: the default.';

alter table priorities add column next_response_minutes int;
comment on column priorities.next_response_minutes is 'For each answer after the first, from the customer''s message on.';
