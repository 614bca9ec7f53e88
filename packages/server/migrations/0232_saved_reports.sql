create table saved_reports (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  report text not null,
  name text not null,
  range text not null,
  "from" date,
  "until" date,
  is_compared boolean not null default false,
  query jsonb not null,
  is_shared boolean not null default false,
  schedule jsonb,
  looked_until timestamptz(3) not null,
  check ((range = 'custom') = ("from" is not null and "until" is not null))
);
create index saved_reports_user on saved_reports (user_id);
comment on table saved_reports is 'Reports with their filters, as people keep them and have them sent.';
comment on column saved_reports.schedule is 'When and to whom it is sent; null: to nobody.';
comment on column saved_reports.looked_until is 'Until then, every time that the schedule names has been sent.';

create table report_mails (
  saved_report_id bigint not null references saved_reports on delete cascade,
  due_at timestamptz(3) not null,
  user_id bigint not null references users,
  export_id bigint references report_exports on delete set null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'not_allowed', 'no_address', 'failed')),
  primary key (saved_report_id, due_at, user_id)
);
create index report_mails_export on report_mails (export_id) where export_id is not null;
comment on table report_mails is 'One for each person and time of a schedule, so that nobody is sent the same twice.';
