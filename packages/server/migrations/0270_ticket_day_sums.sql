-- Figures of tickets summed up by day, so that a dashboard need not read every ticket: see docs/decisions/0041-ticket-figures-by-day.md.
create table ticket_days (
  day date primary key,
  time_zone text not null,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  cells int not null
);
comment on table ticket_days is 'Days of the workspace whose tickets are summed up in ticket_day_sums. A day that is not here is read from the tickets.';
comment on column ticket_days.cells is 'How many rows of sums it has: where some are missing, none of them counts.';

create table ticket_day_sums (
  day date not null references ticket_days on delete cascade,
  department_id bigint not null,
  created int not null,
  replies int[] not null,
  replies_met int not null,
  replies_missed int not null,
  solutions int not null,
  solved_on_day int not null,
  solved int[] not null,
  solved_met int not null,
  solved_missed int not null,
  solved_again_at timestamptz(3)[] not null,
  solved_again int[] not null,
  solved_again_missed int[] not null,
  came_back int not null,
  came_back_again_at timestamptz(3)[] not null,
  reopenings int not null,
  reopened int not null,
  reopened_again_at timestamptz(3)[] not null,
  merged int not null,
  parts jsonb not null,
  primary key (day, department_id)
);
comment on table ticket_day_sums is
  'Tickets of a day by the department that they are in now; department 0 is all of them. Derived: npm run figures:check compares it with the tickets.';
comment on column ticket_day_sums.replies is 'Seconds to the first reply of tickets created on that day, shortest first.';
comment on column ticket_day_sums.solved is 'Seconds to the last solving of tickets for which it was on that day, shortest first.';
comment on column ticket_day_sums.solved_again_at is
  'Solvings that another one followed, and when it did: they count in a range that ends before that. Beside it seconds, and 1 where the deadline was missed.';
comment on column ticket_day_sums.came_back is 'Last solvings after which the ticket was opened again, without those that another such one followed.';
comment on column ticket_day_sums.merged is 'Merged, less those that were parted again.';
comment on column ticket_day_sums.parts is 'Created tickets by hour, media, category and priority.';

create table ticket_day_marks (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null
);
create index ticket_day_marks_at on ticket_day_marks (at);
comment on table ticket_day_marks is
  'Something that counts for this moment has changed since its day was summed up: until that is done anew the day is read from the tickets.';

-- Nothing but inserts, each a row of its own: whoever changes a ticket waits for nobody who changes another of the same day.
create function mark_ticket_days(changed_id bigint) returns void language sql as $$
  insert into ticket_day_marks (at)
  select created_at from tickets where id = changed_id
  union select at from ticket_backlog_changes where ticket_id = changed_id
$$;

create function mark_days_of_ticket() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    perform mark_ticket_days(new.id);
  end if;
  if tg_op <> 'INSERT' then
    insert into ticket_day_marks (at) values (old.created_at);
  else
    insert into ticket_day_marks (at) values (new.created_at);
  end if;
  return null;
end $$;
create trigger tickets_day_marks after insert or delete on tickets for each row execute function mark_days_of_ticket();
create trigger tickets_day_marks_update
  after update of created_at, created_by, department_id, media_id, category_id, priority_id, merged_into, first_response_at on tickets
  for each row when (
    (old.created_at, old.created_by, old.department_id, old.media_id, old.category_id, old.priority_id, old.merged_into, old.first_response_at)
    is distinct from
    (new.created_at, new.created_by, new.department_id, new.media_id, new.category_id, new.priority_id, new.merged_into, new.first_response_at)
  ) execute function mark_days_of_ticket();

create function mark_days_of_change() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into ticket_day_marks (at) values (old.at);
    perform mark_ticket_days(old.ticket_id);
  end if;
  if tg_op <> 'DELETE' then
    perform mark_ticket_days(new.ticket_id);
  end if;
  return null;
end $$;
create trigger ticket_backlog_changes_day_marks after insert or update or delete on ticket_backlog_changes
  for each row execute function mark_days_of_change();

-- Of deadlines only what is decided is summed up: who is late while the clock runs is looked up.
create function mark_days_of_deadline() returns trigger language plpgsql as $$
begin
  perform mark_ticket_days(case when tg_op = 'DELETE' then old.ticket_id else new.ticket_id end);
  return null;
end $$;
create trigger sla_clocks_day_marks_insert after insert on sla_clocks
  for each row when (new.kind = 'resolution' or (new.kind = 'first_response' and new.state in ('met', 'breached')))
  execute function mark_days_of_deadline();
create trigger sla_clocks_day_marks_update after update of state, breached_at on sla_clocks
  for each row when (
    (new.kind = 'first_response' and new.state <> old.state and (new.state in ('met', 'breached') or old.state in ('met', 'breached')))
    or (new.kind = 'resolution' and new.breached_at is distinct from old.breached_at)
  ) execute function mark_days_of_deadline();
create trigger sla_clocks_day_marks_delete after delete on sla_clocks
  for each row when (old.kind <> 'next_response') execute function mark_days_of_deadline();
create trigger sla_quiet_day_marks after insert or update or delete on sla_quiet
  for each row execute function mark_days_of_deadline();
