create table shifts (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  day date not null,
  during tstzrange not null check (not isempty(during) and not lower_inf(during) and not upper_inf(during)),
  breaks tstzmultirange not null,
  check (breaks <@ during)
);
create index shifts_user on shifts (user_id, day);
create index shifts_day on shifts (day);
comment on table shifts is 'When people are planned to work. Moments, so that what is past stays as it was when the time zone is changed.';
comment on column shifts.day is 'On which it begins, by the calendar of the workspace when it was planned.';

create table adherence_rules (
  valid_from date primary key,
  tolerance_seconds int not null check (tolerance_seconds >= 0),
  set_by bigint references users,
  set_at timestamptz(3) not null default now()
);
comment on table adherence_rules is 'How long people may deviate from their plan without it being counted, from a day on.';
insert into adherence_rules (valid_from, tolerance_seconds) values ('2000-01-01', 300);
