-- What the report of performance counts of solving and reopening, kept by ticket as the figures of messages are and by the same job: see
-- docs/decisions/0050-solvings-kept-by-ticket.md.
create table ticket_solvings (
  ticket_id bigint not null,
  change_id bigint not null,
  at timestamptz(3) not null,
  kind text not null check (kind in ('resolved', 'reopened')),
  user_id bigint,
  is_first boolean,
  is_last boolean,
  is_reopened boolean,
  is_one_touch boolean,
  open_seconds int
);
create index ticket_solvings_ticket on ticket_solvings (ticket_id);
create index ticket_solvings_at on ticket_solvings (at);
comment on table ticket_solvings is
  'Each change of ticket_backlog_changes with whoever solved the ticket, or had solved it before it was reopened. Derived: npm run figures:check.';

create trigger ticket_backlog_changes_figure_marks after insert or update or delete on ticket_backlog_changes
  for each row execute function mark_message_figures();
create trigger ticket_solvings_deleted after delete on ticket_solvings
  referencing old table as gone for each statement execute function mark_lost_message_figures();
create trigger ticket_solvings_updated after update on ticket_solvings
  referencing old table as gone for each statement execute function mark_lost_message_figures();
create trigger ticket_solvings_emptied after truncate on ticket_solvings
  for each statement execute function mark_lost_message_figures();

-- Everything that was there before is counted by the job.
insert into message_figure_marks (ticket_id) select distinct ticket_id from ticket_backlog_changes;
