-- What reports of written channels count, kept by ticket so that a report need not read every message: see
-- docs/decisions/0042-message-figures-by-ticket.md.
create table message_counts (
  ticket_id bigint not null,
  at timestamptz(3) not null,
  media_id int not null,
  account_id bigint,
  department_id bigint not null,
  user_id bigint,
  received int not null,
  sent int not null,
  automatic int not null,
  failed int not null
);
create index message_counts_ticket on message_counts (ticket_id);
create index message_counts_media on message_counts (media_id, at);
create index message_counts_sent on message_counts (at) include (media_id, user_id, sent, ticket_id) where sent > 0;
comment on table message_counts is
  'Messages of a quarter of an hour (at is its beginning) by ticket, channel, account, department then, and agent. Derived: npm run figures:check.';

create table message_waits (
  ticket_id bigint not null,
  message_id bigint not null,
  at timestamptz(3) not null,
  media_id int not null,
  account_id bigint,
  department_id bigint not null,
  is_first boolean not null,
  outcome text not null check (outcome in ('answered', 'closed', 'open')),
  ended_at timestamptz(3),
  user_id bigint,
  seconds int
);
create index message_waits_ticket on message_waits (ticket_id);
create index message_waits_media on message_waits (media_id, at);
comment on table message_waits is
  'From a customer''s first unanswered message (message_id, at) to what ended it. Derived: npm run figures:check compares it with the messages.';

create table message_figure_marks (
  id bigint generated always as identity primary key,
  ticket_id bigint not null
);
create index message_figure_marks_ticket on message_figure_marks (ticket_id);
comment on table message_figure_marks is
  'Tickets of which something has changed that message_counts and message_waits are made of: until they are counted anew their messages are read.';

-- Nothing but inserts: whoever writes to a ticket waits for nobody who writes to it too.
create function mark_message_figures() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into message_figure_marks (ticket_id) values (old.ticket_id);
  end if;
  if tg_op = 'INSERT' or (tg_op = 'UPDATE' and new.ticket_id <> old.ticket_id) then
    insert into message_figure_marks (ticket_id) values (new.ticket_id);
  end if;
  return null;
end $$;

create trigger messages_figure_marks_insert after insert on messages
  for each row when (new.kind in ('inbound', 'outbound') or new.event ->> 'type' in ('call_answered', 'changed'))
  execute function mark_message_figures();
-- A delivery state counts where it is, or was, that it failed.
create trigger messages_figure_marks_update after update on messages
  for each row when (
    (old.ticket_id, old.kind, old.media_id, old.conversation_id, old.author_type, old.author_id, old.created_at, old.event,
      coalesce(old.state, '') = 'failed', old.mail ->> 'is_auto', old.mail -> 'forwards' is null)
    is distinct from
    (new.ticket_id, new.kind, new.media_id, new.conversation_id, new.author_type, new.author_id, new.created_at, new.event,
      coalesce(new.state, '') = 'failed', new.mail ->> 'is_auto', new.mail -> 'forwards' is null)
  ) execute function mark_message_figures();
create trigger messages_figure_marks_delete after delete on messages
  for each row when (old.kind <> 'note') execute function mark_message_figures();
create trigger ticket_department_changes_figure_marks after insert or update or delete on ticket_department_changes
  for each row execute function mark_message_figures();

create function mark_message_figures_of_ticket() returns trigger language plpgsql as $$
begin
  insert into message_figure_marks (ticket_id)
  select id from unnest(array[old.id, old.merged_into, new.merged_into]) as t (id) where id is not null;
  return null;
end $$;
create trigger tickets_figure_marks_delete after delete on tickets
  for each row execute function mark_message_figures_of_ticket();
create trigger tickets_figure_marks after update of merged_into, department_id on tickets
  for each row when ((old.merged_into, old.department_id) is distinct from (new.merged_into, new.department_id))
  execute function mark_message_figures_of_ticket();

-- What is deleted or changed by hand is counted anew; the job that counts says that it does.
create function mark_lost_message_figures() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    insert into message_figure_marks (ticket_id) select id from tickets;
  elsif coalesce(current_setting('trunkline.counts_messages', true), '') <> 'on' then
    insert into message_figure_marks (ticket_id) select distinct g.ticket_id from gone g;
  end if;
  return null;
end $$;
create trigger message_counts_deleted after delete on message_counts
  referencing old table as gone for each statement execute function mark_lost_message_figures();
create trigger message_counts_updated after update on message_counts
  referencing old table as gone for each statement execute function mark_lost_message_figures();
create trigger message_counts_emptied after truncate on message_counts
  for each statement execute function mark_lost_message_figures();
create trigger message_waits_deleted after delete on message_waits
  referencing old table as gone for each statement execute function mark_lost_message_figures();
create trigger message_waits_updated after update on message_waits
  referencing old table as gone for each statement execute function mark_lost_message_figures();
create trigger message_waits_emptied after truncate on message_waits
  for each statement execute function mark_lost_message_figures();

-- Everything that was there before is counted by the job.
insert into message_figure_marks (ticket_id) select id from tickets;
