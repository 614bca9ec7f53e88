alter table tickets add column next_response_due_at timestamptz(3);

create table sla_clocks (
  ticket_id bigint not null references tickets on delete cascade,
  kind text not null check (kind in ('first_response', 'next_response', 'resolution')),
  state text not null check (state in ('running', 'paused', 'met', 'breached')),
  target_minutes int not null,
  office_hours text not null,
  time_zone text not null,
  started_at timestamptz(3) not null,
  running_since timestamptz(3),
  spans jsonb not null default '[]',
  due_at timestamptz(3),
  remaining_ms bigint,
  breached_at timestamptz(3),
  ended_at timestamptz(3),
  primary key (ticket_id, kind)
);
create index sla_clocks_due on sla_clocks (due_at) where state = 'running';
comment on table sla_clocks is 'The deadlines of a ticket. For the next response only the latest is kept.';
comment on column sla_clocks.office_hours is 'The name of the office hours in which it was last counted.';
comment on column sla_clocks.running_since is 'Null while it is paused or over.';
comment on column sla_clocks.spans is 'From and to of the times in which it ran before that. With these it can be counted anew in other hours.';
comment on column sla_clocks.remaining_ms is 'Working time left when it was last stopped; below zero: so late was it.';

create table sla_entries (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references tickets on delete cascade,
  kind text not null,
  step text not null,
  cause text not null,
  at timestamptz(3) not null,
  by text,
  status text not null,
  priority text not null,
  target_minutes int not null,
  office_hours text not null,
  due_at timestamptz(3),
  remaining_ms bigint
);
create index sla_entries_ticket on sla_entries (ticket_id, id);
comment on table sla_entries is 'What happened to the clocks of tickets, as it is explained on the screen. Append-only.';

-- Deadlines that tickets have had so far. What is over is not told anew.
insert into sla_clocks (ticket_id, kind, state, target_minutes, office_hours, time_zone, started_at, running_since, spans,
  due_at, remaining_ms, breached_at)
select t.id, c.kind,
  case when c.due_at <= now() then 'breached' when t.status = 'open' then 'running' else 'paused' end,
  greatest(1, round(extract(epoch from c.due_at - t.created_at) / 60))::int, h.name, h.time_zone, t.created_at,
  case when t.status = 'open' then t.created_at end,
  case when t.status = 'open' then '[]' else jsonb_build_array(jsonb_build_array(t.created_at, now())) end,
  case when t.status = 'open' or c.due_at <= now() then c.due_at end,
  case when t.status <> 'open' then round(extract(epoch from c.due_at - now()) * 1000)::bigint end,
  case when c.due_at <= now() then c.due_at end
from tickets t
  join office_hours h on h.is_default
  cross join lateral (values
    ('first_response', case when t.first_response_at is null then t.first_response_due_at end),
    ('resolution', t.resolution_due_at)) as c (kind, due_at)
where t.status in ('open', 'pending', 'on_hold') and c.due_at is not null;
update tickets t set first_response_due_at = null
from sla_clocks c where c.ticket_id = t.id and c.kind = 'first_response' and c.state = 'paused';
update tickets t set resolution_due_at = null
from sla_clocks c where c.ticket_id = t.id and c.kind = 'resolution' and c.state = 'paused';
