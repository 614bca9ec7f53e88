-- When a department works: deadlines count in these hours.
create table office_hours (
  id bigint generated always as identity primary key,
  name text not null,
  time_zone text not null,
  hours text not null,
  is_default boolean not null default false,
  position int not null,
  is_active boolean not null default true,
  version int not null default 1
);
comment on column office_hours.hours is 'As clocks on the wall show it: Mo-Fr 08:00-12:00 13:00-17:00; Sa 08:00-12:00.';
comment on column office_hours.is_default is 'Exactly one: it holds for departments that have none of their own.';

-- What has held so far: every minute counts.
insert into office_hours (name, time_zone, hours, is_default, position)
values ('Around the clock', 'UTC', 'Mo-Su 00:00-24:00', true, 1);

create table holidays (
  id bigint generated always as identity primary key,
  name text not null,
  date date not null,
  is_yearly boolean not null,
  hours text not null default '',
  office_hours_id bigint references office_hours,
  position int not null,
  is_active boolean not null default true,
  version int not null default 1
);
comment on column holidays.hours is 'When it is open on that day all the same (08:00-12:00); empty is closed.';
comment on column holidays.office_hours_id is 'Null: a holiday for all office hours.';

alter table departments add column office_hours_id bigint references office_hours;
comment on column departments.office_hours_id is 'Null: the default.';

alter table priorities add column next_response_minutes int;
comment on column priorities.next_response_minutes is 'For each answer after the first, from the customer''s message on.';
