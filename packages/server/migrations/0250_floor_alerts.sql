create table floor_alert_rules (
  id bigint generated always as identity primary key,
  name text not null,
  kind text not null,
  department_id bigint references departments on delete cascade,
  media_id int,
  queue text,
  user_activity_id int references user_activities,
  minutes int,
  warn_at int,
  alarm_at int,
  margin int not null check (margin > 0),
  hold_seconds int not null,
  tells text[] not null,
  mail_to bigint[] not null,
  is_active boolean not null,
  changed_at timestamptz(3) not null,
  check (warn_at is not null or alarm_at is not null)
);
comment on table floor_alert_rules is 'When somebody is to be told of something on the floor.';
comment on column floor_alert_rules.department_id is 'Null: all of them. The same of media_id and queue.';
comment on column floor_alert_rules.minutes is 'Of kind sla: the deadline comes within so many.';
comment on column floor_alert_rules.margin is 'So far from where it began the value must come back for the alert to end.';

create table floor_alerts (
  id bigint generated always as identity primary key,
  rule_id bigint references floor_alert_rules on delete set null,
  name text not null,
  kind text not null,
  department_id bigint references departments on delete cascade,
  media_id int,
  queue text,
  user_activity_id int,
  tells text[] not null,
  level text not null check (level in ('warn', 'alarm')),
  value int not null,
  since timestamptz(3) not null,
  told_at timestamptz(3) not null,
  alarmed_at timestamptz(3),
  changed_at timestamptz(3) not null,
  ended_at timestamptz(3),
  acknowledged_at timestamptz(3),
  acknowledged_by bigint references users
);
-- Of several servers that see the same one begins it.
create unique index floor_alerts_on on floor_alerts (rule_id) where ended_at is null;
create index floor_alerts_ended on floor_alerts (ended_at);
create index floor_alerts_rule on floor_alerts (rule_id, ended_at);
create index floor_alerts_department on floor_alerts (department_id, id);
create index floor_alert_rules_department on floor_alert_rules (department_id);
comment on table floor_alerts is 'What a rule told: what it watches is copied, because the rule may be another one later.';
comment on column floor_alerts.since is 'Since when it was so; told_at: when it had lasted for long enough.';
comment on column floor_alerts.alarmed_at is 'When it first was an alarm: mail and webhooks are told of that once.';
comment on column floor_alerts.changed_at is 'Of which moment the board was by which it last changed: an older one changes it no more.';

create view report_break_limits as select id as break_reason_id, limit_minutes * 60 as limit_seconds
  from break_reasons where limit_minutes is not null;
comment on view report_break_limits is 'How long breaks may be, for monitoring.';

-- A deadline that is missed is not near any more.
create view report_deadlines as
  select department_id, media_id, sla_due_at as due_at from tickets where sla_due_at is not null and merged_into is null;
comment on view report_deadlines is 'The next deadline of each ticket that is not solved, for monitoring.';
create index tickets_deadline on tickets (sla_due_at) include (department_id, media_id) where sla_due_at is not null;

create view report_failing_channels as
  select a.id, a.media_id, a.department_id from channel_accounts a
  where a.is_active and (
    exists (select from mailboxes m where m.id = a.id and m.state = 'failing')
    or exists (select from messaging_accounts m where m.id = a.id and m.state = 'failing')
    or exists (select from phone_gateways g where g.id = a.id and g.state = 'failing'));
comment on view report_failing_channels is 'Accounts, mailboxes and gateways that do not work, for monitoring.';
