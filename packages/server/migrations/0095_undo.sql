-- Whoever opens a solved ticket again finds it waiting as it was: what solving took is kept beside it.
alter table tickets
  add column waited_since timestamptz(3),
  add column waited_unread int not null default 0;
comment on column tickets.waited_since is 'Of a solved or closed ticket: since when its customer had waited for an answer.';
comment on column tickets.waited_unread is 'Of a solved or closed ticket: how many messages nobody had seen.';

create table ticket_undos (
  ticket_id bigint not null references tickets on delete cascade,
  version int not null,
  user_id bigint not null references users on delete cascade,
  at timestamptz(3) not null,
  kept jsonb not null,
  primary key (ticket_id, version)
);
create index ticket_undos_at on ticket_undos (at);
comment on table ticket_undos is 'A ticket as it was before and after a change of a person, with its clocks and conversations: what an undo needs. For two days.';
comment on column ticket_undos.version is 'Of the ticket after the change.';

-- Whoever takes a change of the status back says since when the ticket had the earlier one.
drop trigger tickets_status_since_update on tickets;
create trigger tickets_status_since_update before update of status on tickets
  for each row when (old.status is distinct from new.status and old.status_since is not distinct from new.status_since)
  execute function keep_status_since();
