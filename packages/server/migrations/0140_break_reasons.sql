-- Break reasons become a list of the settings: paid or not, how long, and whose.
alter table break_reasons add column version int not null default 1,
  add column is_paid boolean not null default true,
  add column limit_minutes int check (limit_minutes > 0),
  add column department_id bigint references departments;
create index break_reasons_department on break_reasons (department_id) where department_id is not null;
comment on column break_reasons.is_paid is 'Counts as working time in reports.';
comment on column break_reasons.limit_minutes is 'A break of this reason is marked once it is longer; null: never.';
comment on column break_reasons.department_id is 'Offered to people of this department only; null: to everybody.';
-- Whether a reason is in use is asked whenever the list is shown.
create index user_activity_log_break on user_activity_log (break_reason_id, started_at) where break_reason_id is not null;
update break_reasons t set position = n.place
  from (select id, row_number() over (order by position, id) place from break_reasons) n where n.id = t.id;
