-- Rules: when something happens to a ticket, or a time comes, and if it meets conditions, then something is done.
create table automation_rules (
  id bigint generated always as identity primary key,
  name text not null,
  trigger text not null,
  minutes int,
  words text not null default '',
  media_id int,
  changed_field text,
  before text not null default '[]',
  conditions text not null default '[]',
  move_to_id bigint references departments,
  assign_to_id bigint references users,
  requeue boolean not null default false,
  priority_id bigint references priorities,
  status text check (status in ('open', 'pending', 'on_hold', 'solved')),
  type_id bigint references ticket_types,
  category_id bigint references categories,
  tags_added text not null default '',
  tags_removed text not null default '',
  note text not null default '',
  reply text not null default '',
  tell_id bigint references users,
  tells_assignee boolean not null default false,
  follower_id bigint references users,
  is_last boolean not null default false,
  looked_until timestamptz(3),
  position int not null default 0,
  version int not null default 1,
  is_active boolean not null default false
);
comment on table automation_rules is 'What is done by itself. A step that is null or empty is left out.';
comment on column automation_rules.words is 'Separated by commas; the message has one of them. Empty fits every message.';
comment on column automation_rules.before is 'Conditions that the ticket met before the change, as JSON text.';
comment on column automation_rules.conditions is 'Conditions that it meets when the rule gets to it, as JSON text.';
comment on column automation_rules.looked_until is 'Of rules that wait for a time: what was due up to here is in the queue. It begins when the rule is switched on.';

create table automation_queue (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references tickets on delete cascade,
  kind text not null,
  facts jsonb not null default '{}',
  rule_id bigint references automation_rules on delete cascade,
  due_at timestamptz(3),
  done bigint[] not null default '{}',
  after_rule bigint,
  depth int not null default 0,
  attempts int not null default 0,
  rests_until timestamptz(3) not null,
  created_at timestamptz(3) not null
);
create index automation_queue_ticket on automation_queue (ticket_id, id);
create index automation_queue_rests on automation_queue (rests_until);
create unique index automation_queue_due on automation_queue (rule_id, ticket_id, due_at) where rule_id is not null;
comment on table automation_queue is 'What happened to tickets and the rules have not looked at yet, written in the transaction in which it happened.';
comment on column automation_queue.rule_id is 'Set: the time for which this rule waits has come, which was due_at.';
comment on column automation_queue.done is 'The rules that are through with it.';
comment on column automation_queue.after_rule is 'Set: this rule made it happen, so only those behind it are asked.';

create table automation_runs (
  id bigint generated always as identity primary key,
  rule_id bigint not null,
  rule_name text not null,
  ticket_id bigint not null references tickets on delete cascade,
  cause text not null,
  at timestamptz(3) not null,
  outcome text not null check (outcome in ('done', 'nothing', 'stopped', 'failed')),
  work jsonb not null,
  unique (rule_id, ticket_id, cause)
);
create index automation_runs_rule on automation_runs (rule_id, id desc);
create index automation_runs_ticket on automation_runs (ticket_id, id desc);
create index automation_runs_often on automation_runs (rule_id, ticket_id, at);
create index automation_runs_at on automation_runs (at);
comment on table automation_runs is 'What rules did, for 90 days. A rule that was deleted may come back: its lines stay.';
comment on column automation_runs.cause is 'What it ran for: the same is never done twice.';

-- Somebody may be told by a rule.
alter table ticket_notices drop constraint ticket_notices_kind_check;
alter table ticket_notices add constraint ticket_notices_kind_check check (kind in ('mention', 'message', 'status', 'rule'));

-- Since when a ticket has had its status; null where that was before this column.
alter table tickets add column status_since timestamptz(3);
create index tickets_status_since on tickets (status_since) where status_since is not null;
create function keep_status_since() returns trigger language plpgsql as $$
begin
  new.status_since := case when tg_op = 'INSERT' then new.created_at else new.updated_at end;
  return new;
end $$;
create trigger tickets_status_since_insert before insert on tickets
  for each row execute function keep_status_since();
create trigger tickets_status_since_update before update of status on tickets
  for each row when (old.status is distinct from new.status) execute function keep_status_since();

-- Rules act wherever there are tickets: who keeps what holds for all of us keeps them.
insert into user_level_modules (user_level_id, module_code, module_activity_code, is_active)
select user_level_id, 'AUTOMATION', module_activity_code, is_active from user_level_modules
where module_code = 'CONFIG_APP' on conflict do nothing;

-- Deadlines that were missed and still run, in the order in which they were due.
create index sla_clocks_late on sla_clocks (due_at) where state = 'breached' and ended_at is null;
